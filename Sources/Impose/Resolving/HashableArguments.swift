// The key of the arguments that an instance is kept under, which have to be Hashable.

extension RegistrationRecord {
    /// The key that tells instances for different arguments apart; nil for no arguments.
    func argumentsKey(of request: Request) throws(ImposeError) -> ArgumentsKey? {
        guard request.hasArguments else { return nil }
        let arguments = request.arguments(for: self)
        if arguments.isEmpty { return nil }
        guard let key = ArgumentsKey(arguments) else { throw ImposeError(.unhashableArguments(self), request) }
        return key
    }
}
