import Impose
import Testing

// A test for each feature of Stimpak, in its own words.

@Suite("What Stimpak had, by names of scopes")
struct StimpakScopeNameRowTests {
    private let container = Imposer()

    @Test("As in Stimpak, scopes are opened by any hashable name")
    func namesOfScopes() {
        let names: [any Hashable & Sendable] = ["request", 1, StimpakNumber(value: 1), ImposerType.secondary]
        let scopes = names.map { container.openScope($0) }
        for (name, scope) in zip(names, scopes) { #expect(container.scope(named: name) === scope) }
        #expect(container.scope(named: StimpakNumber(value: 2)) == nil)
    }

    @Test("As in Stimpak, nested scopes each have an instance of their own")
    func nestedScopes() {
        container.impose(for: StimpakService.self, option: .scopedInstance, StimpakService())
        let outer = container.openScope("outer")
        let inner = outer.openScope("inner")
        #expect(outer.inject(of: StimpakService.self) !== inner.inject(of: StimpakService.self))
        #expect(inner.inject(of: StimpakService.self) === inner.inject(of: StimpakService.self))
        #expect(outer.scope(named: "inner") === inner)
        #expect(container.scope(named: "inner") == nil)
    }

    @Test("As in Stimpak, a scope is disposed of with those inside it")
    func disposingFromTheScope() {
        container.impose(for: StimpakService.self, option: .scopedInstance, StimpakService())
        let outer = container.openScope("outer")
        let inner = outer.openScope("inner")
        weak let instance = inner.inject(of: StimpakService.self)
        #expect(instance != nil)
        outer.dispose()
        #expect(instance == nil)
        #expect(outer.isDisposed && inner.isDisposed)
        #expect(container.scope(named: "outer") == nil)
    }

    @Test("As in Stimpak, the container disposes of a scope by its name")
    func disposingFromTheContainer() {
        container.impose(for: StimpakService.self, option: .scopedInstance, StimpakService())
        let first = container.openScope(7)
        let other = container.openScope(8)
        weak let instance = first.inject(of: StimpakService.self)
        #expect(container.disposeScopes(named: 7) == 1)
        #expect(instance == nil)
        #expect(first.isDisposed && !other.isDisposed)
    }
}
