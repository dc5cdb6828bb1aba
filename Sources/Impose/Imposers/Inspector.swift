internal import CImposeRuntime

/// What the core leaves to inspecting, which is there for the person who reads. Without it, errors are short and nothing
/// is noted.
///
/// Whoever links inspecting has it: that offers itself before `main`.
struct Inspector: Sendable {
    /// Makes the long text of an error. It is called when the error is thrown.
    let describe: @Sendable (Failure, Request, ImposeError.Facts) -> any ErrorText

    /// The inspector; nil in a program that is not linked with inspecting.
    static let current: Inspector? = {
        guard let inspecting = impose_inspecting() else { return nil }
        return Boxed<Inspector>.handedOver(inspecting.pointee.makeInspector()).content
    }()
}
