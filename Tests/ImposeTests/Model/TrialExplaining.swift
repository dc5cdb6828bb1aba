import ImposeInspecting
import TestSupport

@testable import Impose

// What a trial of a core does that explains. Other trials say that they do not: see `TrialExplainer`.
extension Trial {
    static var explains: Bool { true }

    func explanation<T>(_ type: T.Type, _ request: ModelRequest) -> ModelAnswer<TrialHeld> {
        guard let imposer = find(request.location) else { return .skipped }
        let explanation = imposer.explain(type, named: request.name?.injectionName, ifNoMatchUse: request.rules)
        let number = explanation.chosen.map { Int($0.registration.location.line) }
        return .explained(ModelOutcome(explanation.outcome), chosen: number)
    }
}

extension ModelOutcome {
    fileprivate init(_ outcome: Imposer.Explanation.Outcome) {
        self =
            switch outcome {
            case .chosen: .chosen
            case .ambiguous: .ambiguous
            case .disposed: .disposed
            case .noScope: .noScope
            case .missing: .missing
            case .absent: .absent
            case .undecided: .undecided
            }
    }
}
