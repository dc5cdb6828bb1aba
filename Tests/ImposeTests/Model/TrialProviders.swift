import Impose
import TestSupport

/// A parameter of a provider.
protocol AnyTrialParameter: Sendable {
    associatedtype Value: Sendable
    var part: @Sendable (Value) -> TrialPart { get }
}

struct TrialParameter<Value: Sendable>: AnyTrialParameter {
    let part: @Sendable (Value) -> TrialPart
}

struct TrialFailure: Error {}

extension TrialSlot {
    func impose(_ registration: ModelRegistration, on imposer: Imposer, in trial: Trial) -> any AnyTrialHandle {
        let imposed = imposed(registration, on: imposer, in: trial)
        if registration.isWatched {
            imposed.onDispose { [core, disposals = trial.disposals] in disposals.add(core($0).number) }
        }
        return TrialHandle(registration: imposed, slot: self)
    }

    func give(_ registration: ModelRegistration, to imposer: Imposer, in trial: Trial) {
        let line = UInt(registration.number)
        let value = make(trial.core(registration.number, []))
        imposer.give(value, for: T.self, named: registration.name?.injectionName, line: line)
    }

    private func imposed(_ registration: ModelRegistration, on imposer: Imposer, in trial: Trial) -> Registration<T> {
        let policy = registration.givesWay ? ConflictPolicy.keep : .replace
        let (name, line) = (registration.name?.injectionName, UInt(registration.number))
        if registration.isInstance {
            let instance = make(trial.core(registration.number, []))
            return imposer.impose(for: T.self, named: name, onConflict: policy, line: line, instance: instance)
        }
        let parameters = registration.parts.filter(\.isParameter).map { $0.parameter(in: trial) }
        // The trial holds the imposers, these hold their providers.
        let build: @Sendable ([TrialPart]) throws -> T = { [unowned trial] parts in
            make(try trial.build(registration, parts))
        }
        let option = registration.scopeName.map { InjectOption.scopedInstance(in: $0) } ?? registration.option
        let imposing = Imposing(imposer: imposer, name: name, option: option, policy: policy, line: line)
        switch parameters.count {
        case 0 where registration.parts.isEmpty: return imposing.expression(build)
        case 0: return imposing.function(build)
        case 1: return imposing.function(parameters[0], build)
        default: return imposing.function(parameters[0], parameters[1], build)
        }
    }

    /// The arguments of an `impose` call, but for its provider.
    private struct Imposing {
        let imposer: Imposer
        let name: InjectionName?
        let option: InjectOption
        let policy: ConflictPolicy
        let line: UInt

        func expression(_ build: @escaping @Sendable ([TrialPart]) throws -> T) -> Registration<T> {
            imposer.impose(for: T.self, named: name, option: option, onConflict: policy, line: line, try build([]))
        }

        func function(_ build: @escaping @Sendable ([TrialPart]) throws -> T) -> Registration<T> {
            imposer.impose(for: T.self, named: name, option: option, onConflict: policy, line: line) { () throws in
                try build([])
            }
        }

        func function<One: AnyTrialParameter>(
            _ one: One,
            _ build: @escaping @Sendable ([TrialPart]) throws -> T
        ) -> Registration<T> {
            imposer.impose(for: T.self, named: name, option: option, onConflict: policy, line: line) {
                (value: One.Value) throws in
                try build([one.part(value)])
            }
        }

        func function<One: AnyTrialParameter, Other: AnyTrialParameter>(
            _ one: One,
            _ other: Other,
            _ build: @escaping @Sendable ([TrialPart]) throws -> T
        ) -> Registration<T> {
            imposer.impose(for: T.self, named: name, option: option, onConflict: policy, line: line) {
                (value: One.Value, otherValue: Other.Value) throws in
                try build([one.part(value), other.part(otherValue)])
            }
        }
    }

    func parameter(_ part: ModelPart, in trial: Trial) -> any AnyTrialParameter {
        switch part {
        case .optional:
            TrialParameter<T?> { value in value.map { .instance(held($0)) } ?? .nothing }
        case .lazy:
            TrialParameter<Injected<T>> { [unowned trial] handle in
                .later { trial.read(TrialWrapper(handle, self)) }
            }
        case .following:
            TrialParameter<Imposed<T>> { [unowned trial] handle in
                .later { trial.read(TrialWrapper(handle, self)) }
            }
        default: TrialParameter<T> { .instance(held($0)) }
        }
    }
}

extension ModelPart {
    fileprivate func parameter(in trial: Trial) -> any AnyTrialParameter {
        switch self {
        case .parameter(let kind), .optional(let kind), .lazy(let kind), .following(let kind):
            kind.slot.parameter(self, in: trial)
        default: TrialParameter<Int> { .number($0) }
        }
    }
}

extension Trial {
    /// The body of a provider.
    func build(_ registration: ModelRegistration, _ parameters: [TrialPart]) throws -> TrialCore {
        calls.append(registration.number)
        var parts = parameters
        for part in registration.parts where !part.isParameter { parts.append(try injected(part)) }
        if failing.contains(registration.number) { throw TrialFailure() }
        return core(registration.number, parts)
    }

    private func injected(_ part: ModelPart) throws -> TrialPart {
        switch part {
        case .asked(let request) where exists(request.location):
            return .instance(try request.kind.slot.hold(request, in: self))
        case .unforced(let request) where exists(request.location):
            return request.kind.slot.holdIfPossible(request, in: self).map { .instance($0) } ?? .nothing
        case .all(let request) where exists(request.location):
            return .list(try request.kind.slot.holdAll(request, in: self))
        case .wrapper(let request) where exists(request.location):
            let wrapper = request.kind.slot.wrap(.unforced, request, in: self)
            return .later { [unowned self] in read(wrapper) }
        default: return .nothing
        }
    }
}
