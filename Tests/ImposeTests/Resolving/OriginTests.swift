import Impose
import Testing

private final class Basket: Sendable {}

private let options: [InjectOption] = [
    .singleInstance, .scopedInstance, .weakInstance, .graphInstance, .closureBased,
]

@Suite("A scope that was disposed of answers nothing, whatever is remembered outside")
struct OriginTests {
    /// An imposer that remembers how it answers.
    private static func imposer(_ option: InjectOption) -> Imposer {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: option, Basket.init)
        for _ in 0..<2 { _ = imposer.inject(of: Basket.self) }
        return imposer
    }

    /// What comes of asking an imposer while a scope is running.
    private static func kind(_ asked: Imposer, in scope: Imposer) -> ImposeError.Kind? {
        scope.run { failure { () throws(ImposeError) in try asked.tryInject(of: Basket.self) }?.kind }
    }

    @Test("neither itself nor what is asked while it runs", arguments: options)
    func scope(option: InjectOption) {
        let imposer = Self.imposer(option)
        let scope = imposer.openScope()
        #expect(Self.kind(imposer, in: scope) == nil)
        #expect(Self.kind(scope, in: scope) == nil)
        scope.dispose()
        #expect(Self.kind(imposer, in: scope) == .disposed)
        #expect(Self.kind(scope, in: scope) == .disposed)
        #expect(Self.kind(imposer, in: imposer) == nil)
    }

    @Test("nor one inside another, which is still open and answers for itself", arguments: options)
    func nested(option: InjectOption) {
        let imposer = Self.imposer(option)
        let outer = imposer.openScope()
        let inner = outer.openScope()
        for asked in [imposer, outer, inner] { #expect(Self.kind(asked, in: inner) == nil) }
        inner.dispose()
        for asked in [imposer, inner] { #expect(Self.kind(asked, in: inner) == .disposed) }
        #expect(Self.kind(outer, in: inner) == nil)
    }
}
