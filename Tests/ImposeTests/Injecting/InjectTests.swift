import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Shape: Sendable {
    var name: String { get }
}

private protocol Polygon: Shape {}

private protocol Square: Polygon {}

private struct Figure: Square {
    var name = "figure"
}

private protocol Solid: Sendable {
    var name: String { get }
}

private struct Cube: Solid {
    var name = "cube"
}

/// A class that gets its dependency the way most apps write it.
private final class Drawing: Sendable {
    let solid: any Solid

    init(solid: any Solid = inject(from: .custom("default"))) {
        self.solid = solid
    }
}

private struct Spoiled: Error {}

@Suite("Injecting with functions", .imposing(empty: true))
struct InjectTests {
    // MARK: Every function, as a global one and as a method

    @Test("The type is inferred from where the instance goes")
    func infersType() throws {
        let imposer = Imposer()
        imposer.impose(for: Shape.self, Figure())
        let injected: any Shape = imposer.inject()
        let tried: any Shape = try imposer.tryInject()
        let unforced: (any Shape)? = imposer.unforceInject()
        let all: [any Shape] = try imposer.injectAll()
        #expect([injected.name, tried.name, unforced?.name, all.first?.name] == Array(repeating: "figure", count: 4))
    }

    @Test("The global functions start at the imposer that is named")
    func startsAtNamedImposer() throws {
        let type = ImposerType.custom("from")
        Imposer.imposer(for: type).impose(for: Shape.self, Figure(name: "from"))
        #expect(inject(from: type, of: Shape.self).name == "from")
        #expect(try tryInject(from: type, of: Shape.self).name == "from")
        #expect(unforceInject(from: type, of: Shape.self)?.name == "from")
        #expect(try injectAll(from: type, of: Shape.self).map(\.name) == ["from"])
    }

    @Test("Without a from, the global functions start at the primary imposer")
    func startsAtPrimary() throws {
        Imposer.impose(for: Shape.self, Figure(name: "primary"))
        #expect(inject(of: Shape.self).name == "primary")
        #expect(try tryInject(of: Shape.self).name == "primary")
        #expect(unforceInject(of: Shape.self)?.name == "primary")
        #expect(try injectAll(of: Shape.self).map(\.name) == ["primary"])
    }

    @Test("A name picks the registration under that name", arguments: ["thick", "thin"])
    func picksName(_ name: String) throws {
        let imposer = Imposer()
        imposer.impose(for: Shape.self, Figure(name: "nameless"))
        imposer.impose(for: Shape.self, named: "thick", Figure(name: "thick"))
        imposer.impose(for: Shape.self, named: "thin", Figure(name: "thin"))
        #expect(imposer.inject(of: Shape.self).name == "nameless")
        #expect(imposer.inject(of: Shape.self, named: InjectionName(name)).name == name)
        #expect(try imposer.tryInject(of: Shape.self, named: InjectionName(name)).name == name)
        #expect(imposer.unforceInject(of: Shape.self, named: InjectionName(name))?.name == name)
        #expect(try imposer.injectAll(of: Shape.self, named: InjectionName(name)).map(\.name) == [name])
    }

    @Test(
        "The rules choose among what is compatible",
        arguments: [
            (InjectionRules.nearest, "polygon"), (.furthest, "square"),
            (.nearestAndCastable, "polygon"), (.furthestAndCastable, "square"),
        ]
    )
    func rulesChoose(_ rules: InjectionRules, _ expected: String) throws {
        let imposer = Imposer()
        imposer.impose(for: Square.self, Figure(name: "square"))
        imposer.impose(for: Polygon.self, Figure(name: "polygon"))
        #expect(imposer.inject(of: Shape.self, ifNoMatchUse: rules).name == expected)
        #expect(try imposer.tryInject(of: Shape.self, ifNoMatchUse: rules).name == expected)
        #expect(imposer.unforceInject(of: Shape.self, ifNoMatchUse: rules)?.name == expected)
    }

    @Test("A castable rule finds an instance whose registration does not say what it is")
    func castableFindsInstance() throws {
        let imposer = Imposer()
        imposer.impose(for: Shape.self, Figure(name: "hidden"))
        #expect(imposer.unforceInject(of: Square.self) == nil)
        #expect(try imposer.tryInject(of: Square.self, ifNoMatchUse: .nearestAndCastable).name == "hidden")
        #expect(imposer.inject(of: Square.self, ifNoMatchUse: .furthestAndCastable).name == "hidden")
    }

    // MARK: Default arguments

    @Test("inject() as a default argument fills in what the caller leaves out")
    func defaultArgument() {
        Imposer.imposer(for: .custom("default")).impose(for: Solid.self, Cube(name: "imposed"))
        #expect(Drawing().solid.name == "imposed")
        #expect(Drawing(solid: Cube(name: "given")).solid.name == "given")
    }

    @Test("A default argument injects at each call, so it sees what is imposed by then")
    func defaultArgumentInjectsEachTime() {
        struct Ink { let name: String }
        struct Pen {
            let ink: Ink
            init(ink: Ink = inject(from: .custom("each"))) { self.ink = ink }
        }
        let imposer = Imposer.imposer(for: .custom("each"))
        imposer.impose(for: Ink.self, Ink(name: "blue"))
        #expect(Pen().ink.name == "blue")
        imposer.impose(for: Ink.self, Ink(name: "red"))
        #expect(Pen().ink.name == "red")
    }

    // MARK: Failures

    @Test("tryInject throws an ImposeError, unforceInject gives nil")
    func failures() {
        let imposer = Imposer()
        let error = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Shape.self) }
        #expect(error?.kind == .missing)
        #expect(imposer.unforceInject(of: Shape.self) == nil)
    }

    @Test("unforceInject gives nil for whatever reason the injection fails")
    func unforceIsNilOnAnyFailure() {
        let imposer = Imposer()
        imposer.impose(for: Shape.self) { () throws -> any Shape in throw Spoiled() }
        #expect(imposer.unforceInject(of: Shape.self) == nil)
        #expect(imposer.unforceInject(of: Shape.self, named: "unknown") == nil)
        imposer.impose(for: Shape.self, Figure())
        #expect(imposer.unforceInject(of: Shape.self, arguments: "superfluous") == nil)
        #expect(imposer.unforceInject(of: Shape.self) != nil)
    }

    @Test("A provider that threw is called again by the next injection")
    func triesAgain() throws {
        let calls = Tally()
        let imposer = Imposer()
        imposer.impose(for: Figure.self) { () throws -> Figure in
            guard calls.add() > 1 else { throw Spoiled() }
            return Figure(name: "second try")
        }
        #expect(throws: ImposeError.self) { try imposer.tryInject(of: Figure.self) }
        #expect(try imposer.tryInject(of: Figure.self).name == "second try")
        #expect(calls.count == 2)
    }

    @Test("A request for an optional is nil if nothing is imposed, and the instance if something is")
    func optionalRequests() throws {
        let imposer = Imposer()
        #expect(try imposer.tryInject(of: (any Shape)?.self) == nil)
        imposer.impose(for: Shape.self, Figure())
        #expect(try imposer.tryInject(of: (any Shape)?.self)?.name == "figure")
    }

    // MARK: Parents and private imposers

    @Test("A private imposer asks its parents, but not the global imposers")
    func privateImposers() {
        struct Secret {}
        let parent = Imposer()
        let child = Imposer(parent: parent)
        Imposer.imposer(for: .custom("private")).impose(for: Secret.self, Secret())
        #expect(child.unforceInject(of: Secret.self) == nil)
        parent.impose(for: Secret.self, Secret())
        #expect(child.unforceInject(of: Secret.self) != nil)
    }
}
