import Impose
import ImposeTesting
import TestSupport
import Testing

// Each in a file of its own kind: what is wrong is said first, and the line that mends it.

struct CausePatient: Sendable { let number: Int }
private final class CauseRecord: Sendable {
    let patient: CausePatient
    init(patient: CausePatient) { self.patient = patient }
}
protocol CauseProbe: Sendable {}
protocol CauseDevice: Sendable {}
protocol CauseBus: Sendable {}
struct CauseSerialBus: CauseBus {}
struct CauseHydrometer: CauseProbe, CauseDevice { let bus: any CauseBus }
private final class CauseWatch: Sendable { init(probe: any CauseProbe) {} }
protocol CauseGates: Sendable {}
final class CauseTower: CauseGates {}
private final class CauseBoard { @Injected var gates: any CauseGates }
final class CausePlan: Sendable {}
/// Nothing but the wrapper asks for it.
final class CauseSheet: Sendable {}
private final class CauseKeeper { @InjectedWeakly var plan: CauseSheet? }
protocol CauseWeapon: Sendable {}
protocol CauseBlade: CauseWeapon {}
protocol CauseBow: CauseWeapon {}
struct CauseSword: CauseBlade {}
struct CauseLongbow: CauseBow {}
private struct CauseHero: Sendable { init(weapon: any CauseWeapon) {} }

private let setup: StaticString = "Shop/Setup.swift"
private let desk: StaticString = "Shop/Desk.swift"

@Suite("Texts begin with the cause and the line that mends it", .imposing(empty: true))
struct CauseTests {
    private func text(_ body: () throws -> Void) -> String? {
        (#expect(throws: ImposeError.self) { try body() })?.description.onOneLine
    }

    private func findings(_ owner: any Any.Type) -> [Imposer.Validation.Finding] {
        Imposer.validate().findings.filter { $0.property?.owner == owner }
    }

    @Test("what nobody gave to the scope that keeps what needs it")
    func ungiven() throws {
        let option = InjectOption.scopedInstance(in: "visit")
        Imposer.impose(for: CauseRecord.self, option: option, fileID: setup, line: 8, CauseRecord.init)
        let found = text {
            try Imposer.withScope("visit", fileID: desk, line: 15) { _ in _ = try tryInject(of: CauseRecord.self) }
        }
        let text = try #require(found)
        #expect(
            text.hasPrefix(
                #"Impose can't inject CausePatient: it was neither imposed, nor given to scope "visit", opened at Shop/Desk.swift:15."#
            )
        )
        #expect(
            text.contains("1. Give it to the scope that Shop/Desk.swift:15 opens, before anything is injected there.")
        )
        #expect(
            text.contains(
                ": scope.give(causePatient, for: CausePatient.self) 2. Or, if all scopes share one, impose it,"
            )
        )
        #expect(text.contains(#"searched scope "visit" (given nothing), primary (1 registration)"#))
        // Given, it works.
        Imposer.withScope("visit") { scope in
            scope.give(CausePatient(number: 1), for: CausePatient.self)
            #expect(inject(of: CauseRecord.self).patient.number == 1)
        }
        let finding = try #require(Imposer.validate(wrappers: false).errors.first)
        #expect(
            finding.message
                == #"CauseRecord needs CausePatient, and it is neither imposed, nor expected to be given to scopes "visit"."#
        )
        #expect(finding.fix.contains("\n   Imposer.expectGiven(CausePatient.self, in: \"visit\")\n"))
    }

    @Test("what conforms, and is imposed for another protocol")
    func imposedForAnother() throws {
        Imposer.impose(for: CauseBus.self, CauseSerialBus.init)
        Imposer.impose(for: CauseDevice.self, fileID: setup, line: 7, CauseHydrometer.init)
        Imposer.impose(for: CauseWatch.self, fileID: setup, line: 8, CauseWatch.init)
        let finding = try #require(Imposer.validate(wrappers: false).errors.first)
        #expect(
            "\(finding)" == """
                Shop/Setup.swift:8: error: CauseWatch needs CauseProbe, and nothing is imposed for it.
                  CauseHydrometer, which conforms, is imposed for CauseDevice at Shop/Setup.swift:7
                  to fix:
                    1. Impose it, beside Shop/Setup.swift:7:
                       Imposer.impose(for: CauseProbe.self, CauseHydrometer.init)
                    2. Or, if both are to be one instance: at Shop/Setup.swift:7, impose it for: CauseHydrometer.self, in place of
                       CauseDevice.self, and append:
                       .alias(CauseDevice.self) { $0 }.alias(CauseProbe.self) { $0 }
                """
        )
        let text = text { _ = try tryInject(of: CauseWatch.self) }
        #expect(
            text?.contains("CauseHydrometer, which conforms, is imposed for CauseDevice, at Shop/Setup.swift:7") == true
        )
        // As it says.
        Imposer.remove(for: CauseDevice.self)
        Imposer.impose(for: CauseHydrometer.self, CauseHydrometer.init)
            .alias(CauseDevice.self) { $0 }.alias(CauseProbe.self) { $0 }
        #expect(Imposer.validate(wrappers: false).isValid)
    }

    @Test("an alias that has lost its original, at the line of the alias")
    func lostOriginal() throws {
        Imposer.impose(for: CauseTower.self, CauseTower.init)
            .alias(CauseGates.self, fileID: setup, line: 9) { $0 }
        #expect(findings(CauseBoard.self).isEmpty)
        Imposer.remove(for: CauseTower.self, fileID: setup, line: 12)
        let finding = try #require(findings(CauseBoard.self).first)
        #expect(
            "\(finding)" == """
                Shop/Setup.swift:9: error: ImposeInspectingTests.CauseBoard.gates injects CauseGates, which this line makes \
                an alias of CauseTower, and that was removed at Shop/Setup.swift:12.
                  to fix:
                    1. Delete this call, at Shop/Setup.swift:12, which took away what the alias stands for:
                       Imposer.remove(for: CauseTower.self)
                    2. Or impose CauseTower again, after that call:
                       Imposer.impose(for: CauseTower.self, CauseTower.init)
                """
        )
        let text = text { _ = try tryInject(of: CauseGates.self) }
        #expect(
            text?.contains(
                "it is an alias, made at Shop/Setup.swift:9, of CauseTower, which was removed at Shop/Setup.swift:12."
            ) == true
        )
        Imposer.impose(for: CauseTower.self, CauseTower.init)
        #expect(findings(CauseBoard.self).isEmpty)
    }

    @Test("what was removed, at the line that removed it, until everything is")
    func removed() throws {
        Imposer.impose(for: CauseTower.self, CauseTower.init)
        Imposer.remove(for: CauseTower.self, fileID: setup, line: 12)
        #expect(
            text { _ = try tryInject(of: CauseTower.self, fileID: setup, line: 15) }
                == """
                Impose can't inject CauseTower: it was removed at Shop/Setup.swift:12. To fix it: 1. Delete this call, at
                Shop/Setup.swift:12: Imposer.remove(for: CauseTower.self) 2. Or impose CauseTower again, after that call:
                Imposer.impose(for: CauseTower.self, CauseTower.init) requested at Shop/Setup.swift:15 searched primary (0
                registrations)
                """.onOneLine
        )
        Imposer.removeAll()
        #expect(text { _ = try tryInject(of: CauseTower.self) }?.contains("removed") == false)
    }

    @Test("a .weakInstance that a wrapper alone injects, and holds weakly")
    func heldByNobody() throws {
        Imposer.impose(for: CauseSheet.self, option: .weakInstance, fileID: setup, line: 8, CauseSheet.init)
        let finding = try #require(findings(CauseKeeper.self).first)
        #expect(
            "\(finding)" == """
                Shop/Setup.swift:8: warning: ImposeInspectingTests.CauseKeeper.plan holds CauseSheet weakly, which is a \
                .weakInstance, and nothing else injects it: it is gone at once.
                  to fix:
                    1. Keep it: at Shop/Setup.swift:8, in place of option: .weakInstance, write:
                       option: .singleInstance
                    2. Or let CauseKeeper.plan hold it:
                       @UnforceInjected var plan: CauseSheet?
                """
        )
        let keeper = CauseKeeper()
        _ = keeper.plan
        let text = text { _ = try keeper.$plan.tryInject() }
        #expect(
            text?.hasPrefix(
                "Impose can't inject CauseSheet: the property CauseKeeper.plan holds it weakly, and nothing else holds it: it is "
                    + "imposed as .weakInstance at Shop/Setup.swift:8."
            ) == true
        )
        Imposer.impose(for: CauseSheet.self, CauseSheet.init)
        #expect(findings(CauseKeeper.self).isEmpty)
    }

    @Test("a tie further down, in what explains the answer")
    func tieBelow() throws {
        Imposer.impose(for: CauseBlade.self, fileID: setup, line: 17, CauseSword.init)
        Imposer.impose(for: CauseBow.self, fileID: setup, line: 18, CauseLongbow.init)
        Imposer.impose(for: CauseHero.self, option: .closureBased, fileID: setup, line: 20, CauseHero.init)
        let explanation = Imposer.explain(CauseHero.self)
        #expect(explanation.lack?.tied.map { "\($0.location)" } == ["Shop/Setup.swift:17", "Shop/Setup.swift:18"])
        let text = "\(explanation)"
        #expect(
            text.hasPrefix(
                "CauseHero: answered by CauseHero, which can't be made: CauseWeapon is ambiguous between CauseBlade "
                    + "(Shop/Setup.swift:17) and CauseBow (Shop/Setup.swift:18)\n"
            )
        )
        #expect(
            text.contains(
                "\n  1. Prefer one of them: at Shop/Setup.swift:17, for instance, append:\n     .preferred()\n"
            )
        )
    }

    @Test("a misspelt scope, and not what follows from it")
    func misspelt() throws {
        Imposer.expectGiven(CausePatient.self, in: "visit", fileID: setup, line: 7)
        let (right, wrong) = (InjectOption.scopedInstance(in: "visit"), InjectOption.scopedInstance(in: "vist"))
        Imposer.impose(for: CausePlan.self, option: right, fileID: setup, line: 8) { (_: CauseRecord) in CausePlan() }
        Imposer.impose(for: CauseRecord.self, option: wrong, fileID: setup, line: 9, CauseRecord.init)
        let findings = Imposer.validate(wrappers: false).findings.filter { $0.severity > .note }
        #expect(
            findings.map(\.description) == [
                """
                Shop/Setup.swift:9: error: CauseRecord is kept by scopes "vist", probably misspelt: Shop/Setup.swift:8 says \
                "visit".
                  to fix:
                    1. At Shop/Setup.swift:9, write:
                       option: .scopedInstance(in: "visit")
                """
            ]
        )
        // So it is where it stops the program, though what needs it outlives the other scopes.
        let text = text {
            try Imposer.withScope("visit") { scope in
                scope.give(CausePatient(number: 1), for: CausePatient.self)
                _ = try tryInject(of: CausePlan.self)
            }
        }
        let problem = #"scope "vist", at Shop/Setup.swift:9, is probably misspelt: Shop/Setup.swift:8 says "visit"."#
        #expect(text?.hasPrefix("Impose can't inject CauseRecord: \(problem)") == true)
    }

    @Test("a scope that is open, but not where a detached task asks")
    func detached() async {
        let option = InjectOption.scopedInstance(in: "shift")
        Imposer.impose(for: CausePlan.self, option: option, fileID: setup, line: 8, CausePlan.init)
        let directory = Imposer.currentContext()
        let (error, explanation) = await Imposer.withScope("shift", fileID: desk, line: 6) { _ in
            await Task.detached {
                directory.run {
                    let error = failure { () throws(ImposeError) in
                        try tryInject(of: CausePlan.self, fileID: "Shop/Radio.swift", line: 8)
                    }
                    return (error?.description.onOneLine, "\(Imposer.explain(CausePlan.self))")
                }
            }.value
        }
        let problem =
            "the injection runs in no such scope. One is open, by Shop/Desk.swift:6, but Task.detached and threads leave it"
        #expect(error?.contains("\(problem).") == true)
        #expect(
            error?.contains("1. If a detached task asks at Shop/Radio.swift:8, let it stay in the scope: in place of")
                == true
        )
        #expect(explanation.contains("\(problem).\n"))
        #expect(explanation.hasSuffix(":\n     let context = Imposer.currentContext()"))
    }

    @Test("a name that most lines spell in another way")
    func misspeltName() {
        Imposer.impose(for: CausePlan.self, named: "houskeeping", fileID: setup, line: 8, CausePlan.init)
        Imposer.impose(for: CauseTower.self, named: "housekeeping", CauseTower.init)
        let text = text { _ = try tryInject(of: CausePlan.self, named: "housekeeping", fileID: desk, line: 6) }
        #expect(
            text == """
                Impose can't inject CausePlan named "housekeeping": "houskeeping" at Shop/Setup.swift:8 is probably misspelt: \
                Shop/Desk.swift:6 and others say "housekeeping". To fix it: 1. At Shop/Setup.swift:8, in place of \
                named: "houskeeping", write: named: "housekeeping" searched primary (2 registrations)
                """
        )
    }
}
