// The parts of a survey.

internal import Impose

extension DependencySurvey {
    /// A registration in the imposer that holds it.
    struct Node {
        let record: RegistrationFacts
        let holder: NodeFacts
        /// The scope in which its provider's requests are made. Nil if the survey was not made for a scope: each request
        /// is then made in the nearest scope of the imposer that it is addressed to.
        let scope: NodeFacts?

        /// - Parameter scope: The scope that the instance is asked for in, if the survey is made for a scope.
        init(record: RegistrationFacts, holder: NodeFacts, askedIn scope: NodeFacts? = nil) {
            self.record = record
            self.holder = holder
            self.scope = scope.flatMap { Seam.scopeOfParameters(of: record, askedIn: $0) }
        }

        /// Whether the instance that an injection would get exists already.
        var isReady: Bool { Seam.isMade(record, in: scope) }

        /// Whether its provider can be called on an actor alone.
        var isIsolated: Bool { record.isolation != nil && !record.isAsynchronous }

        /// Whether its instances are surely made inside a scope of a name.
        func isInside(_ name: InjectionName) -> Bool {
            record.option.scopeName == name || holder.enclosingScope(named: name) != nil
        }
    }

    /// The outcome of a request of a provider.
    enum Fate {
        /// The index of a node.
        case chosen(Int, distance: Int)
        case missing
        case ambiguous([Candidate])
        /// Nothing is imposed, and nil will do.
        case absent
        /// It is given at each injection; where it is not, it is injected if something is imposed for it.
        case argument(isImposed: Bool)

        /// Whether an injection gets something, if only nil.
        var isAnswer: Bool {
            switch self {
            case .chosen, .absent: true
            case .missing, .ambiguous, .argument: false
            }
        }
    }

    /// One request of one node's provider.
    struct Edge {
        let from: Int
        let key: RegistrationKey
        /// Whether the provider has it as a parameter; otherwise it was seen to ask for it.
        let isDeclared: Bool
        /// Whether it is injected later, so that it closes no cycle.
        let isLazy: Bool
        /// Whether the instance that is built holds the one that it gets.
        let isHeld: Bool
        /// The outcome outside scopes that are given something.
        let fate: Fate
        let location: Location
        /// The indexes of the gifts that answer it in scopes that are given them.
        var expected: [Int] = []
        /// Whether the gifts in `expected` answer the request, rather than `fate`.
        var isGiven = false

        /// The node that it leads to.
        var target: Int? {
            guard !isGiven, case .chosen(let target, _) = fate else { return nil }
            return target
        }
    }

    /// A value that scopes are expected to be given.
    struct Gift {
        let expectation: Expectation
        /// The imposer that has the expectation.
        let holder: NodeFacts
    }
}
