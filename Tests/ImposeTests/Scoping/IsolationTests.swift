import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Value: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
}

private struct Holder {
    @Injected var injected: Value
    @UnforceInjected var unforced: Value?
    @InjectedWeakly var weakly: Value?
    @InjectedAll var all: [Value]
    @Imposed var imposed: Value

    var texts: [String?] {
        [injected.text, unforced?.text, weakly?.text, all.first?.text, imposed.text]
    }
}

private struct ValueModule: ModuleInjector {
    let type: ImposerType
    let text: String

    func provide(for imposer: Imposer) {
        imposer.impose(for: Value.self) { [text] in Value(text) }
    }
}

private final class PolicyOwner {
    @OwnerInjected var value: Value
}

private enum Mishap: Error { case known }

@Suite("Code in an isolated directory", .imposing(empty: true))
struct IsolationTests {
    @Test("Imposer.isolated runs its code once, and returns what that returns")
    func result() async {
        let calls = CallCounter()
        #expect(await Imposer.isolated { calls.increment() } == 1)
        let asynchronous = await Imposer.isolated {
            await Task.yield()
            return calls.increment()
        }
        #expect(asynchronous == 2)
    }

    @Test("Imposer.isolated passes on what its body throws, with the type")
    func errors() async {
        func typed() throws(Mishap) { try Imposer.isolated { () throws(Mishap) in throw .known } }
        do throws(Mishap) {
            try typed()
            Issue.record("Nothing was thrown")
        } catch {
            #expect(error == .known)
        }
        await #expect(throws: Mishap.known) {
            try await Imposer.isolated { () async throws in
                await Task.yield()
                throw Mishap.known
            }
        }
        // And nothing of it is left behind.
        #expect(!Imposer.isImposed(Value.self))
    }

    @Test("An isolated directory has the registrations from outside, and none of the instances")
    func copy() {
        Imposer.impose(for: Value.self) { Value("outer") }
        let outer: Value = inject()
        let inner = Imposer.isolated { inject(of: Value.self) }
        #expect(inner.text == "outer")
        #expect(inner !== outer)
        #expect(inject(of: Value.self) === outer)
        #expect(Imposer.isolated(empty: true) { unforceInject(of: Value.self) } == nil)
    }

    @Test("An instance that was handed in is the same one in every isolated directory")
    func instance() {
        let value = Value("handed in")
        Imposer.impose(for: Value.self, instance: value)
        #expect(Imposer.isolated { inject(of: Value.self) } === value)
    }

    static let types: [ImposerType] = [.primary, .secondary, .custom("a"), .custom("b")]

    @Test("An isolated directory has imposers of its own, with the same registrations", arguments: types)
    func imposers(type: ImposerType) {
        for type in Self.types { Imposer.imposer(for: type).impose(for: Value.self) { Value("\(type)") } }
        let outer = Imposer.imposer(for: type)
        Imposer.isolated {
            #expect(Imposer.imposer(for: type) !== outer)
            #expect(inject(from: type, of: Value.self).text == "\(type)")
            Imposer.imposer(for: type).impose(for: Value.self) { Value("inner") }
            for other in Self.types {
                #expect(inject(from: other, of: Value.self).text == (other == type ? "inner" : "\(other)"))
            }
        }
        #expect(inject(from: type, of: Value.self).text == "\(type)")
        Imposer.isolated(empty: true) {
            #expect(unforceInject(from: type, of: Value.self) == nil)
        }
    }

    @Test("Functions, the shared imposer, wrappers and modules mean the isolated directory")
    func everything() throws {
        Imposer.provide(using: ValueModule(type: .primary, text: "outer"))
        try Imposer.isolated {
            Imposer.provide(using: ValueModule(type: .primary, text: "inner"))
            Imposer.provide(using: ValueModule(type: .secondary, text: "secondary"))
            #expect(inject(of: Value.self).text == "inner")
            let tried = try tryInject(of: Value.self)
            #expect(tried.text == "inner")
            #expect(unforceInject(of: Value.self)?.text == "inner")
            let all = try injectAll(of: Value.self)
            #expect(all.map(\.text) == ["inner", "secondary"])
            #expect(Imposer.shared.inject(of: Value.self).text == "inner")
            #expect(Holder().texts == Array(repeating: "inner", count: 5))
            #expect(PolicyOwner().value.text == "inner")
            #expect(Imposer.imposer(for: .secondary).inject(of: Value.self).text == "secondary")
        }
        #expect(Holder().texts == Array(repeating: "outer", count: 5))
        #expect(inject(from: .secondary, of: Value.self).text == "outer")
    }

    /// A change on one side, which must not be seen on the other.
    enum Change: CaseIterable, Sendable {
        case impose, keep, add, remove, reset, removeAll, store, module, dispose, policy

        func make() throws {
            switch self {
            case .impose: Imposer.impose(for: Value.self) { Value("changed") }
            case .keep: Imposer.impose(for: Value.self, onConflict: .keep) { Value("changed") }
            case .add: Imposer.impose(for: Value.self, named: "new") { Value("changed") }
            case .remove: Imposer.remove(for: Value.self)
            case .reset: Imposer.reset()
            case .removeAll: Imposer.removeAll()
            case .store: try Imposer.shared.store(Value("changed"), for: Value.self)
            case .module: Imposer.provide(using: ValueModule(type: .primary, text: "changed"))
            case .dispose: Imposer.shared.dispose()
            case .policy: Imposer.ownerPolicy = { _ in Imposer() }
            }
        }
    }

    /// The instances that one side sees: the same each time if nothing was changed.
    private static func look() -> [ObjectIdentifier?] {
        let values: [Value?] = [
            unforceInject(), unforceInject(from: .secondary), unforceInject(named: "new"),
            Imposer.ownerPolicy == nil ? nil : Value(""),
        ]
        return values.map { $0.map { ObjectIdentifier($0) } }
    }

    @Test("The nearest match in an isolated directory heeds what changed since it was found outside")
    func nearestAfterChanges() {
        class Base: @unchecked Sendable {}
        class Middle: Base, @unchecked Sendable {}
        final class Leaf: Middle, @unchecked Sendable {}
        final class Other: Middle, @unchecked Sendable {}
        func nearest() -> String { String(describing: type(of: inject() as Base)) }
        Imposer.impose(for: Leaf.self, Leaf.init)
        #expect(nearest() == "Leaf")
        Imposer.isolated {
            Imposer.impose(for: Middle.self, Middle.init)
            #expect(nearest() == "Middle", "a nearer one was added")
            Imposer.isolated {
                #expect(nearest() == "Middle", "as in what it is a copy of")
                Imposer.remove(for: Middle.self)
                #expect(nearest() == "Leaf")
            }
        }
        Imposer.isolated {
            Imposer.impose(for: Middle.self, named: "other", Middle.init)
            #expect(nearest() == "Leaf", "one with a name is another one")
            Imposer.impose(for: Other.self, Other.init).preferred()
            #expect(nearest() == "Other", "at the same distance, but preferred")
        }
        Imposer.isolated {
            let replacing = Leaf()
            Imposer.impose(for: Leaf.self, instance: replacing)
            #expect(inject() as Base === replacing, "the same type again")
            Imposer.remove(for: Leaf.self)
            #expect(inject() as Base? == nil, "nothing is left")
        }
        #expect(nearest() == "Leaf")
    }

    @Test("No change in an isolated directory is seen outside", arguments: Change.allCases)
    func changesInside(change: Change) throws {
        Imposer.impose(for: Value.self) { Value("kept") }
        let before = Self.look()
        #expect(before[0] != nil)
        try Imposer.isolated {
            _ = Self.look()
            try change.make()
            #expect(Self.look() != before)
        }
        #expect(Self.look() == before)
    }

    @Test("No change outside is seen in an isolated directory", arguments: Change.allCases)
    func changesOutside(change: Change) throws {
        Imposer.impose(for: Value.self) { Value("kept") }
        let outside = Imposer.currentContext()
        try Imposer.isolated {
            let before = Self.look()
            try outside.run { try change.make() }
            #expect(Self.look() == before)
        }
    }

    @Test("What was removed in an isolated directory stays so, whatever else is imposed there")
    func removedForGood() {
        let names = (0..<20).map { InjectionName("\($0)") }
        for name in names { Imposer.impose(for: Int.self, named: name, 1) }
        Imposer.isolated {
            for name in names.prefix(3) { Imposer.remove(for: Int.self, named: name) }
            for name in names.dropFirst(3) {
                Imposer.impose(for: Int.self, named: name, 2)
                #expect(!names.prefix(3).contains { Imposer.isImposed(Int.self, named: $0) })
                #expect(inject(of: Int.self, named: name) == 2)
            }
        }
        #expect(names.allSatisfy { inject(of: Int.self, named: $0) == 1 })
    }

    @Test("Directories that change on threads of their own do not see one another")
    func atOnce() {
        Imposer.impose(for: Value.self) { Value("0") }
        let contexts = [Imposer.currentContext()] + (0..<3).map { _ in Imposer.isolated { Imposer.currentContext() } }
        onThreads(4, rounds: 200) { round, thread in
            contexts[thread].run {
                let mine = "\(thread), \(round)"
                Imposer.impose(for: Value.self) { Value(mine) }
                let made: Value = inject()
                #expect(made.text == mine)
                Imposer.reset()
                let remade: Value = inject()
                #expect(remade !== made)
                #expect(remade.text == mine)
                Imposer.remove(for: Value.self)
                #expect(unforceInject(of: Value.self) == nil)
                Imposer.removeAll()
            }
        }
    }

    @Test("An isolated directory may begin inside another one, and end")
    func nested() async {
        Imposer.impose(for: Value.self) { Value("0") }
        await Imposer.isolated {
            Imposer.impose(for: Value.self) { Value("1") }
            let one: Value = inject()
            await Imposer.isolated {
                await Task.yield()
                #expect(inject(of: Value.self).text == "1")
                #expect(inject(of: Value.self) !== one)
                Imposer.impose(for: Value.self) { Value("2") }
                #expect(await Imposer.isolated { inject(of: Value.self).text } == "2")
                #expect(await Imposer.isolated(empty: true) { unforceInject(of: Value.self) } == nil)
            }
            #expect(inject(of: Value.self) === one)
        }
        #expect(inject(of: Value.self).text == "0")
    }

    @Test("A private imposer is the same in an isolated directory")
    func privateImposers() {
        let imposer = Imposer()
        imposer.impose(for: Value.self) { Value("private") }
        let value: Value = imposer.inject()
        Imposer.isolated {
            #expect(imposer.inject(of: Value.self) === value)
            imposer.impose(for: Value.self, named: "more") { Value("more") }
            imposer.reset()
        }
        #expect(imposer.isImposed(Value.self, named: "more"))
        #expect(imposer.inject(of: Value.self) !== value)
    }

    @Test("In an isolated directory no scope of outside is current, and new scopes belong to it")
    func scopes() {
        Imposer.impose(for: Value.self, option: .scopedInstance) { Value("") }
        let outer = Imposer.openScope("outer")
        outer.run {
            let scoped: Value = inject()
            Imposer.isolated {
                let unscoped: Value = inject()
                #expect(unscoped !== scoped)
                #expect(Imposer.shared.scope(named: "outer") == nil)
                let scope = Imposer.openScope("inner")
                #expect(scope.run { inject(of: Value.self) } !== unscoped)
                #expect(scope.run { inject(of: Value.self) } === scope.inject(of: Value.self))
                // A scope brings its directory along.
                #expect(outer.run { inject(of: Value.self) } === scoped)
                #expect(inject(of: Value.self) === unscoped)
            }
            #expect(inject(of: Value.self) === scoped)
            #expect(Imposer.shared.scope(named: "inner") == nil)
        }
    }

    @Test("An isolated directory begins with the owner policy of outside, and changes its own")
    func ownerPolicy() {
        let (one, other) = (Imposer(), Imposer())
        one.impose(for: Value.self) { Value("one") }
        other.impose(for: Value.self) { Value("other") }
        Imposer.ownerPolicy = { _ in one }
        Imposer.isolated {
            #expect(PolicyOwner().value.text == "one")
            Imposer.ownerPolicy = { _ in other }
            #expect(PolicyOwner().value.text == "other")
        }
        #expect(PolicyOwner().value.text == "one")
        #expect(Imposer.isolated(empty: true) { Imposer.ownerPolicy == nil })
    }

    @Test(
        "Lifetimes mean the same in an isolated directory",
        arguments: [InjectOption.singleInstance, .closureBased, .weakInstance]
    )
    func lifetimes(option: InjectOption) {
        Imposer.impose(for: Value.self, option: option) { Value("") }
        let outer: Value = inject()
        Imposer.isolated {
            let inner: Value = inject()
            #expect(inner !== outer)
            #expect((inject(of: Value.self) === inner) == (option != .closureBased))
        }
        #expect((inject(of: Value.self) === outer) == (option != .closureBased))
    }
}
