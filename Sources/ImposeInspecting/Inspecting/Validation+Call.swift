// A call in the program that a finding is about.

internal import ImposeCore

extension Imposer.Validation {
    /// A function of the program that calls one of the free functions, as `inject()`.
    package struct Call: Sendable, CustomStringConvertible {
        /// The function: `default argument 0 of Shop.Checkout.init(gateway:)`; nil if the program has no symbols.
        package let function: String?
        /// The module that it is in; nil if that is unknown.
        package let module: String?
        /// The address of the code that calls.
        package let code: UInt?

        /// The function, or that some function calls.
        package var description: String { function ?? "a call" }
    }
}

extension Imposer.Validation.Finding {
    /// The module of the stored wrapper or of the call that it is about; nil if it is about a registration, or if that is
    /// unknown.
    package var module: String? { property?.module ?? call?.module }
}
