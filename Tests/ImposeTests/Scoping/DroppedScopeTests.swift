import Impose
import TestSupport
import Testing

private class Resource: @unchecked Sendable {
    let name: String
    private let end: @Sendable () -> Void

    init(_ name: String = "", end: @escaping @Sendable () -> Void = {}) {
        (self.name, self.end) = (name, end)
    }

    deinit { end() }
}

@Suite("Disposing of a scope, and its name")
struct DroppedScopeTests {
    @Test("also happens when the last reference to the scope goes")
    func dropped() {
        let imposer = Imposer()
        let disposed = Collected<String>()
        imposer.impose(for: Resource.self, option: .scopedInstance) { Resource("scoped") }
            .onDispose { disposed.add($0.name) }
        var scope: Imposer? = imposer.openScope("request")
        let watched = scope.map { Watched($0.inject(of: Resource.self)) }
        scope = nil
        #expect(watched?.isGone == true)
        #expect(disposed.all == ["scoped"])
        #expect(imposer.scope(named: "request") == nil)
    }
}
