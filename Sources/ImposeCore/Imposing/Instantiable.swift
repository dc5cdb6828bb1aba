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
    /// For the parameters, see ``Imposer/impose(for:named:option:onConflict:fileID:line:_:)-599f3``.
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
    /// See ``Imposer/impose(_:named:option:onConflict:fileID:line:)-61q0b``.
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
