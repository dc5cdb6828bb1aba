import Impose
import TestSupport
import Testing

private final class Basket: Sendable {}

private let options: [InjectOption] = [
    .singleInstance, .scopedInstance, .scopedInstance(in: "request"), .weakInstance, .graphInstance, .closureBased,
]

@Suite("What is remembered outside does not answer for a scope that was disposed of, unless it is true there, too")
struct OriginTests {
    /// An imposer that has answered requests, and remembers the answers.
    private static func imposer(_ option: InjectOption) -> Imposer {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: option, Basket.init)
        let scope = imposer.openScope("request")
        for asked in [scope, imposer, scope] { _ = asked.unforceInject(of: Basket.self) }
        return imposer
    }

    /// The kind of error that asking an imposer gives while a scope is running, if any.
    private static func kind(_ asked: Imposer, in scope: Imposer) -> ImposeError.Kind? {
        scope.run { failure { () throws(ImposeError) in try asked.tryInject(of: Basket.self) }?.kind }
    }

    /// The expected kind: instances that the scope would keep are gone, and all others are injected.
    private static func end(_ option: InjectOption) -> ImposeError.Kind? {
        option == .scopedInstance || option == .scopedInstance(in: "request") ? .disposed : nil
    }

    @Test("What was remembered outside is not answered in an ended scope that would keep it", arguments: options)
    func scope(option: InjectOption) {
        let imposer = Self.imposer(option)
        let scope = imposer.openScope("request")
        for asked in [imposer, scope] { #expect(Self.kind(asked, in: scope) == nil) }
        scope.dispose()
        for _ in 0..<3 {
            for asked in [imposer, scope] { #expect(Self.kind(asked, in: scope) == Self.end(option)) }
        }
        #expect(Self.kind(imposer, in: imposer) == (option == .scopedInstance(in: "request") ? .noScope : nil))
    }

    @Test("What is remembered in an outer scope is not answered in an ended one inside", arguments: options)
    func nested(option: InjectOption) {
        let imposer = Self.imposer(option)
        let outer = imposer.openScope("request")
        let inner = outer.openScope()
        for asked in [imposer, outer, inner] { #expect(Self.kind(asked, in: inner) == nil) }
        inner.dispose()
        // A scope of a name that is still open keeps its instances.
        let end = option == .scopedInstance ? ImposeError.Kind.disposed : nil
        for asked in [imposer, inner] { #expect(Self.kind(asked, in: inner) == end) }
        #expect(Self.kind(outer, in: inner) == nil)
    }

    @Test("What was remembered outside is not answered in an ended scope that was given its own", arguments: options)
    func hidden(option: InjectOption) {
        let imposer = Self.imposer(option)
        let scope = imposer.openScope("request")
        scope.give(Basket())
        for asked in [imposer, scope] { #expect(Self.kind(asked, in: scope) == nil) }
        scope.dispose()
        for _ in 0..<3 {
            for asked in [imposer, scope] { #expect(Self.kind(asked, in: scope) == .disposed) }
        }
    }
}
