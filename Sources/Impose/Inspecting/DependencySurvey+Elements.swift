// What a survey consists of.

extension DependencySurvey {
    /// A registration in the imposer that holds it.
    struct Node {
        let record: RegistrationRecord
        let holder: Imposer
        /// The scope that its provider's requests are made in, if the survey is that of a scope; otherwise that of whom
        /// they are made of.
        let scope: Imposer?

        /// - Parameter scope: The scope that the instance is asked for in, if the survey is that of a scope.
        init(record: RegistrationRecord, holder: Imposer, askedIn scope: Imposer? = nil) {
            self.record = record
            self.holder = holder
            self.scope = scope.flatMap { scope in
                switch record.keepingScope(heldBy: holder, for: scope) {
                case .scope(let keeping): keeping
                case .holder: record.isKept ? holder.nearestScope : scope
                case .missing: scope
                }
            }
        }

        /// Whether the instance that an injection gets is there.
        var isReady: Bool {
            guard record.isKept else { return false }
            let keeper = InstanceLocation.existingKeeper(of: record, heldBy: holder, for: scope)
            return keeper?.existingInstance?.held != nil
        }
    }

    /// What a request of a provider leads to.
    enum Fate {
        /// The index of a node.
        case chosen(Int, distance: Int)
        case missing
        case ambiguous([Candidate])
        /// Nothing is imposed, and nil will do.
        case absent
        /// It is given at each injection; where it is not, it is injected if something is imposed for it.
        case argument(isImposed: Bool)
    }

    /// One request of one node's provider.
    struct Edge {
        let from: Int
        let key: RegistrationKey
        /// Whether the provider has it as a parameter; otherwise it was seen to ask for it.
        let isDeclared: Bool
        /// Whether it is injected later, so that it closes no circle.
        let isLazy: Bool
        /// Whether what is built holds on to what it gets.
        let isHeld: Bool
        /// What it leads to outside scopes that are given something.
        let fate: Fate
        let location: Location
        /// The indexes of what scopes are expected to be given that answers it there.
        let expected: [Int]
        /// Whether that is what answers it, if anything does.
        let isGiven: Bool

        /// The node that it leads to.
        var target: Int? {
            guard !isGiven, case .chosen(let target, _) = fate else { return nil }
            return target
        }
    }

    /// What scopes are expected to be given.
    struct Gift {
        let expectation: Expectation
        /// Who was told.
        let holder: Imposer
    }
}
