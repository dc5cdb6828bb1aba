extension Imposer {
    /// Says which registration answers a request that starts at this imposer, and why. Makes no instance.
    ///
    /// ```swift
    /// print(imposer.explain(Gateway.self))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that would be asked for.
    ///   - name: The name that it would be asked for under.
    ///   - rules: The rule for the case that nothing is imposed for exactly this type.
    ///   - fileID: The file of the module whose types are named first if nothing answers; the caller's by default.
    ///   - line: The line in that file; the caller's by default.
    /// - Returns: The candidates, ranked, each with the reason why it is chosen or not. Its description is a table.
    public func explain<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Explanation {
        let request = Request(type, named: name, rules: rules, at: Location(fileID: fileID, line: line))
        return Explainer(request, from: Origin(asked: self)).explanation
    }

    /// Says which registration answers a request, and why. Makes no instance.
    ///
    /// ```swift
    /// print(Imposer.explain(Gateway.self, ifNoMatchUse: .furthest))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that would be asked for.
    ///   - imposerType: The imposer to start at.
    ///   - name: The name that it would be asked for under.
    ///   - rules: The rule for the case that nothing is imposed for exactly this type.
    ///   - fileID: The file of the module whose types are named first if nothing answers; the caller's by default.
    ///   - line: The line in that file; the caller's by default.
    /// - Returns: The candidates, ranked, each with the reason why it is chosen or not. Its description is a table.
    public static func explain<T>(
        _ type: T.Type,
        from imposerType: ImposerType = .primary,
        named name: InjectionName? = nil,
        ifNoMatchUse rules: InjectionRules = .nearest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Explanation {
        imposer(for: imposerType).explain(type, named: name, ifNoMatchUse: rules, fileID: fileID, line: line)
    }
}
