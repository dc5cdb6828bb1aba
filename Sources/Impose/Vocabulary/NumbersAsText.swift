// How texts spell durations and counts.

extension Duration {
    /// Three digits and a unit: `8.37 µs`, `12 ms`.
    package var text: String {
        let nanoseconds = Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
        let units = [(1.0, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")]
        let (size, unit) = units.last { nanoseconds >= $0.0 } ?? units[0]
        let number = nanoseconds / size
        let factor = number >= 100 ? 1.0 : number >= 10 ? 10 : 100
        let rounded = (number * factor).rounded() / factor
        return rounded == rounded.rounded() ? "\(Int(rounded)) \(unit)" : "\(rounded) \(unit)"
    }
}

extension Int {
    /// `1 step`, `2 steps`.
    package var steps: String { self == 1 ? "1 step" : "\(self) steps" }
}
