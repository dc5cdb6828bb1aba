import Impose
import ImposeInspecting

extension Imposer.Explanation {
    /// What it says of values that scopes are expected to be given, a line for each.
    package var expected: [String] {
        let mark = "expected: "
        return description.lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }
}
