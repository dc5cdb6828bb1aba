import Impose
import TestSupport
import Testing

private protocol Named: AnyObject, Sendable { var name: String { get } }

private protocol Loud: AnyObject, Sendable {}

private class Guest: Named, @unchecked Sendable {
    let name: String
    init(name: String) { self.name = name }
}

private protocol Star: Named {}

private final class Singer: Guest, Star, Loud, @unchecked Sendable {}

private final class Waiter: Named {
    let name: String
    init(name: String) { self.name = name }
}

private protocol Visitor: AnyObject, Sendable {}

extension Guest: Visitor {}

@Suite("What a scope has itself")
struct ScopeContentTests {
    private let imposer = Imposer()
    private let scope: Imposer

    init() { scope = imposer.openScope() }

    @Test("removeAll of a scope leaves the instances that the scope keeps of others' registrations")
    func removingAll() {
        imposer.impose(for: Guest.self, option: .scopedInstance) { Guest(name: "kept") }
        let kept = scope.inject(of: Guest.self)
        scope.impose(for: Singer.self) { Singer(name: "own") }
        scope.give("given")
        #expect(scope.inject(of: Singer.self).name == "own")
        scope.removeAll()
        #expect(!scope.isImposed(Singer.self) && !scope.isImposed(String.self))
        #expect(scope.inject(of: Guest.self) === kept)
    }

    @Test("A given value comes back when the scope is reset after another one was stored")
    func reset() throws {
        let given = Guest(name: "given")
        scope.give(given)
        for name in ["first", "second"] { try scope.store(Guest(name: name), for: Guest.self) }
        #expect(scope.inject(of: Guest.self).name == "second")
        scope.reset()
        #expect(scope.inject(of: Guest.self) === given)
        scope.reset()
        #expect(scope.inject(of: Guest.self) === given)
    }

    @Test("A scope lets go of a value that was stored in the place of a given one when it is reset")
    func released() throws {
        scope.give(Guest(name: "given"))
        func store() throws -> Watched<Guest> {
            let guest = Guest(name: "stored")
            try scope.store(guest, for: Guest.self)
            return Watched(guest)
        }
        let stored = try store()
        #expect(!stored.isGone)
        scope.reset()
        #expect(stored.isGone)
    }

    @Test("Arguments for a given value are an error of kind arguments", arguments: [nil, "guest"] as [InjectionName?])
    private func arguments(name: InjectionName?) {
        scope.give(Singer(name: "given"), named: name)
        func kind<T>(_ type: T.Type, _ rules: InjectionRules = .nearest) -> ImposeError.Kind? {
            failure { () throws(ImposeError) in
                try scope.tryInject(of: type, named: name, ifNoMatchUse: rules, arguments: 1)
            }?.kind
        }
        #expect(kind(Singer.self) == .arguments)
        #expect(kind(Guest.self) == .arguments)
        #expect(kind((any Named)?.self) == .arguments)
        #expect(kind((any Loud).self, .nearestAndCastable) == .arguments)
    }

    @Test("Among what injectAll finds, a given value stands where it was given")
    func order() throws {
        scope.give(Guest(name: "1"), named: "guests")
        imposer.impose(for: Waiter.self, named: "guests") { Waiter(name: "2") }
        let inner = scope.openScope()
        inner.give(Guest(name: "3"), named: "guests")
        scope.impose(for: Waiter.self, named: "guests") { Waiter(name: "4") }
        inner.give(Guest(name: "5"), named: "guests")
        scope.give(Guest(name: "6"), named: "guests")
        let found = try inner.injectAll(of: (any Named).self, named: "guests")
        // The inner one hides the outer guest, and the scope's waiter the imposer's.
        #expect(found.map(\.name) == ["4", "5"])
        inner.remove(for: Guest.self, named: "guests")
        #expect(try inner.injectAll(of: (any Named).self, named: "guests").map(\.name) == ["4", "6"])
        inner.give(Guest(name: "7"), for: (any Named).self, named: "guests")
        #expect(try inner.injectAll(of: (any Named).self, named: "guests").map(\.name) == ["7", "4", "6"])
    }

    @Test("An object that was given for two types counts twice in injectAll")
    func givenTwice() throws {
        let singer = Singer(name: "both")
        scope.give(singer)
        scope.give(singer, for: Guest.self)
        #expect(try scope.injectAll(of: (any Named).self).count == 2)
    }

    @Test("A given value is found by a cast, as a registration's instance is")
    func cast() throws {
        let singer = Singer(name: "given")
        scope.give(singer, for: (any Named).self)
        scope.give(1)
        #expect(scope.inject(of: (any Loud).self, ifNoMatchUse: .nearestAndCastable) === singer)
        scope.give(Singer(name: "other"), for: (any Visitor).self)
        let error = failure { () throws(ImposeError) in
            try scope.tryInject(of: (any Loud).self, ifNoMatchUse: .furthestAndCastable)
        }
        #expect(error?.kind == .ambiguous)
    }

    @Test("An alias of a given value is that value, and no tie with it, by whatever type")
    func alias() throws {
        scope.impose(for: Singer.self) { Singer(name: "imposed") }.alias((any Loud).self) { $0 }
            .alias((any Star).self) { $0 }
        let singer = Singer(name: "given")
        scope.give(singer)
        #expect(scope.inject(of: (any Loud).self) === singer)
        #expect(try scope.injectAll(of: (any Loud).self).count == 1)
        // The alias is the nearest.
        #expect(scope.inject(of: (any Named).self) === singer)
        #expect(try scope.injectAll(of: (any Named).self).count == 1)
    }
}
