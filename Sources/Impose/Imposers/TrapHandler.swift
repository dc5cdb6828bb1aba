/// A closure that is told of an error right before the error stops the program.
package typealias TrapHandler = @Sendable (ImposeError) -> Void

/// The trap handlers: the one of the running test, for example.
enum TrapHandlers {
    /// The calling code's trap handler. It stays the same in every context that the code injects in.
    @TaskLocal static var current: TrapHandler?
}
