extension String {
    /// The text without the addresses that stand for private and local contexts in the names of types: they can't be
    /// typed, and change from run to run.
    ///
    /// A value of such a type can bring them into any text, since a struct's description includes its parts.
    var withoutUnknownContexts: String {
        var text = self
        while let start = text.firstRange(of: "(unknown context at "),
            let end = text[start.upperBound...].firstRange(of: ").")
        {
            text.removeSubrange(start.lowerBound..<end.upperBound)
        }
        return text
    }
}
