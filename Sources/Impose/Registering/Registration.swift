/// What one `impose` call made, to say more about it.
///
/// ```swift
/// Imposer.impose(for: Stripe.self, Stripe.init).preferred()
/// ```
///
/// When `onConflict: .keep` has left an earlier registration in place, this stands for the one that was dropped, and
/// what it is told has no effect.
public struct Registration<T>: Sendable {
    let record: TypedRegistration<T>
    let imposer: Imposer

    /// Makes this registration win when it ties with others.
    ///
    /// It does not win against a better distance. Where two of the tied registrations are preferred, the tie stands.
    ///
    /// - Returns: The registration itself.
    @discardableResult
    public func preferred() -> Self {
        record.prefer()
        imposer.forgetAnswers()
        return self
    }
}
