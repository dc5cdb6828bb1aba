import Impose
import TestSupport
import Testing

private class Tool: @unchecked Sendable {}

private protocol Sharp: AnyObject, Sendable {}

private final class Knife: Tool, Sharp, @unchecked Sendable {}

@Suite("A search that comes by what has ended")
struct EndedSearchTests {
    private let imposer = Imposer()

    private func kind<T>(_ asked: Imposer, _ type: T.Type, _ rules: InjectionRules = .nearest) -> ImposeError.Kind? {
        failure { () throws(ImposeError) in try asked.tryInject(of: type, ifNoMatchUse: rules) }?.kind
    }

    @Test(
        "In an ended scope a castable request is an error disposed if the scope had anything",
        arguments: [false, true]
    )
    func castHidden(isGiven: Bool) {
        imposer.impose(for: Sharp.self) { Knife() }
        let scope = imposer.openScope()
        if isGiven { scope.give(Tool()) } else { scope.impose(for: Tool.self) { Knife() } }
        scope.dispose()
        // By the casting rules the answer is exact outside, and all the same the scope comes first.
        #expect(kind(scope, (any Sharp).self, .nearestAndCastable) == .disposed)
        #expect(kind(scope, (any Sharp)?.self, .furthestAndCastable) == .disposed)
        #expect(!scope.isImposed((any Sharp).self, ifNoMatchUse: .nearestAndCastable))
        #expect(kind(scope, (any Sharp).self) == nil)
    }

    @Test("In an ended scope a cast finds what is outside if the scope had only other names")
    func otherName() {
        imposer.impose(for: Tool.self) { Knife() }
        let scope = imposer.openScope()
        scope.give(Tool(), named: "other")
        scope.dispose()
        #expect(kind(scope, (any Sharp).self, .nearestAndCastable) == nil)
    }

    @Test("In an ended scope a castable request is an error disposed if the scope kept a candidate")
    func castKept() {
        imposer.impose(for: Tool.self, option: .scopedInstance) { Knife() }
        imposer.impose(for: Int.self, 1)
        let scope = imposer.openScope()
        #expect(kind(scope, (any Sharp).self, .nearestAndCastable) == nil)
        scope.dispose()
        #expect(kind(scope, (any Sharp).self, .nearestAndCastable) == .disposed)
        #expect(kind(scope, (any Sharp)?.self, .nearestAndCastable) == .disposed)
    }

    @Test(
        "A private imposer that has ended refuses, also where a scope runs that would answer",
        arguments: [false, true]
    )
    func refusing(isGiven: Bool) {
        let ended = Imposer(label: "ended")
        ended.dispose()
        imposer.withScope { scope in
            if isGiven { scope.give(Tool()) } else { scope.impose(for: Tool.self) { Tool() } }
            #expect(kind(ended, Tool.self) == .disposed)
            #expect(kind(ended, Tool?.self) == .disposed)
            #expect(kind(ended, Tool.self, .nearestAndCastable) == .disposed)
            #expect(!ended.isImposed(Tool.self))
            #expect(ended.existing(Tool.self) == nil)
            #expect(failure { () throws(ImposeError) in try ended.injectAll(of: Tool.self) }?.kind == .disposed)
            #expect(failure { () throws(ImposeError) in try ended.store(Tool(), for: Tool.self) }?.kind == .disposed)
        }
    }

    @Test("A value that a scope was given goes with it, also after a refused request in the scope")
    func released() {
        let ended = Imposer(label: "ended")
        ended.dispose()
        let tool = imposer.withScope { scope in
            scope.give(Tool())
            #expect(kind(ended, Tool.self) == .disposed)
            return Watched(scope.inject(of: Tool.self))
        }
        #expect(tool.isGone)
    }

    @Test("A handle of what an ended scope had registered still finds what stands outside, also in an open scope")
    func handle() throws {
        final class Drawer: Sendable {
            let tool: Imposed<Tool>
            init(tool: Imposed<Tool>) { self.tool = tool }
        }
        let outer = imposer.openScope()
        outer.impose(for: Tool.self, Tool.init)
        let scope = outer.openScope()
        scope.impose(for: Drawer.self, Drawer.init)
        let drawer = scope.inject(of: Drawer.self)
        scope.dispose()
        #expect(try drawer.tool.tryInject() === outer.inject(of: Tool.self))
    }
}
