/// A dependency of an object that itself says, or whose policy says, which imposer it comes from.
///
/// ```swift
/// final class Checkout: InjectionOwner {
///     let imposer: Imposer
///     @OwnerInjected var gateway: any Gateway       // from self.imposer
/// }
/// ```
///
/// The owner is an `InjectionOwner`, or `Imposer.ownerPolicy` is asked, or else it is the primary imposer. The provider
/// may take the owner as a parameter, as `any InjectionOwner` or as the owner's own class or a superclass of it:
///
/// ```swift
/// imposer.impose(for: Log.self, option: .closureBased) { (owner: any InjectionOwner) in Log(for: "\(type(of: owner))") }
/// ```
///
/// A lifetime that keeps instances keeps one for each owner then, which must be `Hashable`, and holds on to it.
///
/// It is injected at the first read, in the context that the owner was created in. If the injection fails, the program
/// stops with the text of the `ImposeError`. Assigning replaces the value for this owner alone. Only classes can have
/// such properties.
@propertyWrapper
public struct OwnerInjected<T> {
    private let value: InjectedValue<T>

    /// Injects from the owner's imposer.
    ///
    /// - Parameters:
    ///   - name: The name that it was imposed under.
    ///   - rules: What to take if nothing is imposed for exactly this type.
    ///   - fileID: The file to name in errors; the property's by default.
    ///   - line: The line to name in errors; the property's by default.
    public init(
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = Location(fileID: fileID, line: line)
        value = InjectedValue(at: InjectionPoint(source: .type(.primary), name: name, rules: rules, location: location))
    }

    /// Holds a value instead of injecting one.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: T) {
        value = InjectedValue(wrappedValue)
    }

    /// Not to be used: without its owner there is no telling where to inject from.
    @available(*, unavailable, message: "@OwnerInjected needs a class around it; use @Injected(from:) in other types")
    public var wrappedValue: T {
        get { fatalError("Unavailable") }
        nonmutating set { fatalError("Unavailable \(newValue)") }
    }

    /// The dependency of one owner. Stops the program with the text of the `ImposeError` if it can't be injected.
    ///
    /// - Parameters:
    ///   - owner: The object that has the property.
    ///   - wrapped: The property.
    ///   - storage: Where the wrapper is.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        wrapped wrapped: ReferenceWritableKeyPath<Owner, T>,
        storage storage: ReferenceWritableKeyPath<Owner, OwnerInjected<T>>
    ) -> T {
        get { owner[keyPath: storage].inject(for: owner) }
        set { owner[keyPath: storage].value.assign(newValue) }
    }

    /// What can be passed on instead of the value: it injects when it is called, as long as the owner is alive.
    ///
    /// - Parameters:
    ///   - owner: The object that has the property.
    ///   - projected: The projection.
    ///   - storage: Where the wrapper is.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner,
        projected projected: KeyPath<Owner, Dependency>,
        storage storage: ReferenceWritableKeyPath<Owner, OwnerInjected<T>>
    ) -> Dependency {
        Dependency(owner: owner, value: owner[keyPath: storage].value)
    }

    /// Not to be used: see the projection of a class's property.
    @available(*, unavailable, message: "@OwnerInjected needs a class around it; use @Injected(from:) in other types")
    public var projectedValue: Dependency { fatalError("Unavailable") }

    private func inject(for owner: AnyObject) -> T {
        do {
            return try value.injected(for: owner)
        } catch {
            value.point.trap(error)
        }
    }
}

extension OwnerInjected: Sendable where T: Sendable {}

extension OwnerInjected: CustomStringConvertible, CustomReflectable {
    /// Its type, and its value if there is one. Injects nothing.
    public var description: String { value.text("OwnerInjected", of: T.self) }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension OwnerInjected {
    /// An `@OwnerInjected` property of an object that it does not keep alive.
    ///
    /// ```swift
    /// let gateway = checkout.$gateway
    /// try gateway.tryInject().pay()      // ownerReleased, if the checkout is gone by then
    /// ```
    public struct Dependency {
        private weak var owner: AnyObject?
        private let value: InjectedValue<T>

        init(owner: AnyObject, value: InjectedValue<T>) {
            self.owner = owner
            self.value = value
        }

        /// The dependency. Stops the program with the text of the `ImposeError` if it can't be injected.
        ///
        /// - Returns: What the property gives.
        public func callAsFunction() -> T {
            do {
                return try tryInject()
            } catch {
                value.point.trap(error)
            }
        }

        /// The dependency, or an error that says why there is none.
        ///
        /// - Returns: What the property gives.
        /// - Throws: `ImposeError`, of kind `ownerReleased` if the owner was gone before the dependency was ever read.
        public func tryInject() throws(ImposeError) -> T {
            if let current = value.current { return current }
            guard let owner else { throw ImposeError.ownerReleased(T.self, value.point.name, value.point.location) }
            return try value.injected(for: owner)
        }

        /// The dependency, awaited: also where it, or what it needs, is made asynchronously.
        ///
        /// - Returns: What the property gives from now on.
        /// - Throws: `ImposeError`, as the function `injectAsync` does; of kind `ownerReleased` if the owner was gone before
        ///   the dependency was ever read.
        nonisolated(nonsending) public func injectAsync() async throws(ImposeError) -> T {
            if let current = value.current { return current }
            guard let owner else { throw ImposeError.ownerReleased(T.self, value.point.name, value.point.location) }
            return value.settle(try await value.point.awaited(T.self, for: owner))
        }

        /// The dependency, or nil if it can't be injected.
        ///
        /// - Returns: What the property gives, or nil.
        public func unforceInject() -> T? { try? tryInject() }
    }
}

extension OwnerInjected.Dependency: CustomStringConvertible, CustomReflectable {
    /// Its type, and its value if there is one. Injects nothing.
    public var description: String {
        let absence = owner == nil ? "its owner is gone" : "no value yet"
        return value.text("OwnerInjected", of: T.self, part: ".Dependency", absence: absence)
    }

    /// Without what is inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension InjectedValue {
    /// The value; where there is none yet, what the owner's imposer gives.
    fileprivate func injected(for owner: AnyObject) throws(ImposeError) -> Value {
        if let current { return current }
        return settle(try point.tryInject(Value.self, for: owner))
    }
}
