internal import Impose

/// The check that types are imposed which something asks for in a way that can't be seen.
struct RootNeeds {
    /// The types that are asked for, without a name.
    let types: [any Any.Type]
    /// The imposer that is asked.
    let asked: NodeFacts
    /// The directory whose other imposers may answer, too.
    let directory: Directory
    /// The modules that have not provided.
    let modules: UnprovidedModules

    /// The findings for types that nothing answers.
    ///
    /// - Parameter survey: The registrations. Others that the types lead to are added.
    func findings(_ survey: inout DependencySurvey) -> [Imposer.Validation.Finding] {
        if types.isEmpty { return [] }
        var elsewhere = ImposedAnywhere(in: directory)
        var findings: [Imposer.Validation.Finding] = []
        for type in types {
            let answer = survey.answer(to: RegistrationKey(type: type, name: nil), .nearest, asked, in: nil)
            switch answer.fate {
            case .chosen, .absent, .argument: continue
            case .ambiguous(let candidates): findings.append(ambiguous(type, candidates))
            case .missing:
                if !answer.expected.isEmpty || elsewhere.answers(type, named: false) { continue }
                findings.append(missing(type))
            }
        }
        survey.addAllEdges()
        return findings
    }

    private func missing(_ type: any Any.Type) -> Imposer.Validation.Finding {
        let need = MissingNeed(type, asked, by: .program(isNamed: false), in: "", modules)
        let names = TypeNames(need.types)
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: .error,
            type: type,
            message: need.problem(names).map { "nothing answers the root \(names[type]): \($0)." }
                ?? "the root \(names[type]) is not imposed.",
            places: need.places(names),
            fixes: need.fixes(names)
        )
    }

    private func ambiguous(_ type: any Any.Type, _ candidates: [Candidate]) -> Imposer.Validation.Finding {
        let names = TypeNames([type] + candidates.map(\.registration.type))
        return Imposer.Validation.Finding(
            kind: .ambiguous,
            severity: .error,
            type: type,
            message: "\(candidates.count) registrations are equally far from the root \(names[type]).",
            places: candidates.map { FindingPlace($0.registration, names) },
            fixes: Advice.ambiguous(Request(type, at: candidates[0].registration.location), candidates).fixes(names)
        )
    }
}
