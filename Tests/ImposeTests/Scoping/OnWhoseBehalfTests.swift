import Impose
import TestSupport
import Testing

private final class Secret: Sendable {
    let origin: String

    init(_ origin: String) { self.origin = origin }
}

/// A class that takes a secret in every way there is.
private final class Keeper: @unchecked Sendable {
    let parameter: Secret
    let asked: Secret
    let lazy: Injected<Secret>
    @Injected var wrapped: Secret
    @InjectedAll var all: [Secret]
    @Imposed var imposed: Secret

    init(parameter: Secret, lazy: Injected<Secret>, asked: Secret = inject()) {
        (self.parameter, self.asked, self.lazy) = (parameter, asked, lazy)
    }

    /// The origins of all secrets, but for the imposed one.
    var origins: Set<String> {
        Set([parameter, asked, lazy(), wrapped].map(\.origin) + all.map(\.origin))
    }
}

/// The imposer that has a keeper's registration: the scope's parent, another one of its directory, or the scope.
private enum Holder: CaseIterable {
    case primary, secondary, scope

    func imposer(_ scope: Imposer) -> Imposer {
        switch self {
        case .primary: .shared
        case .secondary: .imposer(for: .secondary)
        case .scope: scope
        }
    }
}

/// An instance that injects in the scope that keeps it, without holding that.
private final class Visitor: Sendable {
    private let context = Imposer.currentContext()

    func kindOfError() -> ImposeError.Kind? {
        context.run { failure { () throws(ImposeError) in try tryInject(of: Secret.self) }?.kind }
    }
}

@Suite("What is injected for an instance is injected for its keeper")
struct OnWhoseBehalfTests {
    /// Whose secrets an instance gets that is asked for in a scope.
    private static let table: [(InjectOption, Holder, String)] = [
        (.singleInstance, .primary, "primary"),
        (.singleInstance, .secondary, "primary"),
        (.singleInstance, .scope, "scope"),
        (.weakInstance, .primary, "primary"),
        (.weakInstance, .scope, "scope"),
        (.scopedInstance, .primary, "scope"),
        (.scopedInstance, .secondary, "scope"),
        (.scopedInstance, .scope, "scope"),
        (.closureBased, .primary, "scope"),
        (.closureBased, .secondary, "scope"),
        (.graphInstance, .primary, "scope"),
    ]

    @Test("An instance injects from what keeps it, by parameters, calls, handles and wrappers", arguments: table)
    private func behalf(option: InjectOption, holder: Holder, expected: String) {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Secret.self) { Secret("primary") }
            let scope = Imposer.openScope()
            scope.impose(for: Secret.self) { Secret("scope") }
            holder.imposer(scope).impose(for: Keeper.self, option: option) {
                (parameter: Secret, lazy: Injected<Secret>) in
                Keeper(parameter: parameter, lazy: lazy)
            }
            let (first, second) = scope.run { (inject(of: Keeper.self), inject(of: Keeper.self)) }
            // Read in the scope, outside it, and on another thread.
            #expect(scope.run { first.origins } == [expected])
            #expect(second.origins == [expected])
            onAnotherThread { #expect(first.origins == [expected]) }
            // A wrapper that does not cache follows the scope while that is running.
            #expect(scope.run { first.imposed.origin } == "scope")
            #expect(second.imposed.origin == expected)
            onAnotherThread { #expect(first.imposed.origin == expected) }
        }
    }

    @Test("A singleton asked for first in a nested scope captures nothing of the scopes")
    func nested() {
        let imposer = Imposer()
        imposer.impose(for: Secret.self, option: .scopedInstance) { Secret("\(imposer.isDisposed)") }
        imposer.impose(for: Keeper.self) { (parameter: Secret, lazy: Injected<Secret>) in
            Keeper(parameter: parameter, lazy: lazy, asked: imposer.inject())
        }
        imposer.impose(for: [Keeper].self, option: .closureBased) { (keeper: Keeper) in [keeper] }
        let outer = imposer.openScope()
        let inner = outer.openScope()
        let keeper = inner.run { inner.inject(of: [Keeper].self) }[0]
        let own: Secret = imposer.inject()
        #expect(keeper.parameter === own)
        #expect(keeper.asked === own)
        #expect(keeper.lazy() === own)
        #expect(inner.inject(of: Secret.self) !== own)
        outer.dispose()
        #expect(imposer.inject(of: Keeper.self).lazy() === own)
    }

    @Test("A singleton of a scope gets that scope's instances, also when a nested scope asks first")
    func singletonOfScope() {
        let imposer = Imposer()
        imposer.impose(for: Secret.self, option: .scopedInstance) { Secret("") }
        let outer = imposer.openScope()
        outer.impose(for: Keeper.self) { (parameter: Secret, lazy: Injected<Secret>) in
            Keeper(parameter: parameter, lazy: lazy, asked: parameter)
        }
        let inner = outer.openScope()
        let keeper: Keeper = inner.inject()
        #expect(keeper.parameter === outer.inject(of: Secret.self))
        #expect(keeper.lazy() === outer.inject(of: Secret.self))
    }

    @Test("a kept instance does not keep the scope that it was made in, although its wrappers inject from there")
    func release() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Secret.self, option: .scopedInstance) { Secret("scoped") }
            Imposer.impose(for: Keeper.self, option: .scopedInstance) {
                (parameter: Secret, lazy: Injected<Secret>) in
                Keeper(parameter: parameter, lazy: lazy)
            }
            var scope: Imposer? = Imposer.openScope()
            let watched = scope.map { Watched($0) }
            let keeper = scope?.inject(of: Keeper.self)
            let held = keeper.map { Watched($0) }
            scope = nil
            #expect(watched?.isGone == true)
            #expect(held?.isGone == false)
            withExtendedLifetime(keeper) {}
        }
    }

    @Test(
        "an instance that has outlived its scope gets nothing that is scoped, also not what is kept outside",
        arguments: [true, false]
    )
    func outlived(isDisposed: Bool) {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Secret.self, option: .scopedInstance) { Secret("") }
            Imposer.impose(for: Visitor.self, option: .scopedInstance, Visitor.init)
            var scope: Imposer? = Imposer.openScope()
            let visitor = scope?.inject(of: Visitor.self)
            #expect(visitor?.kindOfError() == nil)
            if isDisposed { scope?.dispose() } else { scope = nil }
            #expect(visitor?.kindOfError() == .disposed)
            withExtendedLifetime(scope) {}
        }
    }

    @Test("an object that nobody keeps holds the scope that it was created in, as long as it may inject")
    func holding() {
        let imposer = Imposer()
        var scope: Imposer? = imposer.openScope()
        scope?.impose(for: Secret.self) { Secret("scope") }
        var wrapper = scope?.run { Injected<Secret>() }
        let watched = scope.map { Watched($0) }
        scope = nil
        #expect(wrapper?().origin == "scope")
        wrapper = nil
        #expect(watched?.isGone == true)
    }
}
