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

protocol CauseMenu: Sendable {}
struct CauseKitchen: CauseMenu {}
/// Of one test alone: what other tests have imposed meanwhile would be listed first.
struct CauseCanteen: CauseMenu {}
struct CausePriced: CauseMenu { let base: any CauseMenu }
struct CauseLift: Sendable { let name: String }
final class CauseRide: Sendable { init(lift: CauseLift) {} }
struct CauseWrapped { @Injected var plan: CauseTimetable }
final class CauseTimetable: Sendable {}

private let setup: StaticString = "Shop/Setup.swift"
private let desk: StaticString = "Shop/Desk.swift"

@Suite("Texts begin with the cause and the line that mends it", .imposing(empty: true))
struct CauseTests {
    private func whole(_ body: () throws -> Void) -> String? {
        (#expect(throws: ImposeError.self) { try body() })?.description
    }

    private func text(_ body: () throws -> Void) -> String? { whole(body)?.onOneLine }

    private func findings(_ owner: any Any.Type) -> [Imposer.Validation.Finding] {
        Imposer.validate().findings.filter { $0.property?.owner == owner }
    }

    @Test("An error for a value that a scope was not given says so first, and how to give it")
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

    @Test("Texts of a missing protocol name a conforming type that is imposed for another protocol")
    func imposedForAnother() throws {
        Imposer.impose(for: CauseBus.self, CauseSerialBus.init)
        Imposer.impose(for: CauseDevice.self, fileID: setup, line: 7, CauseHydrometer.init)
        Imposer.impose(for: CauseWatch.self, fileID: setup, line: 8, CauseWatch.init)
        let finding = try #require(Imposer.validate(wrappers: false).errors.first)
        expectSnapshot("\(finding)", "Cause-imposedForAnother")
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

    @Test("Texts of an alias without its original name the alias's line and what removed the original")
    func lostOriginal() throws {
        Imposer.impose(for: CauseTower.self, CauseTower.init)
            .alias(CauseGates.self, fileID: setup, line: 9) { $0 }
        #expect(findings(CauseBoard.self).isEmpty)
        Imposer.remove(for: CauseTower.self, fileID: setup, line: 12)
        let finding = try #require(findings(CauseBoard.self).first)
        expectSnapshot("\(finding)", "Cause-lostOriginal")
        let text = text { _ = try tryInject(of: CauseGates.self) }
        #expect(
            text?.contains(
                "it is an alias, made at Shop/Setup.swift:9, of CauseTower, which was removed at Shop/Setup.swift:12."
            ) == true
        )
        Imposer.impose(for: CauseTower.self, CauseTower.init)
        #expect(findings(CauseBoard.self).isEmpty)
    }

    @Test("An error for a removed registration names the line that removed it, until removeAll()")
    func removed() throws {
        Imposer.impose(for: CauseTower.self, CauseTower.init)
        Imposer.remove(for: CauseTower.self, fileID: setup, line: 12)
        expectSnapshot(whole { _ = try tryInject(of: CauseTower.self, fileID: setup, line: 15) }, "Cause-removed")
        Imposer.removeAll()
        #expect(text { _ = try tryInject(of: CauseTower.self) }?.contains("removed") == false)
    }

    @Test("Texts say of a .weakInstance that only a weak wrapper injects that nobody holds it")
    func heldByNobody() throws {
        Imposer.impose(for: CauseSheet.self, option: .weakInstance, fileID: setup, line: 8, CauseSheet.init)
        let finding = try #require(findings(CauseKeeper.self).first)
        expectSnapshot("\(finding)", "Cause-heldByNobody")
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

    @Test("explain() names a tie among what the answer needs, and the line that settles it")
    func tieBelow() throws {
        Imposer.impose(for: CauseBlade.self, fileID: setup, line: 17, CauseSword.init)
        Imposer.impose(for: CauseBow.self, fileID: setup, line: 18, CauseLongbow.init)
        Imposer.impose(for: CauseHero.self, option: .closureBased, fileID: setup, line: 20, CauseHero.init)
        let explanation = Imposer.explain(CauseHero.self)
        let text = "\(explanation)"
        #expect(
            text.hasPrefix(
                "CauseHero: answered by CauseHero, which can't be made: CauseHero needs CauseWeapon, and 2 registrations are "
                    + "equally far from it: CauseBlade, CauseBow.\n"
            )
        )
        #expect(
            text.contains(
                "\n  1. Prefer one of them: at Shop/Setup.swift:18, for instance, append:\n     .preferred()\n"
            )
        )
    }

    @Test("A misspelt scope name is the only error, and not what follows from it")
    func misspelt() throws {
        Imposer.expectGiven(CausePatient.self, in: "visit", fileID: setup, line: 7)
        let (right, wrong) = (InjectOption.scopedInstance(in: "visit"), InjectOption.scopedInstance(in: "vist"))
        Imposer.impose(for: CausePlan.self, option: right, fileID: setup, line: 8) { (_: CauseRecord) in CausePlan() }
        Imposer.impose(for: CauseRecord.self, option: wrong, fileID: setup, line: 9, CauseRecord.init)
        let findings = Imposer.validate(wrappers: false).findings.filter { $0.severity != .note }
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

    @Test("An error in a detached task says which scope is open elsewhere, and how to stay in it")
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

    @Test("An error for a name spelled in two ways offers to correct either of them")
    func misspeltName() {
        Imposer.impose(for: CausePlan.self, named: "houskeeping", fileID: setup, line: 8, CausePlan.init)
        Imposer.impose(for: CauseTower.self, named: "housekeeping", CauseTower.init)
        let text = whole { _ = try tryInject(of: CausePlan.self, named: "housekeeping", fileID: desk, line: 6) }
        expectSnapshot(text, "Cause-misspeltName")
    }

    @Test("Texts of a decorator that asks for its own protocol say how to decorate")
    func asksItself() {
        Imposer.impose(for: CauseKitchen.self, fileID: setup, line: 7, CauseKitchen())
        Imposer.impose(for: CauseMenu.self, fileID: setup, line: 8) { (base: any CauseMenu) in CausePriced(base: base) }
        let fixes = """
            1. Ask for what Shop/Setup.swift:7 imposes: at Shop/Setup.swift:8, or in its initializer, in place of any CauseMenu, \
            write: CauseKitchen 2. Or, at Shop/Setup.swift:8, impose what is to be decorated, and append: \
            .decorated { CausePriced(base: $0) }
            """
        let text = text { _ = try tryInject(of: CauseMenu.self) }
        let problem = "its provider, imposed at Shop/Setup.swift:8, asks for any CauseMenu"
        #expect(
            text?.hasPrefix(
                "Impose can't inject CauseMenu: it is needed to build itself: \(problem). To fix it: \(fixes)"
            ) == true
        )
        let finding = Imposer.validate().findings.first { $0.kind == .circular }
        #expect(finding?.fix.onOneLine == fixes)
    }

    @Test("Texts of an instance that outlives the scope which has its value say to keep it there")
    func innerScope() {
        let option = InjectOption.scopedInstance(in: "day")
        Imposer.impose(for: CauseRide.self, option: option, fileID: setup, line: 8, CauseRide.init)
        Imposer.withScope("day") { _ in
            Imposer.withScope("ride", fileID: desk, line: 6) { ride in
                ride.give(CauseLift(name: "chair"))
                let problem = """
                    scope "ride", opened at Shop/Desk.swift:6, has it, but CauseRide is kept longer, as \
                    .scopedInstance(in: "day") at Shop/Setup.swift:8
                    """
                let fix =
                    #"1. If each scope "ride" may have its own CauseRide: at Shop/Setup.swift:8, impose it with: option: .scopedInstance(in: "ride")"#
                let text = text { _ = try tryInject(of: CauseRide.self) }
                #expect(text?.hasPrefix("Impose can't inject CauseLift: \(problem). To fix it: \(fix)") == true)
                let explanation = "\(Imposer.explain(CauseRide.self))".onOneLine
                #expect(explanation.contains("needs CauseLift, and \(problem)") && explanation.contains(fix))
            }
        }
    }

    /// The beginning of the error in a scope that was opened beside one that has a lift.
    private func beside(_ outer: String, _ inner: String) -> String {
        """
        Impose can't inject CauseLift: scope "\(outer)", opened at Shop/Desk.swift:6, has it, but scope "\(inner)", opened at \
        Shop/Desk.swift:9, is not inside that. To fix it: 1. Open scope "\(inner)" inside scope "\(outer)", called scope here: \
        at Shop/Desk.swift:9, in place of Imposer.openScope, write: scope.openScope("\(inner)")
        """
    }

    @Test("An error in what a scope keeps names the scope beside it that has the value")
    func keptBeside() {
        let option = InjectOption.scopedInstance(in: "cabin")
        Imposer.impose(for: CauseRide.self, option: option, fileID: setup, line: 8, CauseRide.init)
        Imposer.withScope("day", fileID: desk, line: 6) { day in
            day.give(CauseLift(name: "chair"))
            let cabin = Imposer.openScope("cabin", fileID: desk, line: 9)
            let found = cabin.run { text { _ = try tryInject(of: CauseRide.self) } }
            #expect(found?.hasPrefix(beside("day", "cabin")) == true, "\(found ?? "")")
        }
    }

    @Test("An error in a scope names the scope beside it that has the value")
    func besideScope() {
        Imposer.withScope("request", fileID: desk, line: 6) { request in
            request.give(CauseLift(name: "chair"))
            let step = Imposer.openScope("step", fileID: desk, line: 9)
            let found = step.run { text { _ = try tryInject(of: CauseLift.self) } }
            #expect(found?.hasPrefix(beside("request", "step")) == true, "\(found ?? "")")
            let other = Imposer.openScope("request", fileID: desk, line: 12)
            let lack = other.run { text { _ = try tryInject(of: CauseLift.self) } }
            // It is another client's.
            #expect(lack?.contains("nor given to scope \"request\", opened at Shop/Desk.swift:12") == true)
        }
    }

    @Test("An error of a wrapper made before the scope offers @Imposed")
    func wrapperBefore() {
        let option = InjectOption.scopedInstance(in: "request")
        Imposer.impose(for: CauseTimetable.self, option: option, CauseTimetable.init)
        let owner = CauseWrapped()
        Imposer.withScope("request", fileID: desk, line: 6) { _ in
            let text = text { _ = try owner.$plan.tryInject() }
            #expect(
                text?.contains(
                    "One is open, by Shop/Desk.swift:6, but CauseWrapped, which has the property plan, was probably made before. To fix"
                )
                    == true
            )
            let fix =
                "1. If CauseWrapped was made before the scope, let plan inject each time it is read, at ImposeInspectingTests/"
            #expect(text?.contains(fix) == true && text?.contains(": @Imposed var plan: CauseTimetable 2. Or") == true)
        }
    }

    @Test("An error after the block of withScope says to inject inside it, and speaks of no task")
    func afterTheBlock() {
        let imposer = Imposer()
        imposer.impose(for: CauseKitchen.self, option: .scopedInstance(in: "visit"), CauseKitchen.init)
        let found = Collected<String>()
        onThreads(1) { _, _ in
            let scope = imposer.withScope("visit") { $0 }
            do throws(ImposeError) {
                _ = try scope.tryInject(of: CauseKitchen.self, fileID: desk, line: 7)
            } catch {
                found.add(error.description.onOneLine)
            }
        }
        let fix = "1. Inject it inside the block, in place of what Shop/Desk.swift:7 injects: let causeKitchen ="
        #expect(found.all.first?.contains(fix) == true && found.all.first?.contains("task") == false)
    }

    @Test("An error for a value given as something more general names where it was given")
    func givenAsBase() {
        Imposer.isolated(empty: true) {
            Imposer.withScope("visit") { scope in
                let menu: any CauseMenu = CauseCanteen()
                scope.give(menu, fileID: desk, line: 7)
                let found = text { _ = try tryInject(of: CauseCanteen.self) }
                #expect(found?.contains("CauseMenu: in scope \"visit\", singleInstance, at Shop/Desk.swift:7") == true)
            }
        }
    }

    @Test("An error for a function type names the one imposed with other attributes")
    func functions() {
        Imposer.impose(for: (() -> Int).self, fileID: setup, line: 8) { { 7 } }
        let text = text { _ = try tryInject(of: (@Sendable () -> Int).self) }
        #expect(
            text?.hasPrefix(
                """
                Impose can't inject @Sendable () -> Int: nothing is imposed for it, but () -> Int is, at \
                Shop/Setup.swift:8. To fix it: 1. Impose it for what is asked for: at Shop/Setup.swift:8, in place of \
                (() -> Int).self, write: (@Sendable () -> Int).self
                """
            ) == true
        )
    }

    @Test("An error for a weak asynchronous instance says that prepare() leaves it out")
    func weakAsync() async throws {
        Imposer.impose(for: CausePlan.self, option: .weakInstance, fileID: setup, line: 8) { () async in CausePlan() }
        try await Imposer.prepare()
        let text = text { _ = try tryInject(of: CausePlan.self) }
        #expect(
            text?.contains(
                """
                1. prepare() leaves weak instances out. If it is to make this one: at Shop/Setup.swift:8, impose it with: \
                option: .singleInstance 2. Await it, in an async function
                """
            ) == true
        )
    }

    @Test("The fix of a captive behind an alias is a parameter Imposed<…> of the holder")
    func captiveAlias() {
        let option = InjectOption.scopedInstance(in: "visit")
        Imposer.impose(for: CauseTower.self, option: option, CauseTower.init).alias(CauseGates.self) { $0 }
        Imposer.impose(for: CauseWatch.self, fileID: setup, line: 8) { (_: any CauseGates) in
            CauseWatch(probe: CauseHydrometer(bus: CauseSerialBus()))
        }
        let finding = Imposer.validate().findings.first { $0.kind == .captive }
        #expect(
            finding?.fix.onOneLine.hasSuffix(
                "let CauseWatch, imposed at Shop/Setup.swift:8, take a parameter of this type, and read it each time, as "
                    + "causeGates(): Imposed<any CauseGates>"
            ) == true
        )
    }
}
