/// The cost that a row is allowed, compared to its baseline.
enum Budget {
    /// So many times the baseline.
    case ratio(Double)
    /// So many nanoseconds, whatever the baseline.
    case nanoseconds(Double)
    /// So many nanoseconds more than the baseline.
    case excess(Double)
    /// So many times the baseline's operations in the same time.
    case throughput(Double)
    /// The row is there for comparison.
    case none

    /// Whether it is kept, or nil if there is none.
    func holds(_ ours: Double, _ baseline: Double) -> Bool? {
        switch self {
        case .ratio(let most): ours <= most * baseline
        case .nanoseconds(let most): ours <= most
        case .excess(let most): ours - baseline <= most
        case .throughput(let least): baseline >= least * ours
        case .none: nil
        }
    }

    /// The budget as the table shows it.
    var text: String {
        switch self {
        case .ratio(let most): "≤ \(most.short) ×"
        case .nanoseconds(let most): "≤ \(most.short) ns"
        case .excess(let most): "≤ + \(most.short) ns"
        case .throughput(let least): "≥ \(least.short) × throughput"
        case .none: "–"
        }
    }
}

extension Double {
    /// The number without digits that nobody reads: with three digits, or all digits before the point.
    var short: String {
        let factor: Double = abs(self) >= 100 ? 1 : abs(self) >= 10 ? 10 : 100
        let value = (self * factor).rounded() / factor
        guard value == value.rounded() else { return String(value) }
        return String(Int(value)).grouped
    }
}

extension String {
    /// Digits in groups of three.
    fileprivate var grouped: String {
        count <= 3 ? self : String(dropLast(3)).grouped + "," + suffix(3)
    }
}
