/// A closure that is told of an error right before the error stops the program.
package typealias TrapHandler = @Sendable (ImposeError) -> Void

/// The look-up of the trap handler: the one of the running test, for example.
enum TrapHandlers {
    /// The calling code's trap handler. It stays the same in every context that the code injects in.
    @TaskLocal static var current: TrapHandler?

    /// Tells the trap handler of the calling code, or else of the directory that it injects in: the code may run on a thread
    /// that knows nothing of the code it works for.
    ///
    /// - Parameter imposer: The imposer that was asked, if that is known.
    static func tell(_ error: ImposeError, asked imposer: ImposerNode?) {
        let trapHandler =
            current ?? Directory.current.trapHandler ?? imposer?.homeDirectory?.trapHandler
        trapHandler?(error)
    }
}
