import Impose
import TestSupport

/// A trial, which performs the steps with the library.
///
/// `@unchecked Sendable`: one thread makes it, uses it and lets go of it. While a task does, that thread waits.
final class Trial: TrialExplainer, @unchecked Sendable {
    let driver: any TrialDriver
    private var contexts: [Int: ImposerContext] = [:]
    private var made: [Int: Imposer] = [:]
    /// All that were ever made, also those that were let go of: something may hold them.
    private var everMade: [WeakImposer] = []
    private var handles: [Int: any AnyTrialHandle] = [:]
    private var wrappers: [Int: TrialWrapper] = [:]
    private var serial = 0
    var failing: Set<Int> = []
    /// The instances that were handed out.
    var held: [TrialHeld] = []
    /// The registrations whose providers were called in this step.
    var calls: [Int] = []
    /// The registrations whose instances were disposed of in this step.
    let disposals = TrialLog()

    init(_ driver: any TrialDriver) {
        self.driver = driver
    }

    func core(_ number: Int, _ parts: [TrialPart]) -> TrialCore {
        serial += 1
        return TrialCore(serial: serial, number: number, parts: parts)
    }

    func handOut(_ instance: TrialHeld) -> ModelAnswer<TrialHeld> {
        held.append(instance)
        return .instance(instance)
    }

    func exists(_ location: ModelPlace) -> Bool {
        if case .made(let number) = location { made[number] != nil } else { true }
    }

    func find(_ location: ModelPlace) -> Imposer? {
        switch location {
        case .member(let member): .imposer(for: member.type)
        case .made(let number): made[number]
        }
    }

    func perform(_ step: ModelStep) -> ModelAnswer<TrialHeld> {
        calls = []
        disposals.removeAll()
        if step.directory == 0 { return perform(step.operation, in: step.runs[...]) }
        return contexts[step.directory]?.run { perform(step.operation, in: step.runs[...]) } ?? .skipped
    }

    /// Ends everything that others might see: scopes that live on since instances made in them hold themselves.
    func end() {
        made = [:]
        for imposer in everMade { imposer.value?.dispose() }
        for type in [ImposerType.primary, .secondary, .custom(0), .custom(1)] {
            Imposer.imposer(for: type).removeAll()
        }
    }

    private func perform(_ operation: ModelOperation, in runs: ArraySlice<ModelPlace>) -> ModelAnswer<TrialHeld> {
        guard let run = runs.first else { return perform(operation) }
        return find(run)?.run { perform(operation, in: runs.dropFirst()) } ?? .skipped
    }

    private func perform(_ operation: ModelOperation) -> ModelAnswer<TrialHeld> {
        switch operation {
        case .impose(let registration):
            guard let imposer = find(registration.location) else { return .skipped }
            if registration.isGiven {
                registration.kind.slot.give(registration, to: imposer, in: self)
                return .done
            }
            handles[registration.number] = registration.kind.slot.impose(registration, on: imposer, in: self)
        case .alias(let original, let number, let kind, let name):
            guard let handle = handles[original] else { return .skipped }
            handle.alias(kind.slot, name?.injectionName, line: UInt(number))
        case .prefer(let number):
            guard let handle = handles[number] else { return .skipped }
            handle.prefer()
        case .decorate(let number):
            guard let handle = handles[number] else { return .skipped }
            handle.decorate()
        case .fail(let number, let isFailing):
            guard handles[number] != nil else { return .skipped }
            if isFailing { failing.insert(number) } else { failing.remove(number) }
        case .ask(let query, let request):
            guard find(request.location) != nil else { return .skipped }
            return request.kind.slot.ask(query, request, in: self)
        case .store(let request, let number): return request.kind.slot.store(request, number: number, in: self)
        case .wrap(let number, let wrapper, let request):
            guard exists(request.location) else { return .skipped }
            wrappers[number] = request.kind.slot.wrap(wrapper, request, in: self)
        case .read(let number): return wrappers[number].map(read) ?? .skipped
        case .storeThrough(let wrapper, let number):
            return wrappers[wrapper]?.store(core(number, []), self) ?? .skipped
        case .withScope(let number, let location, let name, let operations):
            return withScope(number, in: location, name, operations)
        case .readParts(let number): return readParts(of: number)
        case .letGo: held = []
        case .forget(.imposer(let number)): return made.removeValue(forKey: number) == nil ? .skipped : .done
        case .forget(.directory(let number)): return contexts.removeValue(forKey: number) == nil ? .skipped : .done
        case .forget(.wrapper(let number)): return wrappers.removeValue(forKey: number) == nil ? .skipped : .done
        default: return change(operation)
        }
        return .done
    }

    private func change(_ operation: ModelOperation) -> ModelAnswer<TrialHeld> {
        switch operation {
        case .isolate(let number, let isEmpty):
            contexts[number] = Imposer.isolated(empty: isEmpty) { Imposer.currentContext() }
        case .makePrivate(let number, nil): keep(Imposer(label: "\(number)"), as: number)
        case .makePrivate(let number, let location?):
            guard let imposer = find(location) else { return .skipped }
            keep(Imposer(parent: imposer, label: "\(number)"), as: number)
        case .openScope(let number, let location, let name):
            guard let scope = find(location)?.openScope(name) else { return .skipped }
            keep(scope, as: number)
        case .remove(let location, let kind, let name):
            return find(location).map { .truth(kind.slot.remove(from: $0, name?.injectionName)) } ?? .skipped
        case .reset(let location): return act(on: location) { $0.reset() }
        case .removeAll(let location): return act(on: location) { $0.removeAll() }
        case .dispose(let location):
            guard let imposer = find(location) else { return .skipped }
            return driver.dispose(imposer).map { .failure($0.kind) } ?? .done
        case .disposeScopes(let name, let location):
            return find(location).map { .count($0.disposeScopes(named: name)) } ?? .skipped
        default: return .skipped
        }
        return .done
    }

    private func keep(_ imposer: Imposer, as number: Int) {
        made[number] = imposer
        everMade.append(WeakImposer(value: imposer))
    }

    private func withScope(
        _ number: Int,
        in location: ModelPlace?,
        _ name: ModelName?,
        _ operations: [ModelOperation]
    ) -> ModelAnswer<TrialHeld> {
        let body = { (scope: Imposer) in
            self.keep(scope, as: number)
            return ModelAnswer.several(operations.map(self.perform))
        }
        guard let location else { return Imposer.withScope(name, body) }
        return find(location)?.withScope(name, body) ?? .skipped
    }

    private func act(on location: ModelPlace, _ body: (Imposer) -> Void) -> ModelAnswer<TrialHeld> {
        guard let imposer = find(location) else { return .skipped }
        body(imposer)
        return .done
    }

    private func readParts(of number: Int) -> ModelAnswer<TrialHeld> {
        guard let instance = held.last(where: { $0.core.number == number }) else { return .skipped }
        let answers = instance.core.parts.compactMap { part in
            if case .later(let read) = part { read() } else { nil }
        }
        return .several(answers)
    }
}

private struct WeakImposer {
    weak var value: Imposer?
}

/// A log of numbers, which may also be added when the trial is over.
final class TrialLog: Sendable {
    private let numbers = Shared<[Int]>([])

    func add(_ number: Int) {
        numbers.withLock { $0.append(number) }
    }

    func removeAll() {
        numbers.withLock { $0 = [] }
    }

    var all: [Int] { numbers.withLock { $0 } }
}
