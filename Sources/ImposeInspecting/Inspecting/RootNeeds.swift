internal import Impose

/// The check that roots are imposed: types that something asks for in a way that can't be seen.
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
            case .ambiguous(let candidates):
                let names = TypeNames([type] + candidates.map(\.registration.type))
                findings.append(ProgramProblem.ambiguousRoot(type, candidates).finding(names))
            case .missing:
                if !answer.expected.isEmpty || elsewhere.answers(type, named: false) { continue }
                let need = MissingNeed(type, asked, by: .program(isNamed: false), in: "", modules)
                findings.append(ProgramProblem.unansweredRoot(need).finding(TypeNames(need.types)))
            }
        }
        survey.addAllEdges()
        return findings
    }
}
