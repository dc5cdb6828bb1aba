import Foundation
import Impose
import TestSupport
import Testing

private final class User: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

private final class Account: Sendable {
    let user: User

    init(_ user: User) { self.user = user }
}

/// An argument that can't be hashed.
private struct Photo: Sendable {}

/// An argument whose end is the user's code.
private final class Ticket: Hashable, Sendable {
    let number: Int
    let end: @Sendable () -> Void

    init(_ number: Int, end: @escaping @Sendable () -> Void = {}) {
        self.number = number
        self.end = end
    }

    deinit { end() }

    static func == (one: Ticket, other: Ticket) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private enum LettingGo: CaseIterable {
    case reset, removeAll, dispose, replace

    func letGo(_ imposer: Imposer) {
        switch self {
        case .reset: imposer.reset()
        case .removeAll: imposer.removeAll()
        case .dispose: imposer.dispose()
        case .replace: imposer.impose(for: User.self, instance: User("other"))
        }
    }
}

@Suite("Arguments with kept lifetimes", .timeLimit(.minutes(20)))
struct KeptArgumentsTests {
    @Test(
        "A kept lifetime keeps one instance for each list of arguments, in each place",
        arguments: [.singleInstance, .weakInstance, .scopedInstance] as [InjectOption]
    )
    func onePerList(option: InjectOption) {
        let imposer = Imposer()
        imposer.impose(for: User.self, option: option) { (name: String, _: Int) in User(name) }
        let ada: User = imposer.inject(arguments: "Ada", 1)
        let grace: User = imposer.inject(arguments: "Grace", 1)
        #expect(ada.name == "Ada" && grace.name == "Grace")
        for _ in 0..<3 {
            #expect(imposer.inject(of: User.self, arguments: "Ada", 1) === ada)
            #expect(imposer.inject(of: User.self, arguments: "Grace", 1) === grace)
            #expect(imposer.inject(of: User.self, arguments: "Ada", 2) !== ada)
        }
    }

    @Test(
        "The arguments that an instance was made for go after its disposers have run",
        arguments: LettingGo.allCases
    )
    fileprivate func endOfArguments(way: LettingGo) {
        for imposer in [Imposer(), Imposer().openScope()] {
            let events = Collected<String>()
            imposer.impose(for: User.self) { (ticket: Ticket) in User("\(ticket.number)") }
                .onDispose { events.add("\($0.name) disposed of") }
            func make() { _ = imposer.inject(of: User.self, arguments: Ticket(1) { events.add("ticket gone") }) }
            make()
            way.letGo(imposer)
            #expect(events.all == ["1 disposed of", "ticket gone"])
        }
    }

    @Test("arguments of different types are never the same, also where they are equal to each other")
    func types() {
        let imposer = Imposer()
        imposer.impose(for: User.self) { (number: any Hashable & Sendable) in User("\(type(of: number))") }
        #expect(imposer.inject(of: User.self, arguments: 1).name == "Int")
        #expect(imposer.inject(of: User.self, arguments: 1.0).name == "Double")
    }

    @Test("arguments that are not Hashable are an error, and nothing is made", arguments: [true, false])
    func unhashable(isScoped: Bool) {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: User.self, option: isScoped ? .scopedInstance : .singleInstance) { (_: Photo) in
            made.increment()
            return User("")
        }
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: User.self, arguments: Photo()) }
        #expect(error?.kind == .arguments)
        #expect(made.count == 0)
    }

    @Test("arguments that are not Hashable are fine where nothing is kept")
    func unhashableNotKept() throws {
        let imposer = Imposer()
        imposer.impose(for: User.self, option: .closureBased) { (_: Photo) in User("") }
        _ = try imposer.tryInject(of: User.self, arguments: Photo())
    }

    @Test("Instances for arguments are disposed of in the reverse order of creation")
    func disposed() {
        let imposer = Imposer()
        let disposed = Collected<String>()
        imposer.impose(for: User.self) { (name: String) in User(name) }.onDispose { disposed.add($0.name) }
        for name in ["a", "b", "c", "b"] { _ = imposer.inject(of: User.self, arguments: name) }
        imposer.reset()
        #expect(disposed.all == ["c", "b", "a"])
    }

    @Test("a provider that fails for some arguments leaves the others alone")
    func failing() {
        struct Unknown: Error {}
        let imposer = Imposer()
        imposer.impose(for: User.self) { (name: String) throws -> User in
            if name.isEmpty { throw Unknown() }
            return User(name)
        }
        let ada = imposer.inject(of: User.self, arguments: "Ada")
        for _ in 0..<2 { #expect(imposer.unforceInject(of: User.self, arguments: "") == nil) }
        #expect(imposer.inject(of: User.self, arguments: "Ada") === ada)
    }

    @Test("Threads that ask with the same arguments get an instance that is made once", arguments: [8, 64])
    func threads(count: Int) {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: User.self) { [weak imposer] (number: Int) in
            let isFirst = made.increment() == number + 1
            // In every other round all others wait; in the rest they come when they come.
            if isFirst, number.isMultiple(of: 2) {
                #expect(eventually { imposer?.waiters(for: User.self) == count - 1 || made.count > number + 1 })
            }
            return User("\(number)")
        }
        let seen = Collected<String>()
        onThreads(count, rounds: 20) { round, _ in
            seen.add(imposer.inject(of: User.self, arguments: round).name)
        }
        #expect(made.count == 20)
        #expect(seen.all.count == 20 * count)
    }

    @Test("An instance for arguments that is made during a reset holds nothing from before it")
    func duringReset() {
        let imposer = Imposer()
        imposer.impose(for: User.self) { User("") }
        imposer.impose(for: Account.self) { (user: User, _: Int) in Account(user) }
        for _ in 0..<2_000 {
            onThreads(3) { _, thread in
                if thread == 0 { imposer.reset() } else { _ = imposer.inject(of: Account.self, arguments: 1) }
            }
            #expect(imposer.inject(of: Account.self, arguments: 1).user === imposer.inject(of: User.self))
        }
    }

    @Test("The deinit of an argument may inject the same thing again", arguments: Dropping.allCases)
    private func deinits(dropping: Dropping) {
        let imposer = Imposer()
        let ended = CallCounter()
        imposer.impose(for: User.self, option: dropping == .prune ? .weakInstance : .singleInstance) {
            (ticket: Ticket?) throws -> User in
            if dropping == .fail { throw CancellationError() }
            return User("\(ticket?.number ?? 0)")
        }
        onAnotherThread {
            for number in 0..<40 {
                let ticket = Ticket(number) {
                    _ = imposer.unforceInject(of: User.self)
                    ended.increment()
                }
                _ = imposer.unforceInject(of: User.self, arguments: ticket)
                // An equal one, so that the caller's and the one that is kept are two.
                _ = imposer.unforceInject(of: User.self, arguments: Ticket(number))
            }
            dropping.drop(imposer)
        }
        #expect(ended.count > 0)
    }

    @Test("The deinit of an argument may inject when the instance for it can't be made again")
    func deinitAfterFailure() {
        let (imposer, ended, isBroken) = (Imposer(), CallCounter(), CallCounter())
        imposer.impose(for: User.self, option: .weakInstance) { (ticket: Ticket?) throws -> User in
            if ticket != nil, isBroken.count > 0 { throw CancellationError() }
            return User("")
        }
        onAnotherThread {
            let ticket = Ticket(1) {
                _ = imposer.unforceInject(of: User.self)
                ended.increment()
            }
            _ = imposer.unforceInject(of: User.self, arguments: ticket)
        }
        #expect(ended.count == 0)
        isBroken.increment()
        onAnotherThread { #expect(imposer.unforceInject(of: User.self, arguments: Ticket(1)) == nil) }
        #expect(ended.count == 1)
    }

    @Test("The deinit of an argument that is dropped may inject with other arguments")
    func deinitWithArguments() {
        let (imposer, ended) = (Imposer(), CallCounter())
        imposer.impose(for: User.self, option: .weakInstance) { (ticket: Ticket) in User("\(ticket.number)") }
        onAnotherThread {
            for number in 0..<40 {
                let ticket = Ticket(number) {
                    _ = imposer.unforceInject(of: User.self, arguments: Ticket(-1))
                    ended.increment()
                }
                _ = imposer.unforceInject(of: User.self, arguments: ticket)
            }
        }
        #expect(ended.count > 0)
    }

    /// An operation that makes an imposer drop arguments.
    fileprivate enum Dropping: CaseIterable {
        case reset, remove, dispose, prune, fail

        func drop(_ imposer: Imposer) {
            switch self {
            case .reset: imposer.reset()
            case .remove: imposer.remove(for: User.self)
            case .dispose: imposer.dispose()
            case .prune, .fail: break
            }
        }
    }

    #if os(Linux)
        @Test("400,000 arguments of a weak instance do not make the process grow", .enabled(if: memoryCanBeMeasured))
        func resident() async {
            await #expect(processExitsWith: .success) {
                let imposer = Imposer()
                imposer.impose(for: User.self, option: .weakInstance) { (number: Int) in User("\(number)") }
                func inject(_ numbers: Range<Int>) {
                    for number in numbers { _ = imposer.inject(of: User.self, arguments: number) }
                }
                inject(0..<10_000)
                let before = residentMemory()
                inject(10_000..<410_000)
                let growth = residentMemory() - before
                if growth > 4 << 20 { fatalError("grew by \(growth) bytes") }
                exit(0)
            }
        }
    #endif
}
