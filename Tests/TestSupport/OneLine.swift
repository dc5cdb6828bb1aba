extension String {
    /// The words alone, for texts whose breaks into lines are checked elsewhere.
    package var onOneLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
