import Foundation
import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("Validating without building")
struct ValidateTests {
    private protocol Carrier: AnyObject, Sendable {}
    private final class Van: Carrier {}
    private final class Bicycle: Carrier {}
    private final class Depot: Sendable {
        init(_ carrier: any Carrier) {}
    }
    private final class Chief: Sendable {
        init(_ depot: Depot) {}
    }
    private final class Shop: Sendable {
        init(_ chief: Chief?) {}
    }
    private final class Left: Sendable {
        init(_ right: Right) {}
    }
    private final class Right: Sendable {
        init(_ left: Left) {}
    }
    private final class LazyLeft: Sendable {
        init(_ left: Injected<Left>) {}
    }
    private struct Value {}

    private let imposer = Imposer(label: "tested")

    private func only(_ validation: Imposer.Validation, _ kind: Imposer.Validation.Kind) throws
        -> Imposer.Validation.Finding
    {
        let found = validation.findings.filter { $0.kind == kind }
        try #require(found.count == 1, "\(validation)")
        return found[0]
    }

    @Test("validate() finds nothing where nothing is imposed")
    func empty() throws {
        #expect(imposer.validate().findings.isEmpty)
        #expect(imposer.validate().description == "Impose has validated the registrations and found nothing.")
        try imposer.validate().orThrow()
    }

    @Test("validate() runs no provider and makes no instance")
    func runsNothing() {
        let calls = CallCounter()
        imposer.impose(for: Depot.self) { (carrier: any Carrier) in
            calls.increment()
            return Depot(carrier)
        }
        imposer.impose(for: Carrier.self) { () -> any Carrier in
            calls.increment()
            return Van()
        }
        #expect(imposer.validate().isValid)
        #expect(calls.count == 0)
    }

    @Test("a missing dependency is an error, with the registration's place and the line to type in")
    func missing() throws {
        imposer.impose(for: Depot.self, fileID: "Shop/Setup.swift", line: 3, Depot.init)
        let finding = try only(imposer.validate(), .missing)
        #expect(finding.severity == .error)
        #expect("\(finding.type)" == "Carrier")
        #expect(finding.registration.map { "\($0.type)" } == "Depot")
        #expect(finding.places.map(\.description) == ["Shop/Setup.swift:3"])
        #expect(finding.message == "Depot needs Carrier, and nothing is imposed for it.")
        #expect(finding.fix.contains("imposer.impose(for: ValidateTests.Carrier.self, ValidateTests."))
        #expect(finding.fix.hasPrefix("1. Impose it, beside Shop/Setup.swift:3, for instance by "))
        // That it may be an argument is said where nothing is known that could be imposed.
        #expect(!finding.fix.contains(".expectingArguments"))
    }

    @Test("a parameter of a type that is imposed under names alone is missing, and the line to type picks one of them")
    func parameterWithoutName() throws {
        imposer.impose(for: Depot.self, Depot.init)
        imposer.impose(for: Carrier.self, named: "night") { Van() }
        let finding = try only(imposer.validate(), .missing)
        #expect(finding.severity == .error && finding.places.count == 2)
        #expect(finding.message == #"Depot needs Carrier, and it is imposed under the name "night" only."#)
        #expect(finding.fix.contains(#"try imposer.tryInject(of: ValidateTests.Carrier.self, named: "night") }"#))
    }

    @Test("An expected argument is not reported as missing")
    func arguments() {
        imposer.impose(for: Depot.self, Depot.init).expectingArguments((any Carrier).self)
        #expect(imposer.validate().isValid)
    }

    @Test("A parameter whose own provider needs an argument is an error")
    func argumentOfParameter() throws {
        imposer.impose(for: Depot.self, Depot.init).expectingArguments((any Carrier).self)
        imposer.impose(for: Chief.self, Chief.init)
        let finding = try only(imposer.validate(), .missing)
        #expect(finding.severity == .error)
        #expect(finding.registration.map { "\($0.type)" } == "Chief")
        #expect(finding.message.contains("Chief needs Depot, which takes Carrier as an argument"))
        #expect(finding.fix.contains("try imposer.tryInject(of: ValidateTests.Depot.self, arguments: carrier)"))
        imposer.impose(for: Carrier.self, Van())
        #expect(imposer.validate().isValid)
    }

    @Test("an ambiguous dependency is an error, with the places of those that tie")
    func ambiguous() throws {
        imposer.impose(for: Depot.self, fileID: "Shop/Setup.swift", line: 3, Depot.init)
        imposer.impose(for: Van.self, fileID: "Shop/Setup.swift", line: 4, instance: Van())
        imposer.impose(for: Bicycle.self, fileID: "Shop/Setup.swift", line: 5, instance: Bicycle())
        let finding = try only(imposer.validate(), .ambiguous)
        #expect(finding.severity == .error)
        #expect(finding.places.map(\.line) == [3, 4, 5])
        #expect(finding.message == "Depot needs Carrier, and 2 registrations are equally far from it: Van, Bicycle.")
        #expect(finding.fix.contains(".preferred()"))
        let answering =
            "imposer.impose(for: ValidateTests.Carrier.self) { (bicycle: ValidateTests.Bicycle) in bicycle }"
        #expect(finding.fix.contains(answering))
    }

    @Test("an optional dependency may be missing, but not ambiguous")
    func optional() throws {
        imposer.impose(for: Shop.self, Shop.init)
        #expect(imposer.validate().isValid)
        imposer.impose(for: Chief.self, Chief.init)
        #expect(try only(imposer.validate(), .missing).registration.map { "\($0.type)" } == "Chief")
    }

    @Test("a cycle is one error, with its path")
    func cycle() throws {
        imposer.impose(for: Left.self, fileID: "Shop/Setup.swift", line: 3, Left.init)
        imposer.impose(for: Right.self, fileID: "Shop/Setup.swift", line: 4, Right.init)
        let finding = try only(imposer.validate(), .circular)
        #expect(finding.severity == .error)
        #expect(finding.path.map { "\($0)" } == ["Left", "Right", "Left"])
        #expect(finding.message == "Left is needed to build itself: Left → Right → Left.")
        #expect(finding.places.map(\.line) == [3, 4])
        #expect(finding.fix.contains("Injected<ValidateTests.Left>"))
    }

    @Test("validate() finds no cycle where a lazy parameter cuts it")
    func lazyCycle() {
        imposer.impose(for: Left.self) { (_: Right) in Left(Right(inject())) }
        imposer.impose(for: Right.self) { (_: Injected<Left>) in Right(inject()) }
        #expect(imposer.validate().isValid)
    }

    @Test("cycles that share a registration are all found")
    func sharedCycles() {
        imposer.impose(for: Left.self) { (_: Right, _: Chief) in Left(inject()) }
        imposer.impose(for: Right.self) { (_: Left) in Right(inject()) }
        imposer.impose(for: Chief.self) { (_: Left) in Chief(inject()) }
        let cycles = imposer.validate().findings.filter { $0.kind == .circular }
        #expect(cycles.map { $0.path.map { "\($0)" } } == [["Left", "Right", "Left"], ["Left", "Chief", "Left"]])
    }

    @Test("a cycle begins with the registration that was made first, though it was found by way of a later one")
    func beginningOfCycle() {
        imposer.impose(for: Left.self) { (_: Right) in Left(inject()) }
        // The first one's only step belongs to a shorter cycle, which is found before.
        imposer.impose(for: Right.self) { (_: Left, _: Chief) in Right(inject()) }
        imposer.impose(for: Chief.self) { (_: Left) in Chief(inject()) }
        let cycles = imposer.validate().findings.filter { $0.kind == .circular }
        let paths = cycles.map { $0.path.map { "\($0)" } }
        #expect(paths == [["Left", "Right", "Left"], ["Left", "Right", "Chief", "Left"]])
    }

    @Test("a lazy dependency that is missing is an error too: it fails when it is read")
    func lazyMissing() throws {
        imposer.impose(for: LazyLeft.self, LazyLeft.init)
        #expect(
            try only(imposer.validate(), .missing).message
                == "LazyLeft needs, later, Left, and nothing is imposed for it."
        )
    }

    @Test("a registration that replaced another says where that one stood")
    func replaced() throws {
        imposer.impose(for: Van.self, fileID: "Shop/Setup.swift", line: 3, instance: Van())
        imposer.impose(for: Van.self, fileID: "Shop/Tests.swift", line: 4, instance: Van())
        let finding = try only(imposer.validate(), .replaced)
        #expect(finding.severity == .warning)
        #expect(finding.places.map(\.description) == ["Shop/Tests.swift:4", "Shop/Setup.swift:3"])
        let deleting = "1. Delete the registration at Shop/Setup.swift:3, since this one is in force."
        let keeping = "2. Or keep that one: at Shop/Tests.swift:4, impose with:\n   onConflict: .keep"
        #expect(finding.fix == "\(deleting)\n\(keeping)")
        imposer.impose(for: Bicycle.self, instance: Bicycle()).alias(Van.self) { _ in Van() }
        let aliased = try only(imposer.validate(), .replaced).fix
        #expect(aliased == "1. Delete the registration at Shop/Tests.swift:4, since this one is in force.")
        imposer.remove(for: Van.self)
        imposer.impose(for: Van.self, instance: Van())
        #expect(imposer.validate().findings.isEmpty)
    }

    @Test("a weak value is an error")
    func weakValue() throws {
        imposer.impose(for: Value.self, option: .weakInstance, fileID: "Shop/Setup.swift", line: 3) { Value() }
        let finding = try only(imposer.validate(), .weakValue)
        #expect(finding.severity == .error)
        #expect(finding.message == "Value is a .weakInstance, and a value can't be held weakly.")
        #expect(
            finding.fix == """
                1. Keep it for good: at Shop/Setup.swift:3, impose it with:
                   option: .singleInstance
                2. Or make Value a class or an actor.
                """
        )
    }

    @Test("providers that hide what they inject are noted, many of them in one paragraph")
    func opaque() throws {
        imposer.impose(for: Van.self, Van.init)
        let finding = try only(imposer.validate(), .opaque)
        #expect(finding.severity == .note)
        // The primary imposer has nothing to do with it.
        #expect(finding.fix == "1. Check by building, in a test:\n   imposer.validate(building: true)")
        imposer.impose(for: Bicycle.self) { Bicycle() }
        let text = imposer.validate().description
        #expect(
            text.contains("note: 2 providers were not checked, since they do not say what they inject: Van, Bicycle.")
        )
    }

    @Test("validate() counts each note once, and names what stands at each of its places")
    func counts() {
        imposer.impose(for: Van.self, fileID: "Shop/Setup.swift", line: 3, Van.init)
        imposer.impose(for: Bicycle.self, fileID: "Shop/Setup.swift", line: 4, Bicycle.init)
        imposer.impose(for: Depot.self, fileID: "Shop/Setup.swift", line: 5, Depot.init)
        let text = imposer.validate().description
        #expect(
            text.hasPrefix("Impose has validated the registrations: 1 error, 1 note.\n\nShop/Setup.swift:5: error: D")
        )
        #expect(
            text.contains(
                "\n  Van, imposed at Shop/Setup.swift:3\n  Bicycle, imposed at Shop/Setup.swift:4\n"
            )
        )
    }

    @Test("validate() tells two types of one name apart in all findings")
    func sharedNames() {
        enum Other { final class Van: Sendable { init(_ missing: Depot) {} } }
        imposer.impose(for: Van.self) { (_: Depot) in Van() }
        imposer.impose(for: Other.Van.self, Other.Van.init)
        let messages = imposer.validate().findings.filter { $0.kind == .missing }.map(\.message)
        #expect(messages.count == 2)
        #expect(messages.first?.contains("ValidateTests.Van needs Depot") == true)
        #expect(messages.last?.contains("Other.Van needs Depot") == true)
    }

    @Test("a plain value is rather a forgotten argument than something to impose")
    func plainValue() throws {
        imposer.impose(for: Carrier.self) { (_: Int) in Van() }
        let fix = try only(imposer.validate(), .missing).fix
        #expect(fix.contains(".expectingArguments(Int.self)") && !fix.contains("impose(for: Int.self"))
    }

    @Test("validate() notes a registration that an earlier imposer of the directory hides")
    func unreachable() throws {
        try Imposer.isolated(empty: true) {
            Imposer.impose(for: Van.self, fileID: "Shop/Setup.swift", line: 3, instance: Van())
            Imposer.imposer(for: .custom("eu"))
                .impose(for: Van.self, fileID: "Shop/Setup.swift", line: 4, instance: Van())
            let finding = try only(Imposer.validate(wrappers: false), .unreachable)
            #expect(finding.severity == .note)
            #expect(finding.places.map(\.line) == [4, 3])
            #expect(finding.message == "Van of custom(eu) answers no injection of one from primary, which has its own.")
            #expect(
                finding.fix
                    == "1. Inject it from there:\n   inject(from: .custom(\"eu\"), of: ValidateTests.Van.self)"
            )
        }
    }

    @Test("validate() of a child follows what its parents need, also into the directory")
    func parents() throws {
        let child = Imposer(parent: imposer)
        imposer.impose(for: Depot.self, Depot.init)
        #expect(try only(child.validate(), .missing).registration?.imposer == "private imposer \"tested\"")
        child.impose(for: Carrier.self, instance: Van())
        // The parent's own search does not come to its child.
        #expect(!child.validate().isValid)
        let validations = Imposer.isolated(empty: true) {
            Imposer.impose(for: Left.self, Left.init)
            Imposer.imposer(for: .secondary).impose(for: Right.self, Right.init)
            return [Imposer.shared.validate(), Imposer.validate(wrappers: false)]
        }
        for validation in validations { #expect(try only(validation, .circular).path.count == 3) }
    }

    @Test("orThrow() throws one error with everything that was found")
    func orThrow() throws {
        imposer.impose(for: Depot.self, Depot.init)
        imposer.impose(for: Left.self, Left.init)
        do {
            try imposer.validate().orThrow()
            Issue.record("It should have thrown")
        } catch {
            #expect(error.validation.errors.count == 2)
            #expect(error.description.contains("Depot needs Carrier"))
            #expect(error.description.contains("Left needs Right"))
            #expect(error.localizedDescription == error.description)
        }
    }
}
