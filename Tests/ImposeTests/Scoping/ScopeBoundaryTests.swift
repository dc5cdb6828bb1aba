import Impose
import TestSupport
import Testing

private final class Basket: Sendable {}

private final class Selection: Sendable {}

private final class Database: Sendable {
    let selection: Selection

    init(_ selection: Selection) { self.selection = selection }
}

private struct Page: Sendable {
    let selection: Selection
    let again: Selection
    let database: Database
}

/// The imposers that a request searches, as an error lists them.
private func searched(_ imposer: Imposer, in scope: Imposer) -> [String] {
    let error = scope.run { failure { () throws(ImposeError) in try imposer.tryInject(of: Never.self) } }
    return (error?.searched ?? []).map {
        $0.replacing(" (0 registrations)", with: "").replacing(" (given nothing)", with: "")
    }
}

@Suite("Where the search of a scope ends")
struct ScopeBoundaryTests {
    @Test("A running scope is searched up to the first parent that is one of a directory")
    func endsBeforeDirectory() {
        Imposer.isolated(empty: true) {
            let (primary, secondary) = (Imposer.shared, Imposer.imposer(for: .secondary))
            defer { withExtendedLifetime(primary) {} }
            let scope = Imposer(parent: Imposer.imposer(for: .custom("eu")), label: "between").openScope("inner")
            #expect(
                searched(secondary, in: scope)
                    == ["scope \"inner\"", "private imposer \"between\"", "secondary", "primary", "custom(eu)"]
            )
        }
    }

    @Test("A running scope is searched up to what it shares with the imposer that was asked")
    func endsAtSharedAncestor() {
        let root = Imposer(label: "root")
        let shared = Imposer(parent: root, label: "shared")
        let asked = Imposer(parent: shared, label: "asked")
        let scope = Imposer(parent: shared, label: "other").openScope("inner")
        #expect(
            searched(asked, in: scope) == [
                "scope \"inner\"", "private imposer \"other\"", "private imposer \"asked\"",
                "private imposer \"shared\"", "private imposer \"root\"",
            ]
        )
    }

    @Test("A reset of a scope forgets all that it keeps, and nothing of another scope")
    func reset() {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)
        let (scope, other) = (imposer.openScope(), imposer.openScope())
        let (old, others) = (scope.inject(of: Basket.self), other.inject(of: Basket.self))
        scope.reset()
        #expect(scope.inject(of: Basket.self) !== old)
        #expect(other.inject(of: Basket.self) === others)
    }

    @Test("A singleton that is built for a scope's injection has a graph instance of its own")
    func graphInstance() {
        let imposer = Imposer()
        imposer.impose(for: Selection.self, option: .graphInstance, Selection.init)
        imposer.impose(for: Database.self, Database.init)
        imposer.impose(for: Page.self, option: .closureBased, Page.init)
        let page = imposer.openScope().inject(of: Page.self)
        #expect(page.selection === page.again)
        #expect(page.selection !== page.database.selection)
    }

    @Test("a private imposer that is disposed of takes its private children and the scopes in them with it")
    func privateChildren() {
        let disposed = Collected<Int>()
        let parent = Imposer()
        let child = Imposer(parent: parent)
        let scope = child.openScope()
        child.impose(for: Basket.self, Basket.init).onDispose { _ in disposed.add(1) }
        scope.impose(for: Selection.self, Selection.init).onDispose { _ in disposed.add(2) }
        _ = (child.inject(of: Basket.self), scope.inject(of: Selection.self))
        parent.dispose()
        #expect(disposed.all == [2, 1])
        for imposer in [child, scope, child.openScope(), Imposer(parent: parent)] {
            #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Basket.self) }?.kind == .disposed)
        }
    }

    @Test("asking whether an optional is imposed is asking for what is inside it")
    func optionals() {
        let imposer = Imposer()
        #expect(!imposer.isImposed(Basket?.self))
        #expect(imposer.inject(of: Basket?.self) == nil)
        imposer.impose(for: Basket.self, Basket.init)
        #expect(imposer.isImposed(Basket?.self))
        #expect(imposer.isImposed(Basket??.self))
    }
}
