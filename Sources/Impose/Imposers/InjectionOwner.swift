/// An object that names the imposer of its dependencies.
///
/// ```swift
/// class PaymentsObject: InjectionOwner {
///     var imposer: Imposer { .payments }       // a static member of the module's own
/// }
///
/// final class Checkout: PaymentsObject {
///     @OwnerInjected var gateway: any Gateway
/// }
/// ```
public protocol InjectionOwner: AnyObject {
    /// The imposer that `@OwnerInjected` properties of this object inject from.
    var imposer: Imposer { get }
}

extension Imposer {
    /// A closure that gives an imposer to an owner that is no ``InjectionOwner``, or nil for the primary one.
    typealias OwnerPolicy = @Sendable (AnyObject) -> Imposer?

    /// The policy that chooses the imposer for `@OwnerInjected` properties of objects that are no ``InjectionOwner``.
    ///
    /// ```swift
    /// Imposer.ownerPolicy = { owner in owner is UIViewController ? .screens : nil }
    /// ```
    ///
    /// Nil at first, which means the primary imposer for all of them. It belongs to the directory: a policy that is set
    /// in ``Imposer/isolated(empty:endsWithBody:fileID:line:_:)-2rqe1`` applies there only.
    public static var ownerPolicy: (@Sendable (AnyObject) -> Imposer?)? {
        get { Node.currentRoot(.primary).directory.ownerPolicy }
        set { Node.currentRoot(.primary).directory.ownerPolicy = newValue }
    }

    /// The imposer that an object's `@OwnerInjected` properties inject from.
    static func imposer(forOwner owner: AnyObject) -> Imposer {
        if let owner = owner as? any InjectionOwner { return owner.imposer }
        return ownerPolicy?(owner) ?? shared
    }
}
