// `explain`.

public import Impose

extension Imposer {
    /// Explains which registration answers a request that starts at this imposer, and why. Makes no instance.
    ///
    /// ```swift
    /// print(imposer.explain(Gateway.self))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that the injection would ask for.
    ///   - name: The name that it would ask for.
    ///   - rules: The choice among compatible registrations if nothing is imposed for exactly this type.
    ///   - fileID: The file of the module whose types are suggested first if nothing answers; the caller's by default.
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
        return Explainer(request, from: Origin(askedBy: self)).explanation
    }

    /// Explains which registration answers a request that starts at an imposer of the directory. Makes no instance.
    ///
    /// ```swift
    /// print(Imposer.explain(Gateway.self, ifNoMatchUse: .furthest))
    /// ```
    ///
    /// The search starts at `imposerType`. Everything else is as in
    /// ``Imposer/explain(_:named:ifNoMatchUse:fileID:line:)``.
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
