import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Stock: Sendable {}

/// A class that takes a stock in every way that waits.
private final class Ware: InjectionOwner, @unchecked Sendable {
    let imposer = Imposer.shared
    let later: Injected<Stock>
    @Imposed var imposed: Stock
    @OwnerInjected var owned: Stock
    @UnforceInjected var perhaps: Stock?

    init(later: Injected<Stock> = Injected()) { self.later = later }
}

private final class PolicyOwner: @unchecked Sendable {
    @OwnerInjected var stock: Stock
}

/// A way to ask, from outside, for an instance that is imposed inside.
private struct Escape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Called inside. Returns a closure that asks later: whether it got anything but an error of kind `disposed`.
    let prepare: @Sendable () -> @Sendable () -> Bool

    init(_ description: String, _ prepare: @escaping @Sendable () -> @Sendable () -> Bool) {
        testDescription = description
        self.prepare = prepare
    }
}

/// Whether something is not an error of kind `disposed`.
private func isAnswered<T>(_ injection: () throws(ImposeError) -> T) -> Bool {
    failure(of: injection)?.kind != .disposed
}

private let escapes = [
    Escape("a wrapper") {
        let ware = Ware()
        return { isAnswered { () throws(ImposeError) in try ware.$imposed.tryInject() } }
    },
    Escape("a wrapper that gives nil") {
        let ware = Ware()
        return { ware.perhaps != nil }
    },
    Escape("a wrapper of what is kept") {
        let ware: Ware = inject()
        return { isAnswered { () throws(ImposeError) in try ware.$imposed.tryInject() } }
    },
    Escape("a wrapper that was created in a scope") {
        let scope = Imposer.openScope()
        let ware = scope.run { Ware() }
        return { isAnswered { () throws(ImposeError) in try ware.$imposed.tryInject() } }
    },
    Escape("a wrapper of a scope, which is held by nobody else") {
        let ware = Imposer.openScope().run { Ware() }
        return { isAnswered { () throws(ImposeError) in try ware.$imposed.tryInject() } }
    },
    Escape("the imposer of an owner") {
        let ware = Ware()
        return { isAnswered { () throws(ImposeError) in try ware.$owned.tryInject() } }
    },
    Escape("the policy for owners") {
        let owner = PolicyOwner()
        return { isAnswered { () throws(ImposeError) in try owner.$stock.tryInject() } }
    },
    Escape("the shared imposer") {
        let imposer = Imposer.shared
        return { isAnswered { () throws(ImposeError) in try imposer.tryInject(of: Stock.self) } }
    },
    Escape("what is run in the shared imposer") {
        let imposer = Imposer.shared
        return { imposer.run { isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self) } } }
    },
    Escape("all instances") {
        let imposer = Imposer.shared
        return { isAnswered { () throws(ImposeError) in try imposer.injectAll(of: Stock.self) } }
    },
    Escape("with a name") {
        let context = Imposer.currentContext()
        return { context.run { isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self, named: "x") } } }
    },
    Escape("with arguments") {
        let context = Imposer.currentContext()
        return { context.run { isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self, arguments: 1) } } }
    },
    Escape("storing") {
        let imposer = Imposer.shared
        return { isAnswered { () throws(ImposeError) in try imposer.store(Stock(), for: Stock.self) } }
    },
    Escape("an imposer that was not asked for inside") {
        let context = Imposer.currentContext()
        return {
            context.run { isAnswered { () throws(ImposeError) in try tryInject(from: .custom("x"), of: Stock.self) } }
        }
    },
    Escape("a scope") {
        let scope = Imposer.openScope()
        return { isAnswered { () throws(ImposeError) in try scope.tryInject(of: Stock.self) } }
    },
    Escape("what is run in a scope") {
        let scope = Imposer.openScope().openScope()
        return { scope.run { isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self) } } }
    },
    Escape("a scope that is opened afterwards") {
        let imposer = Imposer.shared
        return { isAnswered { () throws(ImposeError) in try imposer.openScope().tryInject(of: Stock.self) } }
    },
    Escape("a child of the shared imposer") {
        let child = Imposer(parent: .shared)
        child.impose(for: Stock.self, Stock.init)
        return { isAnswered { () throws(ImposeError) in try child.tryInject(of: Stock.self) } }
    },
    Escape("a child that is made afterwards") {
        let imposer = Imposer.shared
        return {
            let child = Imposer(parent: imposer)
            child.impose(for: Stock.self, Stock.init)
            return isAnswered { () throws(ImposeError) in try child.tryInject(of: Stock.self) }
        }
    },
    Escape("a context") {
        let context = Imposer.currentContext()
        return { context.run { isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self) } } }
    },
    Escape("a context with a scope") {
        let context = Imposer.openScope("x").run { Imposer.currentContext() }
        return { context.run { isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self) } } }
    },
    Escape("a directory that is begun in a context afterwards") {
        let context = Imposer.currentContext()
        return {
            context.run {
                Imposer.isolated { isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self) } }
            }
        }
    },
]

@Suite("What escapes from a directory that has ended", .imposing(empty: true), .timeLimit(.minutes(20)))
struct EndsWithBodyEscapeTests {
    fileprivate static func provide() {
        Imposer.impose(for: Stock.self, Stock.init)
        Imposer.impose(for: Stock.self, named: "x", Stock.init)
        Imposer.impose(for: Ware.self, Ware.init)
    }

    @Test(
        "What escapes from a directory that ended with its body gets an error, on any thread",
        arguments: escapes,
        EndingWay.allCases
    )
    private func escaped(escape: Escape, way: EndingWay) async {
        Self.provide()
        let isAnswered = await way.run { escape.prepare() }
        #expect(!isAnswered())
        onAnotherThread { #expect(!isAnswered()) }
    }

    @Test("What is to escape from a directory is answered as long as the body runs", arguments: escapes)
    private func inside(escape: Escape) {
        Self.provide()
        Imposer.isolated(endsWithBody: true) {
            let isAnswered = escape.prepare()
            #expect(isAnswered())
        }
    }

    @Test(
        "What escapes from an ended directory is never answered by the process's directory",
        arguments: EndingWay.allCases
    )
    func process(way: EndingWay) async {
        await #expect(processExitsWith: .success) { [way] in
            Self.provide()
            for escape in escapes {
                let isAnswered = await way.run { escape.prepare() }
                if isAnswered() { fatalError(escape.testDescription) }
            }
            exit(0)
        }
    }

    @Test("A task that runs on after its directory has ended gets the error", arguments: EndingWay.allCases)
    func tasks(way: EndingWay) async {
        Self.provide()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = await way.run {
            Task {
                let before = isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self) }
                for await _ in gate { break }
                return (before, isAnswered { () throws(ImposeError) in try tryInject(of: Stock.self) })
            }
        }
        open.yield()
        // Whether it began before the body ended is chance.
        #expect(await !task.value.1)
    }

    @Test("A wrapper that injected before its directory ended keeps what it has")
    func injectedBefore() {
        Self.provide()
        let (ware, stock) = Imposer.isolated(endsWithBody: true) {
            let ware = Ware()
            return (ware, ware.perhaps)
        }
        #expect(stock != nil)
        #expect(ware.perhaps === stock)
    }
}
