import Benchmark
import CAllocations
import Impose

/// The measured cost of one side of a row, for one operation.
struct Cost {
    let nanoseconds: Double
    /// Nil where allocations can't be counted.
    let allocations: Double?
}

/// The measured costs of a row.
struct Outcome {
    let row: Row
    let ours: Cost
    let baseline: Cost
    /// The costs of a better round: a quarter of them have a lower ratio.
    let better: (ours: Double, baseline: Double)

    var ratio: Double { ours.nanoseconds / baseline.nanoseconds }

    /// Whether time and allocations are within the budget, or nil if there is none.
    var isWithinBudget: Bool? {
        guard let isFastEnough = row.budget.holds(ours.nanoseconds, baseline.nanoseconds) else { return nil }
        guard let most = row.allocations, let allocations = ours.allocations else { return isFastEnough }
        return isFastEnough && allocations <= most
    }

    /// Whether the budget is missed by more than the rounds differ from each other.
    var isClearlyMissed: Bool {
        if let most = row.allocations, let allocations = ours.allocations, allocations > most { return true }
        return row.budget.holds(better.ours, better.baseline) == false
    }
}

/// The thoroughness of measuring.
struct Effort {
    /// The number of times that a row and its baseline are measured, in turns. Odd, so that one is in the middle.
    let rounds: Int
    /// The time for which one side of one round is measured.
    let seconds: Double
    /// The most samples of work that has to be prepared for each of them.
    let samples: Int

    /// For figures that are meant to be read.
    static let full = Effort(rounds: 9, seconds: 0.2, samples: .max)
    /// To see that everything works.
    static let quick = Effort(rounds: 1, seconds: 0.01, samples: 2)
}

extension Row {
    /// Measures both sides in turns.
    ///
    /// The outcome comes from the round with the median ratio, so that all figures of a row were taken within a
    /// fraction of a second.
    func measure(_ effort: Effort) throws -> Outcome {
        Imposer.removeAll()
        setUp()
        defer { Imposer.removeAll() }
        let allocations = (ours: ours.allocations(), baseline: baseline.allocations())
        let rounds = try (0..<effort.rounds).map { _ in
            (ours: try ours.nanoseconds(effort), baseline: try baseline.nanoseconds(effort))
        }
        let sorted = rounds.sorted { $0.ours / $0.baseline < $1.ours / $1.baseline }
        let median = sorted[rounds.count / 2]
        return Outcome(
            row: self,
            ours: Cost(nanoseconds: median.ours, allocations: allocations.ours),
            baseline: Cost(nanoseconds: median.baseline, allocations: allocations.baseline),
            better: sorted[rounds.count / 4]
        )
    }
}

extension Work {
    /// The median of the samples' times, for one operation.
    fileprivate func nanoseconds(_ effort: Effort) throws -> Double {
        var settings: [any BenchmarkSetting] = [Format(.none), Quiet(true), WarmupIterations(2)]
        settings.append(samples.map { Iterations(min($0, effort.samples)) } ?? MinTime(seconds: effort.seconds))
        let suite = BenchmarkSuite(name: "")
        suite.benchmark("") { state in
            let sample = prepare()
            try state.measure { sample() }
        }
        var runner = BenchmarkRunner(suites: [suite], settings: settings)
        try runner.run()
        let times = runner.results[0].measurements.sorted()
        return times[times.count / 2] / Double(operations)
    }

    /// The heap allocations of one operation on the calling thread, when everything is warm.
    fileprivate func allocations() -> Double? {
        guard allocations_are_counted() else { return nil }
        prepare()()
        let sample = prepare()
        let before = allocations_of_this_thread()
        sample()
        return Double(allocations_of_this_thread() - before) / Double(operations)
    }
}
