/// The lifetime of a provider's instances.
///
/// ```swift
/// Imposer.impose(for: Session.self, Session())                              // one, shared
/// Imposer.impose(for: Form.self, option: .closureBased) { Form() }          // a new one at every injection
/// Imposer.impose(for: Basket.self, option: .scopedInstance, Basket.init)    // one for each scope
/// ```
@frozen
public struct InjectOption: Equatable, Sendable, CustomStringConvertible {
    /// The lifetime without the name of its scope.
    @frozen
    @usableFromInline
    package enum Lifetime: String, Sendable {
        case singleInstance
        case closureBased
        case weakInstance
        case scopedInstance
        case graphInstance
    }

    @usableFromInline
    package let lifetime: Lifetime
    /// The name of the scope that keeps the instance; nil where any scope does.
    @usableFromInline
    package let scopeName: InjectionName?

    @inlinable
    init(lifetime: Lifetime, in scopeName: InjectionName? = nil) {
        self.lifetime = lifetime
        self.scopeName = scopeName
    }

    /// One instance per imposer that holds the registration, made at first use, exactly once. The default.
    @inlinable
    public static var singleInstance: InjectOption { InjectOption(lifetime: .singleInstance) }

    /// A new instance at every injection. Nothing is kept.
    @inlinable
    public static var closureBased: InjectOption { InjectOption(lifetime: .closureBased) }

    /// One instance, shared as long as somebody else holds it. Only instances of classes and actors can be held weakly:
    /// for a value the injection fails with an ``ImposeError`` of kind ``ImposeError/Kind/weakValue``.
    @inlinable
    public static var weakInstance: InjectOption { InjectOption(lifetime: .weakInstance) }

    /// One instance for each scope that asks, disposed of with the scope. Asked for outside any scope, one for the
    /// imposer that holds the registration.
    @inlinable
    public static var scopedInstance: InjectOption { InjectOption(lifetime: .scopedInstance) }

    /// Returns the lifetime with one instance for each scope that was opened under a name, disposed of with that scope.
    /// Scopes inside it share the instance.
    ///
    /// ```swift
    /// Imposer.impose(for: UnitOfWork.self, option: .scopedInstance(in: "request"), UnitOfWork.init)
    ///
    /// await Imposer.withScope("request") { _ in
    ///     let work: UnitOfWork = inject()                              // this request's
    ///     await Imposer.withScope("step") { _ in save(inject()) }      // the same
    /// }
    /// ```
    ///
    /// The nearest enclosing scope of that name keeps the instance: the scope that is running or was asked, or one of
    /// its parents. If there is none, the injection fails with an ``ImposeError`` of kind ``ImposeError/Kind/noScope``.
    /// The dependencies of the instance are injected in the scope that keeps it, even if a scope inside that one asked.
    /// A registration that was itself made in a scope inside the named one is kept in the scope that has it.
    ///
    /// - Parameter name: The name that the scope was opened under.
    /// - Returns: The lifetime.
    public static func scopedInstance(in name: any Hashable & Sendable) -> InjectOption {
        InjectOption(lifetime: .scopedInstance, in: InjectionName(name))
    }

    /// One instance per outermost injection, shared by everything built for that injection, and not kept afterwards.
    @inlinable
    public static var graphInstance: InjectOption { InjectOption(lifetime: .graphInstance) }

    /// The name of the option, with the name of its scope: `scopedInstance(in: "request")`.
    public var description: String { lifetime.rawValue + (scopeName.map { "(in: \($0.key.spelling))" } ?? "") }

    // MARK: What a lifetime means

    // All that the library knows of a lifetime. No other place compares lifetimes, so a new one is decided on here.

    /// Whoever keeps the instances.
    package enum Keeper: Sendable {
        /// The imposer that holds the registration.
        case holder
        /// The scope that asks, or the nearest one around it of the name.
        case scope
        /// The outermost injection, until it ends.
        case injection
        case nobody
    }

    package var keeper: Keeper {
        switch lifetime {
        case .singleInstance, .weakInstance: .holder
        case .scopedInstance: .scope
        case .graphInstance: .injection
        case .closureBased: .nobody
        }
    }

    /// Whether the keeper holds the instances weakly, so that one may be gone before the keeper.
    package var isHeldWeakly: Bool {
        switch lifetime {
        case .weakInstance: true
        case .singleInstance, .scopedInstance, .graphInstance, .closureBased: false
        }
    }

    /// Whether a node keeps the instances. Then `store` can replace one, and the next injection gets the stored value.
    package var keepsInstances: Bool {
        switch keeper {
        case .holder, .scope: true
        case .injection, .nobody: false
        }
    }

    /// Whether each request to the holder gets the same instance, as long as the registration is there. Then the
    /// instance may be remembered as the answer: readers copy it without a lock. Any other kept instance, or the weak
    /// reference to it, is retained under the lock of its node before the instance is handed out.
    package var isForGood: Bool { keeper == .holder && !isHeldWeakly }

    /// Whether the instance is kept, but neither by scopes of this name nor by whichever scope is running.
    package func outlives(scopesNamed name: InjectionName?) -> Bool {
        switch keeper {
        case .holder: true
        case .scope: scopeName != nil && scopeName != name
        case .injection, .nobody: false
        }
    }
}
