/// What is noted of a request, wherever it stands.
package struct NotedRequest: Hashable, Sendable {
    // First, since it is compared first: to compare the keys of custom imposers is the user's code.
    package let key: RegistrationKey
    /// The imposer that is asked, if it is not the one that the notes belong to.
    package let asked: ImposerType?
    package let rules: InjectionRules

    package init(key: RegistrationKey, asked: ImposerType?, rules: InjectionRules) {
        (self.key, self.asked, self.rules) = (key, asked, rules)
    }
}

/// The requests to one imposer that observers were told of. There are none while nobody observes.
final class ToldRequests: Sendable {
    /// A request, and the number of the registration whose provider made it.
    private struct Told: Hashable {
        let request: NotedRequest
        let requester: SerialNumber?
    }

    private let told = LockedState<Set<Told>>([])
    /// An upper bound: names can be generated at run time.
    private static let most = 10_000

    /// Records that observers are told of a request.
    ///
    /// - Returns: Whether they are to be told: they were not told before.
    func insert(_ request: NotedRequest, madeBy requester: RegistrationRecord?) -> Bool {
        told.withLock { told in
            guard told.count < Self.most else { return false }
            return told.insert(Told(request: request, requester: requester?.sequence)).inserted
        }
    }
}
