import Impose
import TestSupport

/// Steps that are done by the library and by models.
struct ModelRound {
    /// Whether the directory of the process is used, which nobody else may use then, or an isolated one.
    var isOfProcess = false
    var driver: any TrialDriver = BlockingDriver()

    /// The first difference between the library and a model: the number of steps it took, and a text.
    typealias Mismatch = (steps: Int, text: String)

    /// The mismatch with the model, if any.
    func mismatch(_ steps: [ModelStep]) -> Mismatch? {
        mismatches(steps, [Model()])[0]
    }

    /// The mismatches with models.
    func mismatches(_ steps: [ModelStep], _ models: [Model]) -> [Mismatch?] {
        if !isOfProcess {
            return Imposer.isolated(empty: true) { compare(steps, models, Trial(driver)) }
        }
        let trial = Trial(driver)
        // They are never gone, and so have been made in the order of an earlier round.
        for location in [ModelPlace.member(.custom(0)), .member(.custom(1))] {
            _ = trial.find(location)
            for model in models { _ = model.find(location, in: Model.Context()) }
        }
        defer { trial.end() }
        return compare(steps, models, trial)
    }

    private func compare(_ steps: [ModelStep], _ models: [Model], _ trial: Trial) -> [Mismatch?] {
        var comparisons = models.map { _ in ModelComparison() }
        var mismatches: [Mismatch?] = models.map { _ in nil }
        var others = Array(models.indices)
        for (position, step) in steps.enumerated() {
            let actual = trial.perform(step)
            others.removeAll { index in
                let expected = models[index].perform(step)
                if models[index].isOpen { return true }
                let text = comparisons[index].difference(models[index], expected, trial, actual)
                mismatches[index] = text.map { (position + 1, $0) }
                return text != nil
            }
            if others.isEmpty { break }
        }
        return mismatches
    }

    /// The smallest steps that still show a mismatch.
    func minimised(_ steps: [ModelStep]) -> [ModelStep] {
        var steps = shortened(steps)
        while true {
            let simpler = simplified(fewer(steps))
            if simpler.count == steps.count { return simpler }
            steps = simpler
        }
    }

    /// The fewest of the steps that still show a mismatch.
    private func fewer(_ steps: [ModelStep]) -> [ModelStep] {
        var steps = steps
        var size = max(steps.count / 2, 1)
        while true {
            let count = steps.count
            var end = count
            while end > 0 {
                let start = max(end - size, 0)
                let fewer = Array(steps[..<start] + steps[end...])
                if mismatch(fewer) != nil { steps = shortened(fewer) }
                end = min(start, steps.count)
            }
            if size == 1, steps.count == count { return steps }
            size = max(size / 2, 1)
        }
    }

    /// The steps up to the mismatch.
    private func shortened(_ steps: [ModelStep]) -> [ModelStep] {
        Array(steps.prefix(mismatch(steps)?.steps ?? steps.count))
    }

    /// Each step with as little in it as still shows a mismatch.
    private func simplified(_ steps: [ModelStep]) -> [ModelStep] {
        var steps = steps
        for position in steps.indices {
            var isSimpler = true
            while isSimpler {
                isSimpler = false
                for simpler in steps[position].simpler {
                    var others = steps
                    others[position] = simpler
                    guard mismatch(others) != nil else { continue }
                    steps = shortened(others)
                    isSimpler = position < steps.count
                    break
                }
            }
            if position + 1 >= steps.count { break }
        }
        return steps
    }

    /// The text to print of a failure.
    func report(_ mismatch: Mismatch, after steps: [ModelStep], seed: UInt64) -> String {
        let least = minimised(steps)
        let text = self.mismatch(least)?.text ?? "does what it should when repeated, and at first it \(mismatch.text)"
        return """
            Seed \(seed): after these steps the library \(text).
            \(least.map { "  \($0)" }.joined(separator: "\n"))
            IMPOSE_MODEL_SEED=\(seed) IMPOSE_MODEL_ROUNDS=1 swift test --filter ModelTests repeats it.
            """
    }
}

extension ModelStep {
    /// The same with one thing less.
    fileprivate var simpler: [ModelStep] {
        var all = runs.indices.map { run in
            var step = self
            step.runs.remove(at: run)
            return step
        }
        if directory != 0 { all.append(ModelStep(directory: 0, runs: runs, operation: operation)) }
        return all + operation.simpler.map { ModelStep(directory: directory, runs: runs, operation: $0) }
    }
}

extension ModelOperation {
    /// The same with one thing less.
    fileprivate var simpler: [ModelOperation] {
        switch self {
        case .impose(let registration):
            registration.parts.indices.map { part in
                var fewer = registration
                fewer.parts.remove(at: part)
                return .impose(fewer)
            }
        case .withScope(let number, let location, let name, let operations):
            operations.indices.flatMap { index in
                let simpler: [[ModelOperation]] = [[]] + operations[index].simpler.map { [$0] }
                return simpler.map { simpler in
                    var fewer = operations
                    fewer.replaceSubrange(index...index, with: simpler)
                    return ModelOperation.withScope(number, in: location, name: name, fewer)
                }
            }
        default: []
        }
    }
}
