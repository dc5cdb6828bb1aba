import Impose
import TestSupport

/// A type as it is imposed and asked for.
protocol AnyTrialSlot: Sendable {
    func impose(_ registration: ModelRegistration, on imposer: Imposer, in trial: Trial) -> any AnyTrialHandle
    func give(_ registration: ModelRegistration, to imposer: Imposer, in trial: Trial)
    func alias<Original>(_ registration: Registration<Original>, _ name: InjectionName?, line: UInt)
    func ask(_ query: ModelQuery, _ request: ModelRequest, in trial: Trial) -> ModelAnswer<TrialHeld>
    func hold(_ request: ModelRequest, in trial: Trial) throws(ImposeError) -> TrialHeld
    func holdIfPossible(_ request: ModelRequest, in trial: Trial) -> TrialHeld?
    func holdAll(_ request: ModelRequest, in trial: Trial) throws(ImposeError) -> [TrialHeld]
    func remove(from imposer: Imposer, _ name: InjectionName?) -> Bool
    func store(_ request: ModelRequest, number: Int, in trial: Trial) -> ModelAnswer<TrialHeld>
    func wrap(_ wrapper: ModelWrapper, _ request: ModelRequest, in trial: Trial) -> TrialWrapper
    func parameter(_ part: ModelPart, in trial: Trial) -> any AnyTrialParameter
}

struct TrialSlot<T: Sendable>: AnyTrialSlot {
    let make: @Sendable (TrialCore) -> T
    let core: @Sendable (T) -> TrialCore

    init(
        _ type: T.Type,
        _ make: @escaping @Sendable (TrialCore) -> T,
        _ core: @escaping @Sendable (T) -> TrialCore
    ) {
        (self.make, self.core) = (make, core)
    }

    func held(_ instance: T) -> TrialHeld {
        TrialHeld(core: core(instance), value: instance)
    }

    func hold(_ request: ModelRequest, in trial: Trial) throws(ImposeError) -> TrialHeld {
        held(try trial.inject(T.self, request))
    }

    func holdIfPossible(_ request: ModelRequest, in trial: Trial) -> TrialHeld? {
        trial.unforced(T.self, request).map(held)
    }

    func holdAll(_ request: ModelRequest, in trial: Trial) throws(ImposeError) -> [TrialHeld] {
        try trial.injectAll(T.self, request).map(held)
    }

    func ask(_ query: ModelQuery, _ request: ModelRequest, in trial: Trial) -> ModelAnswer<TrialHeld> {
        do throws(ImposeError) {
            switch query {
            case .one: return trial.handOut(held(try trial.driver.inject(T.self, request, in: trial)))
            case .optional:
                let found = try trial.driver.inject(T?.self, request, in: trial)
                return found.map { trial.handOut(held($0)) } ?? .nothing
            case .unforced: return holdIfPossible(request, in: trial).map(trial.handOut) ?? .nothing
            case .all:
                let all = try holdAll(request, in: trial)
                trial.held += all
                return .list(all)
            case .isImposed: return .truth(trial.isImposed(T.self, request))
            case .isOptionalImposed: return .truth(trial.isImposed(T?.self, request))
            case .explanation: return trial.explanation(T.self, request)
            case .optionalExplanation: return trial.explanation(T?.self, request)
            }
        } catch {
            return .failure(error.kind)
        }
    }

    func store(_ request: ModelRequest, number: Int, in trial: Trial) -> ModelAnswer<TrialHeld> {
        guard let imposer = trial.find(request.location) else { return .skipped }
        let value = make(trial.core(number, []))
        trial.held.append(held(value))
        do {
            try imposer.store(value, for: T.self, named: request.name?.injectionName)
            return .done
        } catch {
            return .failure(error.kind)
        }
    }

    func remove(from imposer: Imposer, _ name: InjectionName?) -> Bool {
        imposer.remove(for: T.self, named: name)
    }

    func alias<Original>(_ registration: Registration<Original>, _ name: InjectionName?, line: UInt) {
        registration.alias(T.self, named: name, line: line) { original in
            // Invariant: only supertypes become aliases.
            guard let alias = original as? T else { preconditionFailure("\(original) is no \(T.self)") }
            return alias
        }
    }
}

/// The registration that was made, for further calls on it.
protocol AnyTrialHandle: Sendable {
    func prefer()
    func decorate()
    func alias(_ slot: any AnyTrialSlot, _ name: InjectionName?, line: UInt)
}

struct TrialHandle<T: Sendable>: AnyTrialHandle {
    let registration: Registration<T>
    let slot: TrialSlot<T>

    func prefer() {
        registration.preferred()
    }

    func decorate() {
        registration.decorated { [slot] instance in slot.make(slot.core(instance).decorated) }
    }

    func alias(_ slot: any AnyTrialSlot, _ name: InjectionName?, line: UInt) {
        slot.alias(registration, name, line: line)
    }
}
