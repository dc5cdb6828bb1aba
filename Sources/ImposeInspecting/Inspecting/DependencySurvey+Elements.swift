// The parts of a survey.

internal import Impose

extension DependencySurvey {
    /// A registration in the imposer that holds it.
    struct Node: Hashable {
        let record: RegistrationFacts
        let holder: NodeFacts
        /// The scope in which its provider's requests are made. Nil if the survey was not made for a scope: each request
        /// is then made in the nearest scope of the imposer that it is addressed to.
        let scope: NodeFacts?

        /// - Parameter scope: The scope that the instance is asked for in, if the survey is made for a scope.
        init(_ record: RegistrationFacts, askedIn scope: NodeFacts? = nil) {
            (self.record, holder) = (record, record.holder)
            self.scope = scope.flatMap { Seam.scopeOfParameters(of: record, askedIn: $0) }
        }

        /// Where its provider's requests start.
        var origin: Origin { Origin(imposer: holder, scope: scope) }

        /// Whether the instance that an injection would get exists already.
        var isReady: Bool { record.isKept && Seam.keptInstance(of: record, askedIn: scope) != nil }

        /// Whether its provider can be called on an actor alone.
        var isIsolated: Bool { record.isolation != nil && !record.isAsynchronous }

        /// The names of the scopes that its instances are surely made inside.
        var scopeNames: [InjectionName] { [record.option.scopeName].compactMap { $0 } + holder.enclosingScopeNames }
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
    }

    /// One request of one node's provider.
    struct Edge {
        let from: Int
        /// The registration of that node.
        let asker: RegistrationFacts
        let key: RegistrationKey
        /// The handle that injects it later, so that it closes no cycle; nil if there is none.
        let handle: WrapperFacts?
        /// The line where the provider was seen to ask for it; nil if it has it as a parameter.
        let seenAt: Location?
        /// The outcome outside scopes that are given something.
        let fate: Fate
        /// The indexes of the expected values that answer it in scopes that are given them.
        var expectationIndexes: [Int] = []
        /// Whether these values answer the request, rather than `fate`.
        var isAnsweredByExpected = false

        /// Whether the provider has it as a parameter; otherwise it was seen to ask for it.
        var isDeclared: Bool { seenAt == nil }

        var location: Location { seenAt ?? asker.location }

        /// Whether it is injected later.
        var isLazy: Bool { handle != nil }

        /// Whether the instance that is built holds the one that it gets.
        var isHeld: Bool { handle.map { $0.keeping != .notAtAll } ?? true }

        /// The node that it leads to.
        var target: Int? {
            guard !isAnsweredByExpected, case .chosen(let target, _) = fate else { return nil }
            return target
        }
    }

    /// A value that scopes are expected to be given.
    struct ExpectedValue {
        let expectation: Expectation
        /// The imposer that has the expectation.
        let holder: NodeFacts
    }
}
