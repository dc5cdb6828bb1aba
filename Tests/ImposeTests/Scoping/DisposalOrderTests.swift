import Impose
import TestSupport
import Testing

private final class Page: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

@Suite("The order of disposal over nested scopes")
struct DisposalOrderTests {
    private let disposed = Collected<String>()

    private func make(_ name: String, in scope: Imposer) {
        let disposed = disposed
        scope.impose(for: Page.self, named: InjectionName(name)) { Page(name) }.onDispose { disposed.add($0.name) }
        _ = scope.inject(of: Page.self, named: InjectionName(name))
    }

    @Test("An inner scope ends before the outer one disposes of anything, whenever that was made")
    func innerFirst() {
        let outer = Imposer().openScope()
        make("early", in: outer)
        let inner = outer.openScope()
        make("inner 1", in: inner)
        make("late", in: outer)
        make("inner 2", in: inner)
        outer.dispose()
        withExtendedLifetime(inner) {}
        #expect(disposed.all == ["inner 2", "inner 1", "late", "early"])
    }

    @Test("Of scopes beside each other, the one that was opened last ends first, each after those inside it")
    func latestFirst() {
        let imposer = Imposer()
        let scopes = (0..<3).map { _ in imposer.openScope() }
        let inner = (0..<3).map { _ in scopes[1].openScope() }
        for (number, scope) in zip([0, 1, 2], scopes) { make("\(number)", in: scope) }
        for (number, scope) in zip([0, 1, 2], inner) { make("inner \(number)", in: scope) }
        imposer.dispose()
        withExtendedLifetime((scopes, inner)) {}
        #expect(disposed.all == ["2", "inner 2", "inner 1", "inner 0", "1", "0"])
    }

    @Test("What was stored in a scope goes when its turn comes, by when it was stored")
    func stored() throws {
        final class Noted: Sendable {
            private let (name, gone): (String, Collected<String>)

            init(_ name: String, _ gone: Collected<String>) { (self.name, self.gone) = (name, gone) }

            deinit { gone.add(name) }
        }
        let (scope, gone) = (Imposer().openScope(), Collected<String>())
        for name in ["first", "second", "stored", "last"] {
            scope.impose(for: Noted.self, named: InjectionName(name)) { Noted("made " + name, gone) }
        }
        for name in ["first", "second"] { _ = scope.inject(of: Noted.self, named: InjectionName(name)) }
        try scope.store(Noted("stored", gone), for: Noted.self, named: "stored")
        _ = scope.inject(of: Noted.self, named: "last")
        scope.dispose()
        #expect(gone.all == ["made last", "stored", "made second", "made first"])
    }

    @Test(
        "Of the instances for several arguments that go together, the one that was made last goes first",
        arguments: [false, true]
    )
    func arguments(isInScope: Bool) {
        let imposer = isInScope ? Imposer().openScope() : Imposer()
        let disposed = disposed
        let endings: [() -> Void] = [
            { imposer.reset() }, { imposer.remove(for: Page.self) }, { imposer.removeAll() }, { imposer.dispose() },
        ]
        for ending in endings {
            imposer.impose(for: Page.self) { (name: String) in Page(name) }.onDispose { disposed.add($0.name) }
            let names = (0..<20).map { "\($0)" }.shuffled()
            for name in names { _ = imposer.inject(of: Page.self, arguments: name) }
            let before = disposed.all.count
            ending()
            #expect(Array(disposed.all.dropFirst(before)) == names.reversed())
        }
    }
}
