/// A dependency that is injected from the imposer of the object that has the property.
///
/// ```swift
/// final class Checkout: InjectionOwner {
///     let imposer: Imposer
///     @OwnerInjected var gateway: any Gateway       // from self.imposer
/// }
/// ```
///
/// The owner names its imposer if it is an ``InjectionOwner``. Otherwise ``Imposer/ownerPolicy``
/// chooses one, by default the primary imposer. The provider may take the owner as a parameter, as
/// `any InjectionOwner`, or as the owner's own class or a superclass of it:
///
/// ```swift
/// imposer.impose(for: Log.self, option: .closureBased) { (owner: any InjectionOwner) in
///     Log(for: "\(type(of: owner))")
/// }
/// ```
///
/// A lifetime that keeps instances then keeps one for each owner. The owner must be `Hashable`, and is retained as long
/// as its instance is kept.
///
/// The dependency is injected at the first read, in the context that the owner was created in. If the injection fails,
/// the program stops with the text of the ``ImposeError``. Assigning replaces the value for this owner alone. Only
/// classes can have such properties.
@propertyWrapper
public struct OwnerInjected<T> {
    private let value: WrapperValue<T>

    /// Injects from the owner's imposer.
    ///
    /// ```swift
    /// @OwnerInjected(named: "audit") var log: any Log
    /// ```
    ///
    /// For the parameters, see ``Injected/init(from:named:ifNoMatchUse:when:fileID:line:)-(ImposerType,_,_,_,_,_)``.
    public init(
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        value = WrapperValue(at: InjectionPoint(.type(.primary), name, rules, at: Location(fileID, line)))
    }

    /// Holds a value instead of injecting one.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: T) {
        value = WrapperValue(wrappedValue)
    }

    /// Unavailable: without its owner the wrapper has no imposer to inject from.
    @available(*, unavailable, message: "@OwnerInjected needs a class around it; use @Injected(from:) in other types")
    public var wrappedValue: T {
        get { fatalError("Unavailable") }
        nonmutating set { fatalError("Unavailable \(newValue)") }
    }

    /// The dependency of one owner. Reading it stops the program with the text of the ``ImposeError`` if it can't be
    /// injected.
    ///
    /// - Parameters:
    ///   - owner: The object that has the property.
    ///   - wrapped: The property.
    ///   - storage: The property's wrapper.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped wrapped: ReferenceWritableKeyPath<Owner, T>,
        storage storage: ReferenceWritableKeyPath<Owner, OwnerInjected<T>>
    ) -> T {
        get {
            let value = owner[keyPath: storage].value
            return orTrap(try value.value(orInject: try value.point.injected(T.self, for: owner)))
        }
        set { owner[keyPath: storage].value.assign(newValue) }
    }

    /// A function object to pass on instead of the value: it injects when it is called, as long as the owner is alive.
    ///
    /// - Parameters:
    ///   - owner: The object that has the property.
    ///   - projected: The projection.
    ///   - storage: The property's wrapper.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        projected projected: KeyPath<Owner, Dependency>,
        storage storage: ReferenceWritableKeyPath<Owner, OwnerInjected<T>>
    ) -> Dependency {
        Dependency(owner: owner, value: owner[keyPath: storage].value)
    }

    /// Unavailable: use the projection of a class's property.
    @available(*, unavailable, message: "@OwnerInjected needs a class around it; use @Injected(from:) in other types")
    public var projectedValue: Dependency { fatalError("Unavailable") }
}

extension OwnerInjected: Sendable where T: Sendable {}

extension OwnerInjected: CustomStringConvertible, CustomReflectable {
    /// The wrapper's type, and its value if there is one. Injects nothing.
    public var description: String { value.text("OwnerInjected", of: T.self) }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OwnerInjected {
    /// An `@OwnerInjected` property of an object that this does not keep alive.
    ///
    /// ```swift
    /// let gateway = checkout.$gateway
    /// try gateway.tryInject().pay()      // ownerReleased, if the checkout is gone by then
    /// ```
    public struct Dependency {
        fileprivate weak var owner: AnyObject?
        fileprivate let value: WrapperValue<T>

        /// Returns the dependency, or stops the program with the text of the ``ImposeError``.
        public func callAsFunction() -> T { orTrap(try tryInject()) }

        /// Returns the dependency, or throws an error that says why there is none.
        ///
        /// - Throws: An ``ImposeError`` of one of the kinds that
        ///   ``Imposer/tryInject(of:named:ifNoMatchUse:fileID:line:)`` lists; of kind
        ///   ``ImposeError/Kind/ownerReleased`` if the owner was gone before the dependency was ever read.
        public func tryInject() throws(ImposeError) -> T {
            if let current = value.current { return current }
            guard let owner else { throw value.point.error(.ownerReleased, T.self) }
            return value.setIfEmpty(try value.point.injected(T.self, for: owner))
        }

        /// Returns the dependency, and awaits everything that is made asynchronously for it.
        ///
        /// - Throws: An ``ImposeError`` of one of the kinds that
        ///   ``Imposer/injectAsync(of:named:ifNoMatchUse:fileID:line:)`` lists; of kind
        ///   ``ImposeError/Kind/ownerReleased`` if the owner was gone before the dependency was ever read.
        nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
            if let current = value.current { return current }
            guard let owner else { throw value.point.error(.ownerReleased, T.self) }
            return value.setIfEmpty(try await value.point.awaited(T.self, for: owner))
        }
    }
}

extension OwnerInjected.Dependency: CustomStringConvertible, CustomReflectable {
    /// The wrapper's type, and its value if there is one. Injects nothing.
    public var description: String {
        let absence = owner == nil ? "its owner is gone" : "no value yet"
        return value.text("OwnerInjected", of: T.self, part: ".Dependency", absence: absence)
    }

    /// An empty mirror: the content is internal.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
