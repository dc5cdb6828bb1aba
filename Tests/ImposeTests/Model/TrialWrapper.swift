import Impose
import TestSupport

/// A property wrapper, or a handle that a provider got.
struct TrialWrapper: Sendable {
    /// Reads it, and returns the instance, or the error of a read that would stop the program.
    let answer: @Sendable (Trial) -> ModelAnswer<TrialHeld>
    /// Stores a value; nil for wrappers that don't store.
    let store: @Sendable (TrialCore, Trial) -> ModelAnswer<TrialHeld>?

    init<T>(_ wrapper: Injected<T>, _ slot: TrialSlot<T>) {
        answer = { trial in
            do throws(ImposeError) {
                // Where it can't be injected, the read alone would stop the program.
                let first = trial.handOut(slot.held(try wrapper.tryInject()))
                return .several([first, trial.handOut(slot.held(wrapper()))])
            } catch {
                return .failure(error.kind)
            }
        }
        store = { _, _ in nil }
    }

    init<T>(_ wrapper: UnforceInjected<T>, _ slot: TrialSlot<T>) {
        answer = { trial in wrapper().map { trial.handOut(slot.held($0)) } ?? .nothing }
        store = { _, _ in nil }
    }

    init<T>(_ wrapper: Imposed<T>, _ slot: TrialSlot<T>) {
        answer = { trial in
            do throws(ImposeError) {
                return trial.handOut(slot.held(try wrapper.tryInject()))
            } catch {
                return .failure(error.kind)
            }
        }
        store = { core, trial in
            let value = slot.make(core)
            trial.held.append(slot.held(value))
            do throws(ImposeError) {
                try wrapper.store(value)
                return .done
            } catch {
                return .failure(error.kind)
            }
        }
    }
}

extension TrialSlot {
    func wrap(_ wrapper: ModelWrapper, _ request: ModelRequest, in trial: Trial) -> TrialWrapper {
        let (name, rules) = (request.name?.injectionName, request.rules)
        let imposer: Imposer
        switch (request.location, wrapper) {
        case (.member(let member), .injected):
            return TrialWrapper(Injected(from: member.type, named: name, ifNoMatchUse: rules), self)
        case (.member(let member), .unforced):
            return TrialWrapper(UnforceInjected(from: member.type, named: name, ifNoMatchUse: rules), self)
        case (.member(let member), .imposed):
            return TrialWrapper(Imposed(from: member.type, named: name, ifNoMatchUse: rules), self)
        case (.made, _):
            guard let found = trial.find(request.location) else { preconditionFailure("It was looked for before") }
            imposer = found
        }
        switch wrapper {
        case .injected: return TrialWrapper(Injected(from: imposer, named: name, ifNoMatchUse: rules), self)
        case .unforced: return TrialWrapper(UnforceInjected(from: imposer, named: name, ifNoMatchUse: rules), self)
        case .imposed: return TrialWrapper(Imposed(from: imposer, named: name, ifNoMatchUse: rules), self)
        }
    }
}

extension Trial {
    func read(_ wrapper: TrialWrapper) -> ModelAnswer<TrialHeld> {
        wrapper.answer(self)
    }
}
