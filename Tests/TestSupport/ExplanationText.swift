extension CustomStringConvertible {
    /// What an explanation says of values that scopes are expected to be given, a line for each.
    package var expectedValues: [String] {
        let mark = "expected: "
        return description.lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }
}
