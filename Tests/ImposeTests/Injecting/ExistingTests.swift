import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Store: Sendable {
    var number: Int { get }
}

private class Shelf: Store, @unchecked Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class Rack: Shelf, @unchecked Sendable {}

private struct View: Sendable {
    let number: Int
}

@Suite("Existing instances", .imposing(empty: true))
struct ExistingTests {
    private let made = CallCounter()

    private func impose(_ option: InjectOption, on imposer: Imposer = .shared) -> Registration<Shelf> {
        imposer.impose(for: Shelf.self, option: option) { [made] in Shelf(made.increment()) }
    }

    @Test(
        "An existing instance is nil before it is made, and then the one that is injected",
        arguments: [
            InjectOption.singleInstance, .scopedInstance, .weakInstance,
        ]
    )
    func kept(option: InjectOption) {
        _ = impose(option)
        #expect(Imposer.existing(Shelf.self) == nil)
        #expect(made.count == 0)
        let shelf = inject(of: Shelf.self)
        #expect(Imposer.existing(Shelf.self) === shelf)
        #expect(Imposer.shared.existing(Shelf.self) === shelf)
        #expect(made.count == 1)
        Imposer.reset()
        #expect(Imposer.existing(Shelf.self) == nil)
        withExtendedLifetime(shelf) {}
    }

    @Test("There is no existing instance where none is kept", arguments: [InjectOption.closureBased, .graphInstance])
    func unkept(option: InjectOption) {
        _ = impose(option)
        _ = inject(of: Shelf.self)
        #expect(Imposer.existing(Shelf.self) == nil)
        #expect(made.count == 1)
    }

    @Test("There is no existing instance where nothing is imposed, or several tie")
    func unanswered() {
        #expect(Imposer.existing(Store.self) == nil)
        Imposer.impose(for: Rack.self, instance: Rack(1))
        final class Box: Shelf, @unchecked Sendable {}
        Imposer.impose(for: Box.self, instance: Box(2))
        #expect(Imposer.existing(Store.self) == nil)
        #expect(Imposer.existing(Rack.self)?.number == 1)
    }

    @Test("A weak instance exists as long as somebody holds it")
    func weak() {
        _ = impose(.weakInstance)
        var shelf: Shelf? = inject()
        #expect(Imposer.existing(Shelf.self)?.number == shelf?.number)
        shelf = nil
        #expect(Imposer.existing(Shelf.self) == nil)
        #expect(made.count == 1)
    }

    @Test("An instance that was imposed as one exists from the start")
    func instance() {
        let shelf = Shelf(7)
        Imposer.impose(for: Shelf.self, instance: shelf)
        #expect(Imposer.existing(Shelf.self) === shelf)
        #expect(inject(of: Shelf.self) === shelf)
        Imposer.reset()
        #expect(Imposer.existing(Shelf.self) === shelf)
        let scope = Imposer.openScope()
        scope.impose(for: Int.self, instance: 3)
        #expect(scope.existing(Int.self) == 3)
        #expect(Imposer.existing(Int.self) == nil)
        scope.give("given")
        #expect(scope.existing(String.self) == "given")
    }

    @Test("An imposed instance does not exist before it has been decorated")
    func decorated() {
        let calls = CallCounter()
        Imposer.impose(for: Shelf.self, instance: Shelf(7)).decorated { shelf in
            calls.increment()
            return Rack(shelf.number + 1)
        }
        #expect(Imposer.existing(Shelf.self) == nil)
        #expect(calls.count == 0)
        #expect(inject(of: Shelf.self).number == 8)
        #expect(Imposer.existing(Shelf.self)?.number == 8)
    }

    @Test("An instance that was stored exists")
    func stored() throws {
        _ = impose(.singleInstance)
        try Imposer.store(Shelf(9), for: Shelf.self)
        #expect(Imposer.existing(Shelf.self)?.number == 9)
        #expect(made.count == 0)
    }

    @Test("An existing instance is found as an injection finds it: type, distance, name, optional")
    func matching() {
        Imposer.impose(for: Rack.self, named: "x") { Rack(1) }
        Imposer.impose(for: Shelf.self) { Shelf(2) }
        _ = inject(of: Shelf.self)
        #expect(Imposer.existing(Store.self)?.number == 2)
        #expect(Imposer.existing(Shelf?.self)??.number == 2)
        #expect(Imposer.existing(Store.self, named: "x") == nil)
        _ = inject(of: Rack.self, named: "x")
        #expect(Imposer.existing(Store.self, named: "x")?.number == 1)
        let kind: Shelf.Type = Rack.self
        #expect(Imposer.existing(kind, named: "x") is Rack)
        #expect(Imposer.existing(kind) == nil)
        // One that is chosen and not made hides one that is made.
        Imposer.impose(for: Store.self) { Rack(3) }
        #expect(Imposer.existing(Store.self) == nil)
    }

    @Test("The existing instance of an alias is the original's, as the alias gives it")
    func alias() {
        let conversions = CallCounter()
        impose(.singleInstance).alias(Store.self) { $0 }.alias(View.self) {
            conversions.increment()
            return View(number: 10 * $0.number)
        }
        #expect(Imposer.existing(Store.self) == nil)
        #expect(Imposer.existing(View.self) == nil)
        #expect(conversions.count == 0 && made.count == 0)
        let shelf = inject(of: Shelf.self)
        #expect(Imposer.existing(Store.self) as? Shelf === shelf)
        #expect(Imposer.existing(View.self)?.number == 10)
        #expect(made.count == 1)
        Imposer.remove(for: Shelf.self)
        #expect(Imposer.existing(View.self) == nil)
    }

    @Test("The existing instance of an alias in a scope is the scope's own")
    func aliasInScope() {
        impose(.scopedInstance).alias(View.self) { View(number: $0.number) }
        let (one, other) = (Imposer.openScope(), Imposer.openScope())
        _ = one.inject(of: Shelf.self)
        #expect(one.existing(View.self)?.number == 1)
        #expect(other.existing(View.self) == nil)
        other.impose(for: Shelf.self, instance: Shelf(5))
        #expect(other.existing(View.self)?.number == 5)
        #expect(Imposer.existing(View.self) == nil)
    }

    @Test("Aliases in a cycle have no existing instance")
    func aliasCycle() {
        let shelf = Imposer.impose(for: Shelf.self) { Shelf(1) }
        let view = Imposer.impose(for: View.self) { View(number: 1) }
        view.alias(Shelf.self) { Shelf($0.number) }
        shelf.alias(View.self) { View(number: $0.number) }
        #expect(Imposer.existing(Shelf.self) == nil)
        #expect(Imposer.existing(View.self) == nil)
    }

    @Test("A scope has existing instances of its own, and those of singletons")
    func scopes() {
        _ = impose(.scopedInstance)
        Imposer.impose(for: View.self) { View(number: 4) }
        let (one, other) = (Imposer.openScope(), Imposer.openScope())
        let own = one.inject(of: Shelf.self)
        #expect(one.existing(Shelf.self) === own)
        #expect(one.run { Imposer.existing(Shelf.self) } === own)
        #expect(other.existing(Shelf.self) == nil)
        #expect(Imposer.existing(Shelf.self) == nil)
        #expect(one.openScope().existing(Shelf.self) == nil)
        #expect(one.existing(View.self) == nil)
        _ = inject(of: View.self)
        #expect(one.existing(View.self)?.number == 4)
        one.dispose()
        #expect(one.existing(Shelf.self) == nil)
    }

    @Test("An isolated directory has existing instances of its own")
    func isolated() {
        _ = impose(.singleInstance)
        let outer = inject(of: Shelf.self)
        Imposer.isolated {
            #expect(Imposer.existing(Shelf.self) == nil)
            let inner = inject(of: Shelf.self)
            #expect(Imposer.existing(Shelf.self) === inner)
            #expect(inner !== outer)
        }
        #expect(Imposer.existing(Shelf.self) === outer)
    }

    @Test("An instance for arguments does not exist for a request without any")
    func arguments() {
        Imposer.impose(for: Shelf.self) { (number: Int) in Shelf(number) }
        _ = inject(of: Shelf.self, arguments: 3)
        #expect(Imposer.existing(Shelf.self) == nil)
        Imposer.impose(for: Int.self, 4)
        _ = inject(of: Shelf.self)
        #expect(Imposer.existing(Shelf.self)?.number == 4)
    }

    @Test("An instance that is being made does not exist yet")
    func beingMade() {
        let seen = Shared<Shelf?>(Shelf(0))
        Imposer.impose(for: Shelf.self) {
            let existing = Imposer.existing(Shelf.self)
            seen.withLock { $0 = existing }
            return Shelf(1)
        }
        _ = inject(of: Shelf.self)
        #expect(seen.withLock { $0 } == nil)
    }
}
