// Errors of modules.

extension ImposeError {
    /// The error for a module that requires, directly or through others, a module that is itself waiting for it.
    ///
    /// - Parameters:
    ///   - path: The modules that are providing, outermost first.
    ///   - required: The one of them that the last one requires.
    ///   - location: The `provide` call.
    static func moduleCycle(_ path: [Step], requiring required: any Any.Type, at location: Location)
        -> ImposeError
    {
        let requiring = path.last?.type ?? required
        let path = path + [Step(required, named: nil, at: location)]
        let names = TypeNames(path.map(\.type))
        let (first, second) = (names[required], names[requiring])
        let isItself = required == requiring
        return ImposeError(
            .moduleCycle,
            Request(required, at: location),
            attempt: "provide \(first) before \(isItself ? "itself" : second)",
            path: path,
            problem: { _ in
                isItself
                    ? "it requires a module of its own type"
                    : "\(second) requires it, and it is itself waiting for \(second)"
            },
            fixes: { _ in
                [
                    isItself
                        ? "Take \(first) out of what \(first) requires."
                        : "Take \(first) out of what \(second) requires. A module need not require what its instances "
                            + "inject, since that is looked for later.",
                    "Or move what both of them override into a third module, and let both require that.",
                ].dropLast(isItself ? 1 : 0)
            }
        )
    }
}
