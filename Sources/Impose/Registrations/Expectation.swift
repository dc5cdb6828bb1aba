/// What the scopes of a name are given, as somebody has said.
///
/// A class, so that what is told of one of them can be told apart. Copies of a directory share them.
final class Expectation: Sendable {
    let key: RegistrationKey
    /// What the scopes are opened under.
    let scopeName: InjectionName
    let place: SourcePlace

    init(_ key: RegistrationKey, in scopeName: InjectionName, at place: SourcePlace) {
        self.key = key
        self.scopeName = scopeName
        self.place = place
    }

    var type: any Any.Type { key.type }
}

extension Imposer {
    /// Says that the scopes of a name are given something: by `give`, or by whatever else imposes it there.
    ///
    /// ```swift
    /// Imposer.shared.expectGiven(User.self, in: "request")
    /// Imposer.impose(for: Profile.self, option: .scopedInstance(in: "request")) { (user: User) in Profile(user) }
    /// try Imposer.validate().orThrow()        // a Profile finds its User
    /// ```
    ///
    /// No injection looks at it. `validate`, `graph` and `explain` count it as imposed inside such scopes, for all
    /// registrations that search this imposer: what outlives the scopes and needs it is a captive dependency. Where it
    /// was not given after all, the error says that it was expected.
    ///
    /// It goes with the registrations: into copies of the directory, and away with `removeAll()`.
    ///
    /// - Parameters:
    ///   - type: The type that it is going to be given for.
    ///   - name: The name that it is going to be given under.
    ///   - scopeName: What the scopes are opened under.
    ///   - fileID: The file to name in what is found; the caller's by default.
    ///   - line: The line to name in what is found; the caller's by default.
    /// - Complexity: O(n) in the number of what is expected already.
    public func expectGiven<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        in scopeName: any Hashable & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        if let handled { return handled.expectGiven(type, named: name, in: scopeName, fileID: fileID, line: line) }
        let key = RegistrationKey(type: type, name: name)
        let place = SourcePlace(fileID: fileID, line: line)
        let expectation = Expectation(key, in: InjectionName(scopeName), at: place)
        while true {
            // Names are compared with the lock open: that is code of the user.
            let known = branch.registry.withLock { $0.expectations }
            let isKnown = known?.content.contains { $0.key == key && $0.scopeName == expectation.scopeName } ?? false
            if isKnown { return }
            let extended = Boxed((known?.content ?? []) + [expectation])
            let isDone = branch.registry.withLock { registry in
                // Whoever disposes of it closes it first and then empties the registry, under the same lock.
                if branch.isDisposed { return true }
                guard registry.expectations === known else { return false }
                registry.expectations = extended
                return true
            }
            if isDone { return }
        }
    }

    /// Says that the scopes of a name are given something, to whatever searches the primary imposer.
    ///
    /// ```swift
    /// Imposer.expectGiven(User.self, in: "request")
    /// ```
    ///
    /// No injection looks at it. `validate`, `graph` and `explain` count it as imposed inside such scopes: what outlives
    /// them and needs it is a captive dependency.
    ///
    /// - Parameters:
    ///   - type: The type that it is going to be given for.
    ///   - name: The name that it is going to be given under.
    ///   - scopeName: What the scopes are opened under.
    ///   - fileID: The file to name in what is found; the caller's by default.
    ///   - line: The line to name in what is found; the caller's by default.
    /// - Complexity: O(n) in the number of what is expected already.
    public static func expectGiven<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        in scopeName: any Hashable & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        shared.expectGiven(type, named: name, in: scopeName, fileID: fileID, line: line)
    }

    /// What was said to be given in scopes, in the order in which that was said.
    var expectations: [Expectation] {
        branch.registry.withLock { $0.expectations }?.content ?? []
    }
}

extension Matching {
    /// How far what is expected is from what is asked for; nil if it is no answer.
    func distance(of expectation: Expectation) -> Int? {
        guard expectation.key.name == name else { return nil }
        if expectation.type == requested || expectation.type == wrapped { return 0 }
        return distances(expectation.type)
    }
}

extension SearchOrder {
    /// What is expected, inside whatever scopes, of the kind that a request asks for; of each scope name the nearest.
    func expectations(for matching: Matching) -> [Expectation] {
        let all = flatMap(\.expectations)
        if all.isEmpty { return [] }
        let fitting = all.compactMap { expectation in
            matching.distance(of: expectation).map { (expectation: expectation, distance: $0) }
        }
        return fitting.filter { one in
            !fitting.contains { $0.distance < one.distance && $0.expectation.scopeName == one.expectation.scopeName }
        }
        .map(\.expectation)
    }
}

extension InjectionName {
    /// The scopes of this name, in a text.
    var scopes: String { "scopes \(key.spelling)" }
}
