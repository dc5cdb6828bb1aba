// Whether an alias is in force: it is while its original is imposed on the same imposer.

extension Registry {
    /// The registration that provides the instance of another one: the same, or its original if it is an alias, which
    /// may be an alias again.
    ///
    /// - Returns: Nil if the original is not here any more, or if the aliases form a cycle.
    mutating func source(of record: RegistrationRecord) -> RegistrationRecord? {
        var source = record
        var passed: [RegistrationKey] = []
        while let original = source.original {
            passed.append(source.key)
            guard !passed.contains(original), let next = self.record(for: original) else { return nil }
            source = next
        }
        return source
    }
}
