/// Is told of an error right before that stops the program.
package typealias Witness = @Sendable (ImposeError) -> Void

/// Finds the witness: that of the test that is running, for example.
enum Witnesses {
    /// That of the calling code. It stays the same in whatever context that code injects.
    @TaskLocal static var current: Witness?

    /// Tells the witness of the calling code, or else of the directory that it injects in, which may be a thread that
    /// knows nothing of the code that it works for.
    ///
    /// - Parameter imposer: The one that was asked, if that is known.
    static func tell(_ error: ImposeError, asked imposer: Imposer?) {
        let witness =
            current ?? Directory.current.witness ?? imposer.flatMap { $0.handled ?? $0 }?.homeDirectory?.witness
        witness?(error)
    }
}
