// What `validate` says of modules that have not provided.

internal import Impose

extension UnprovidedModules {
    /// A finding for each.
    ///
    /// - Parameter isMissing: Whether something is missing, so that a module has most likely been forgotten.
    func findings(isMissing: Bool) -> [Imposer.Validation.Finding] {
        let names = TypeNames(all.map(\.type))
        return all.map { module in
            Imposer.Validation.Finding(
                kind: .moduleNotProvided,
                severity: isMissing ? .warning : .note,
                type: module.type,
                message: "the module \(names[module.type]) of \(module.home) was not provided.",
                fixes: [Fix("Let it provide where the program starts", module.providing(names))]
            )
        }
    }
}
