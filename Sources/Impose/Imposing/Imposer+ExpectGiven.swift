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
        let location = Location(fileID: fileID, line: line)
        let expectation = Expectation(key, in: InjectionName(scopeName), at: location)
        while true {
            // Names are compared with the lock open: that is code of the user.
            let known = node.registry.withLock { $0.expectations }
            let isKnown = known?.content.contains { $0.key == key && $0.scopeName == expectation.scopeName } ?? false
            if isKnown { return }
            let extended = Boxed((known?.content ?? []) + [expectation])
            let isDone = node.registry.withLock { registry in
                // Whoever disposes of it closes it first and then empties the registry, under the same lock.
                if node.isDisposed { return true }
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
}
