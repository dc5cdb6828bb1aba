import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Log: Sendable {}

private final class FileLog: Log {}

struct GivenCustomer: Sendable, Equatable {
    let name: String
}

private final class Greeting: Sendable {
    let customer: GivenCustomer

    init(customer: GivenCustomer) { self.customer = customer }
}

/// A class that is not `Sendable`: the code that gives it does not touch it afterwards.
private final class Draft {
    var text = ""
}

/// The imposers that something can be given to.
private enum Taker: CaseIterable {
    case primary, secondary, custom, privateOne, child, scope, nested

    var imposer: Imposer {
        switch self {
        case .primary: .shared
        case .secondary: .imposer(for: .secondary)
        case .custom: .imposer(for: .custom("eu"))
        case .privateOne: Imposer()
        case .child: Imposer(parent: .shared)
        case .scope: Imposer.openScope()
        case .nested: Imposer.openScope().openScope()
        }
    }
}

@Suite("A value that is given", .imposing(empty: true))
struct GiveTests {
    @Test("A value given to any kind of imposer is injected there as its type", arguments: Taker.allCases)
    private func any(taker: Taker) throws {
        let imposer = taker.imposer
        imposer.give(GivenCustomer(name: "Ada"))
        for _ in 0..<3 {
            #expect(imposer.inject(of: GivenCustomer.self).name == "Ada")
            #expect(imposer.run { imposer.inject(of: GivenCustomer.self).name } == "Ada")
        }
        #expect(imposer.isImposed(GivenCustomer.self))
        #expect(try imposer.injectAll(of: GivenCustomer.self).map(\.name) == ["Ada"])
    }

    @Test("A value may be given for its own type, a protocol, an optional, and under a name")
    func types() {
        let scope = Imposer.openScope()
        let log = FileLog()
        scope.give(log, for: (any Log).self)
        scope.give(GivenCustomer(name: "Bob"), named: "second")
        scope.give(GivenCustomer(name: "Cid"), for: GivenCustomer.self, named: "third")
        scope.give(GivenCustomer?.none)
        #expect(scope.inject(of: (any Log).self) as? FileLog === log)
        #expect(!scope.isImposed(FileLog.self))
        #expect(scope.inject(of: GivenCustomer.self, named: "second").name == "Bob")
        #expect(scope.inject(of: GivenCustomer.self, named: "third").name == "Cid")
        #expect(scope.unforceInject(of: GivenCustomer.self) == nil)
        // Nil was given, so nothing else is looked for.
        Imposer.impose(for: GivenCustomer.self, GivenCustomer(name: "primary"))
        #expect(scope.inject(of: GivenCustomer?.self) == nil)
        #expect(scope.inject(of: GivenCustomer.self).name == "primary")
    }

    @Test("A value given for its own type answers for its supertypes")
    func compatible() {
        let scope = Imposer.openScope()
        let log = FileLog()
        scope.give(log)
        #expect(scope.inject(of: (any Log).self) as? FileLog === log)
    }

    @Test("A given value hides the parent's for the same key, in that scope and inside it alone")
    func hides() {
        Imposer.impose(for: GivenCustomer.self, GivenCustomer(name: "primary"))
        for _ in 0..<2 { #expect(inject(of: GivenCustomer.self).name == "primary") }
        let (scope, other) = (Imposer.openScope(), Imposer.openScope())
        #expect(scope.inject(of: GivenCustomer.self).name == "primary")
        scope.give(GivenCustomer(name: "Ada"))
        let inner = scope.openScope()
        for asked in [scope, inner] { #expect(asked.inject(of: GivenCustomer.self).name == "Ada") }
        #expect(scope.run { inject(of: GivenCustomer.self).name } == "Ada")
        for asked in [other, .shared] { #expect(asked.inject(of: GivenCustomer.self).name == "primary") }
    }

    @Test("A given value is replaced by the next one, but not in what was built with the first")
    func replaced() {
        Imposer.impose(for: Greeting.self, option: .scopedInstance, Greeting.init)
        let scope = Imposer.openScope()
        scope.give(GivenCustomer(name: "Ada"))
        let greeting: Greeting = scope.inject()
        scope.give(GivenCustomer(name: "Bob"))
        #expect(scope.inject(of: GivenCustomer.self).name == "Bob")
        #expect(scope.inject(of: Greeting.self) === greeting)
        #expect(greeting.customer.name == "Ada")
    }

    @Test("A given value replaces what was imposed for its key, and what is imposed next replaces it")
    func replacing() {
        let disposed = CallCounter()
        let scope = Imposer.openScope()
        scope.impose(for: GivenCustomer.self) { GivenCustomer(name: "imposed") }.onDispose { _ in disposed.increment() }
        #expect(scope.inject(of: GivenCustomer.self).name == "imposed")
        scope.give(GivenCustomer(name: "given"))
        #expect(scope.inject(of: GivenCustomer.self).name == "given")
        #expect(disposed.count == 1)
        scope.impose(for: GivenCustomer.self) { GivenCustomer(name: "again") }
        #expect(scope.inject(of: GivenCustomer.self).name == "again")
    }

    @Test("A given value stays through a reset, and can be removed")
    func resetting() {
        let scope = Imposer.openScope()
        scope.give(GivenCustomer(name: "Ada"))
        scope.reset()
        #expect(scope.inject(of: GivenCustomer.self).name == "Ada")
        #expect(scope.remove(for: GivenCustomer.self))
        #expect(scope.unforceInject(of: GivenCustomer.self) == nil)
    }

    @Test("A given value is let go of with its scope, or when it is replaced or removed")
    func released() throws {
        func given(to scope: Imposer) -> Watched<FileLog> {
            let log = FileLog()
            scope.give(log)
            return Watched(log)
        }
        let scope = Imposer.openScope()
        let first = given(to: scope)
        _ = scope.inject(of: FileLog.self)
        #expect(!first.isGone)
        let second = given(to: scope)
        #expect(first.isGone && !second.isGone)
        scope.remove(for: FileLog.self)
        #expect(second.isGone)
        let third = given(to: scope)
        scope.dispose()
        #expect(third.isGone)
        #expect(given(to: scope).isGone)
    }

    @Test("After a value was given to a disposed scope, no other one answers there in its place")
    func disposed() {
        let scope = Imposer.openScope()
        scope.dispose()
        scope.give(GivenCustomer(name: "late"))
        Imposer.impose(for: GivenCustomer.self, GivenCustomer(name: "primary"))
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: GivenCustomer.self) }?.kind == .disposed)
        #expect(inject(of: GivenCustomer.self).name == "primary")
    }

    @Test("A given value need not be Sendable, since it is sent")
    func sent() {
        let draft = Draft()
        draft.text = "sent"
        let scope = Imposer.openScope()
        scope.give(draft)
        #expect(scope.inject(of: Draft.self).text == "sent")
    }
}
