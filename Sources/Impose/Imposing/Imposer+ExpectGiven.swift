// `expectGiven`: saying which values scopes will be given. Inspecting keeps what is said.

extension Imposer {
    /// Announces that the scopes of a name will have a value of a type: given by
    /// ``Imposer/give(_:for:named:fileID:line:)``, or imposed there.
    ///
    /// ```swift
    /// Imposer.shared.expectGiven(User.self, in: "request")
    /// Imposer.impose(for: Profile.self, option: .scopedInstance(in: "request")) { (user: User) in Profile(user) }
    /// try Imposer.validate().orThrow()        // a Profile finds its User
    /// ```
    ///
    /// Injections are not affected, except that an error for a missing value says that it was expected.
    /// `validate()`, `graph()` and `explain(_:)` treat the type as imposed inside such scopes, for all registrations
    /// that search this imposer: a registration that outlives the scopes and needs the value has a captive dependency.
    ///
    /// An expectation belongs to the registrations: copies of the directory have it, and
    /// ``Imposer/removeAll(fileID:line:)-swift.method`` removes it.
    ///
    /// - Parameters:
    ///   - type: The type that the value will be given for.
    ///   - name: The name that the value will be given under.
    ///   - scopeName: The name that the scopes are opened under.
    ///   - fileID: The file to name in findings and errors; the caller's by default.
    ///   - line: The line to name in findings and errors; the caller's by default.
    /// - Complexity: O(n) in the number of expectations of this imposer.
    public func expectGiven<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        in scopeName: any Hashable & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        if node.isEnded { return }
        node.isNoted.store(true, ordering: .relaxed)
        Inspector.note(
            .expected(
                RegistrationKey(type: type, name: name),
                inScopes: InjectionName(scopeName),
                of: NodeFacts(node),
                at: Location(fileID, line)
            )
        )
    }

    /// Announces that the scopes of a name will have a value of a type, to all registrations that search the primary
    /// imposer.
    ///
    /// ```swift
    /// Imposer.expectGiven(User.self, in: "request")
    /// ```
    ///
    /// See ``Imposer/expectGiven(_:named:in:fileID:line:)-swift.method``.
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
