import Impose
import ImposeTesting
import TestSupport
import Testing

@Suite("Findings about what nothing asks for", .imposing(empty: true))
struct UnusedFindingTests {
    private protocol Animal: Sendable {}
    private struct Dog: Animal {}
    private struct Owner: Sendable { let animal: any Animal }
    private struct Spare: Sendable {}
    private struct Called: Sendable {}
    private struct Listed: Animal {}
    private struct Wrapped: Sendable {}
    private struct Wished: Sendable {}
    private struct Page {
        @Injected var wrapped: Wrapped
        @Injected var wished: Wished?
    }

    /// Nobody makes these calls.
    private func ask() throws { print(inject(of: Called.self)) }

    private func unused(_ roots: Any.Type...) -> [String] {
        Imposer.validate(roots: roots).findings.filter { $0.kind == .unused }.map { "\($0.type)" }
    }

    #if DEBUG
        @Test("validate() notes a registration that no wrapper, call, root or parameter asks for")
        func unreached() throws {
            Imposer.impose(for: Dog.self, Dog())
            Imposer.impose(for: Owner.self, Owner.init)
            Imposer.impose(for: Called.self, Called())
            Imposer.impose(for: Wrapped.self, Wrapped())
            Imposer.impose(for: Spare.self, named: "old", Spare())
            // Not the dog, which the owner needs.
            #expect(unused() == ["Owner", "Spare"])
            // With its needs, though they are imposed for another type than the one that is asked for.
            #expect(unused(Owner.self) == ["Spare"])
            let finding = try #require(Imposer.validate(roots: [Owner.self]).findings.first { $0.kind == .unused })
            #expect(finding.severity == .note)
            #expect(finding.message == #"nothing that can be seen asks for Spare named "old"."#)
            #expect(finding.fix.hasSuffix("say so:\n   Imposer.validate(roots: [UnusedFindingTests.Spare.self])"))
        }

        @Test("An alias that is asked for is used, and so is its original")
        func aliases() {
            Imposer.impose(for: Spare.self, Spare()).alias(Called.self) { _ in Called() }
            #expect(unused().isEmpty)
        }

        @Test("A registration that prepare() makes, or that was injected before, is used")
        func otherwise() {
            Imposer.impose(for: Spare.self) { Spare() }.eager()
            Imposer.impose(for: Dog.self) { Dog() }
            #expect(unused() == ["Dog"])
            _ = Imposer.shared.inject(of: Dog.self)
            #expect(unused().isEmpty)
        }

        @Test("validate() notes no unused registrations while a provider may ask for anything")
        func opaque() {
            Imposer.impose(for: Called.self) { (imposer: Imposer) in
                _ = imposer.inject(of: Dog.self)
                return Called()
            }
            Imposer.impose(for: Dog.self, Dog())
            Imposer.impose(for: Spare.self, Spare())
            #expect(unused().isEmpty)
            let building = Imposer.validate(building: true).findings.filter { $0.kind == .unused }
            #expect(building.map { "\($0.type)" } == ["Spare"])
        }

        @Test("A registration for an optional is used by what asks for the optional")
        func optionals() {
            Imposer.impose(for: Wished?.self) { Wished() }
            Imposer.impose(for: Spare?.self) { Spare() }
            Imposer.impose(for: Dog?.self) { Dog() }
            #expect(unused() == ["Optional<Spare>", "Optional<Dog>"])
            Imposer.impose(for: Called.self) { (_: Spare?) in Called() }
            #expect(unused(Dog?.self) == [])
            #expect(GraphText(Imposer.graph(wrappers: false)).requests.map(\.target) == ["n1"])
        }

        @Test("Several unused registrations are one note in the text of validate()")
        func text() {
            Imposer.impose(for: Spare.self, Spare())
            Imposer.impose(for: Dog.self, Dog())
            #expect(
                "\(Imposer.validate())".contains("note: nothing that can be seen asks for 2 registrations: Spare, Dog.")
            )
        }
    #endif

    @Test("validate(wrappers: false) notes no unused registrations")
    func withoutProgram() {
        Imposer.impose(for: Spare.self, Spare())
        #expect(Imposer.validate(wrappers: false).findings.allSatisfy { $0.kind != .unused })
    }
}

/// Types that are asked for all at once.
private protocol Plugin: Sendable {}
private struct FirstPlugin: Plugin {}

private func askForAll() throws -> [any Plugin] { try injectAll() }

private protocol Theme: Sendable {}
private struct FirstTheme: Theme {}

private func awaitAll() async throws -> [any Theme] { try await injectAllAsync() }

#if DEBUG
    @Suite("Registrations that a call of injectAll finds are used", .imposing(empty: true))
    struct GatheringCallTests {
        @Test("A registration that a call of injectAll or injectAllAsync finds by a protocol is used")
        func gathered() {
            Imposer.impose(for: FirstPlugin.self, FirstPlugin())
            Imposer.impose(for: FirstTheme.self, FirstTheme())
            #expect(Imposer.validate().findings.allSatisfy { $0.kind != .unused })
        }

        @Test("validate() does not ask for anything to be imposed for a call of injectAll")
        func notNeeded() {
            #expect(Imposer.validate().findings.allSatisfy { $0.type != (any Plugin).self })
        }
    }
#endif

@Suite("Findings about expected arguments")
struct ArgumentFindingTests {
    private protocol Animal: Sendable {}
    private struct Dog: Animal {}
    private struct Name: Sendable {}

    private let imposer = Imposer()

    private var findings: [Imposer.Validation.Finding] { imposer.validate().findings.filter { $0.kind == .argument } }

    @Test("An expected argument that fits no parameter is an error")
    func unfit() throws {
        imposer.impose(for: Int.self, option: .closureBased) { (_: Name) in 1 }.expectingArguments(Name.self, Dog.self)
        let finding = try #require(findings.first)
        #expect(finding.severity == .error && finding.places.count == 1)
        #expect(
            finding.message
                == "Int expects Dog as an argument, and no parameter of its provider is of that type: they are (Name)."
        )
        #expect(throws: ImposeError.self) { try imposer.tryInject(of: Int.self, arguments: Name(), Dog()) }
    }

    @Test("More expected arguments of a type than there are parameters are an error")
    func tooMany() {
        imposer.impose(for: Int.self, option: .closureBased) { (_: Name, _: Bool) in 1 }
            .expectingArguments(Name.self, Name.self)
        #expect(findings.map(\.message).first?.hasSuffix("what is left is (Bool).") == true)
        #expect(findings.count == 1)
    }

    @Test("An expected argument that a parameter takes as a supertype is a warning")
    func subtype() throws {
        imposer.impose(for: Int.self, option: .closureBased) { (_: any Animal) in 1 }.expectingArguments(Dog.self)
        let finding = try #require(findings.first)
        #expect(finding.severity == .warning)
        #expect(finding.fix.hasSuffix(", write:\n   .expectingArguments(ArgumentFindingTests.Animal.self)"))
        #expect(throws: Never.self) { try imposer.tryInject(of: Int.self, arguments: Dog()) }
    }

    @Test("Expected arguments that fit the parameters are no finding, in any order")
    func fit() {
        imposer.impose(for: Int.self, option: .closureBased) { (_: Name, _: Dog) in 1 }
            .expectingArguments(Dog.self, Name.self)
        #expect(findings.isEmpty)
    }

    @Test("A second call of expectingArguments adds to the first")
    func twoCalls() {
        imposer.impose(for: Int.self, option: .closureBased) { (_: Name, _: Dog) in 1 }
            .expectingArguments(Dog.self).expectingArguments(Name.self)
        #expect(imposer.validate().findings.filter { $0.severity != .note }.isEmpty)
    }

    @Test("An argument expected as the wrong type is one error, whose fix is the whole call")
    func wrongType() {
        imposer.impose(for: Int.self, option: .closureBased, fileID: "Kennel/Start.swift", line: 3) {
            (_: Name, _: Bool) in 1
        }
        .expectingArguments(Dog.self, Bool.self)
        let found = imposer.validate().findings.filter { $0.severity != .note }
        #expect(found.map(\.kind) == [.argument])
        #expect(
            found.first?.fix.onOneLine
                == """
                1. At Kennel/Start.swift:3, in place of what it expects, write: \
                .expectingArguments(ArgumentFindingTests.Name.self, Bool.self)
                """
        )
        imposer.impose(for: Int8.self, option: .closureBased, fileID: "Kennel/Start.swift", line: 4) {
            (_: Name, _: Bool) in 1
        }
        .expectingArguments(Bool.self)
        let missing = imposer.validate().findings.first { $0.kind == .missing }
        #expect(missing?.fix.contains(".expectingArguments(Bool.self, ArgumentFindingTests.Name.self)") == true)
    }

    @Test("An expected argument of a provider without parameters is an error")
    func withoutParameters() {
        imposer.impose(for: Int.self, option: .closureBased) { 1 }.expectingArguments(Dog.self)
        #expect(findings.first?.message.hasSuffix("of that type: it has none.") == true)
    }
}
