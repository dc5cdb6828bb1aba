import Impose
import TestSupport
import Testing

private final class Part: Sendable {}

private final class Kept: Sendable {
    let part: Part
    init(part: Part) { self.part = part }
}

private final class Loose: Sendable {
    let part: Part
    let later = Imposed<Int>()
    init(part: Part) { self.part = part }
}

private final class Both: Sendable {
    let (kept, loose): (Kept, Loose)
    init(kept: Kept, loose: Loose) { (self.kept, self.loose) = (kept, loose) }
}

@Suite("An instance that is held weakly")
struct WeakBuildingTests {
    private func openScope() -> Imposer {
        let scope = Imposer().openScope()
        scope.impose(for: Part.self, option: .graphInstance, Part.init)
        scope.impose(for: Loose.self, option: .weakInstance, Loose.init)
        scope.impose(for: Kept.self, option: .scopedInstance, Kept.init)
        scope.impose(for: Both.self, option: .closureBased, Both.init)
        return scope
    }

    @Test("The wrappers of a scope's weak instance keep the scope open")
    func keepsScope() {
        var loose: Loose?
        func open() -> Watched<Imposer> {
            let scope = openScope()
            loose = scope.inject(of: Loose.self)
            return Watched(scope)
        }
        let scope = open()
        #expect(loose != nil && !scope.isGone)
        loose = nil
        #expect(scope.isGone)
    }

    @Test("A scope's weak instance shares no graph instance with what the scope keeps")
    func sharesNothing() {
        let both = openScope().inject(of: Both.self)
        #expect(both.kept.part !== both.loose.part)
    }
}
