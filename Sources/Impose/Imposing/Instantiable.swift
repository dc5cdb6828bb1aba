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
/// Types of the main actor, whose initializers can't be called from elsewhere, write
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
    ///   - type: The type that requests will name, and that is made.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The registration, to say more about it.
    @discardableResult
    public func impose<T: Instantiable>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        option: InjectOption = .singleInstance,
        onConflict policy: ConflictPolicy = .replace,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Registration<T> {
        let location = Location(fileID: fileID, line: line)
        return impose(type, Provider(expression: { type.init() }), name, option, policy, location, isSendable: false)
    }

    /// Imposes a type on itself, on the primary imposer: its instances are made with `init()`.
    ///
    /// - Parameters:
    ///   - type: The type that requests will name, and that is made.
    ///   - name: Tells it from other registrations of the same type.
    ///   - option: The lifetime of the instance.
    ///   - policy: What to do if the type, under this name, is imposed already.
    ///   - fileID: The file to name in errors; the caller's by default.
    ///   - line: The line to name in errors; the caller's by default.
    /// - Returns: The registration, to say more about it.
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
