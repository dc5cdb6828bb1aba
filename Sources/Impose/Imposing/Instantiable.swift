/// A type that can be imposed by its name alone.
///
/// ```swift
/// final class Basket: Instantiable {
///     init() {}
/// }
///
/// Imposer.impose(Basket.self, option: .scopedInstance)
/// ```
///
/// The initializer of a main-actor type can't be called from elsewhere. Impose such a type with
/// `impose(for: Basket.self, Basket.init)`.
public protocol Instantiable: SendableMetatype {
    /// Makes an instance.
    init()
}

extension Imposer {
    /// Imposes a type on itself: its instances are made with `init()`.
    ///
    /// ```swift
    /// imposer.impose(Basket.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for, and whose `init()` makes the instances.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - option: The lifetime of the instances.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
    /// - Complexity: Amortised O(1).
    @discardableResult
    public func impose<T: Instantiable>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Registration<T> {
        impose(for: type, named: name, option: option, onConflict: policy, fileID: fileID, line: line, type.init())
    }

    /// Imposes a type on itself, on the primary imposer.
    ///
    /// ```swift
    /// Imposer.impose(Basket.self)
    /// ```
    ///
    /// The same as ``Imposer/impose(_:named:option:onConflict:fileID:line:)-swift.method`` of ``Imposer/shared``.
    ///
    /// - Parameters:
    ///   - type: The type that injections ask for, and whose `init()` makes the instances.
    ///   - name: Distinguishes this registration from others of the same type.
    ///   - option: The lifetime of the instances.
    ///   - policy: The policy for a type that is already imposed under this name.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The registration, for adding hooks, decorators and aliases.
    /// - Complexity: Amortised O(1).
    @discardableResult
    public static func impose<T: Instantiable>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Registration<T> {
        shared.impose(type, named: name, option: option, onConflict: policy, fileID: fileID, line: line)
    }
}
