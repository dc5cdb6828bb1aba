// What a survey consists of.

extension Survey {
    /// A registration in the imposer that holds it.
    struct Node {
        let record: RegistrationRecord
        let holder: Imposer
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
        let place: SourcePlace
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
