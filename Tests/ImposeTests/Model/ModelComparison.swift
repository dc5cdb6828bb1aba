import Impose
import TestSupport

/// A comparison of the library's answers with the model's. It knows which object is which of the model's instances,
/// from the first time that both were seen.
struct ModelComparison {
    private var serials: [Int: Int] = [:]
    private var instances: [Int: Int] = [:]

    /// The difference, or nil.
    mutating func difference(
        _ model: Model,
        _ expected: ModelAnswer<Int>,
        _ trial: Trial,
        _ actual: ModelAnswer<TrialHeld>
    ) -> String? {
        if let difference = difference(expected, actual, model) { return difference }
        let disposals = trial.disposals.all
        if model.disposals != disposals, model.hasOrder || model.disposals.sorted() != disposals.sorted() {
            return "disposes of instances of \(disposals), and not of \(model.disposals)"
        }
        if model.calls == trial.calls || (model.hasCast && model.calls.sorted() == trial.calls.sorted()) { return nil }
        if model.hasCycle, trial.driver.isAwaiting, Set(model.calls) == Set(trial.calls) { return nil }
        return "calls the providers of \(trial.calls), and not of \(model.calls)"
    }

    private mutating func difference(
        _ expected: ModelAnswer<Int>,
        _ actual: ModelAnswer<TrialHeld>,
        _ model: Model
    ) -> String? {
        switch (expected, actual) {
        case (.skipped, .skipped), (.done, .done), (.nothing, .nothing): return nil
        case (.truth(let one), .truth(let other)) where one == other: return nil
        case (.count(let one), .count(let other)) where one == other: return nil
        case (.failure(let one), .failure(let other)) where one == other: return nil
        case (.explained(let one, let number), .explained(let other, let otherNumber))
        where one == other && number == otherNumber: return nil
        // It may know from instances that there are.
        case (.explained(.undecided, _), .explained): return nil
        case (.instance(let one), .instance(let other)): return difference(one, other.core, model)
        case (.list(let some), .list(let others)) where some.count == others.count:
            for (one, other) in zip(some, others) {
                if let difference = difference(one, other.core, model) { return difference }
            }
            return nil
        case (.several(let some), .several(let others)) where some.count == others.count:
            for (one, other) in zip(some, others) {
                if let difference = difference(one, other, model) { return difference }
            }
            return nil
        default: return "answers \(text(actual)), and not \(text(expected, model))"
        }
    }

    /// Compares with all that the instance was made from.
    private mutating func difference(_ expected: Int, _ actual: TrialCore, _ model: Model) -> String? {
        if serials[expected] == actual.serial { return nil }
        let instance = model.instances[expected]
        let isSame = instance.number == actual.number && instance.decorations == actual.decorations
        if serials[expected] != nil || instances[actual.serial] != nil || !isSame {
            return "gives \(text(actual)), and not \(text(expected, model))"
        }
        serials[expected] = actual.serial
        instances[actual.serial] = expected
        if instance.parts.count != actual.parts.count { return "gives r\(actual.number) another number of parts" }
        for (part, actualPart) in zip(instance.parts, actual.parts) {
            if let difference = difference(part, actualPart, model) {
                return "builds r\(actual.number) from another part: \(difference)"
            }
        }
        return nil
    }

    private mutating func difference(_ expected: Model.Part, _ actual: TrialPart, _ model: Model) -> String? {
        switch (expected, actual) {
        case (.nothing, .nothing), (.later, .later): return nil
        case (.number(let one), .number(let other)) where one == other: return nil
        case (.instance(let one), .instance(let other)): return difference(one, other.core, model)
        case (.list(let some), .list(let others)):
            return difference(ModelAnswer.list(some), ModelAnswer.list(others), model)
        default: return "it gets \(actual), and not \(expected)"
        }
    }

    private func text(_ core: TrialCore) -> String {
        let isKnown = instances[core.serial] != nil
        let decoration = core.decorations == 0 ? "" : ", decorated \(core.decorations) times"
        return "\(isKnown ? "the" : "a new") instance of r\(core.number) (object \(core.serial)\(decoration))"
    }

    private func text(_ instance: Int, _ model: Model) -> String {
        let (number, decorations) = (model.instances[instance].number, model.instances[instance].decorations)
        let decoration = decorations == 0 ? "" : ", decorated \(decorations) times"
        if let serial = serials[instance] { return "the instance of r\(number) (object \(serial)\(decoration))" }
        return "a new instance of r\(number)\(decoration)"
    }

    private func text(_ answer: ModelAnswer<TrialHeld>) -> String {
        text(answer) { text($0.core) }
    }

    private func text(_ answer: ModelAnswer<Int>, _ model: Model) -> String {
        text(answer) { text($0, model) }
    }

    private func text<Instance>(_ answer: ModelAnswer<Instance>, _ instance: (Instance) -> String) -> String {
        switch answer {
        case .skipped: "nothing at all"
        case .done: "without an error"
        case .instance(let found): instance(found)
        case .nothing: "nil"
        case .list(let all): "[\(all.map(instance).joined(separator: ", "))]"
        case .truth(let isTrue): "\(isTrue)"
        case .count(let count): "\(count)"
        case .explained(let outcome, let number): "\(outcome)\(number.map { " r\($0)" } ?? "")"
        case .failure(let kind): "with the error \(kind)"
        case .several(let answers): answers.map { text($0, instance) }.joined(separator: ", then ")
        }
    }
}
