// Advice on keeping instances: lifetimes, stores, disposal.

internal import Impose

extension Advice {
    /// Advice on a request that had to search an imposer that was disposed of.
    ///
    /// - Parameter steps: The path of the error.
    static func disposed(_ request: Request, _ imposer: NodeFacts, _ steps: [ImposeError.Step]) -> Advice {
        // What the code asks for, if that is no more than needed on the way.
        let outermost = Seam.underway.first.map { underway in
            (underway.type, underway.registration.key.name, steps.first?.location ?? request.location)
        }
        let end = imposer.end
        if case .shutdown? = end, !imposer.isOfScope { return shutDown(request, imposer) }
        if end == .lastReference {
            return Advice(
                "Hold the scope or imposer as long as the objects that were made in it are used.",
                "Or read the dependency while it is there, and pass the value on."
            )
        }
        let doing = request.doing
        if let test = TestRun.ended(with: imposer) {
            let owner = StoredWrapper.only(in: request.location.module) { $0.need == request.type }?.ownerName
            let kept = owner ?? "the object that injects it"
            return Advice { _ in
                [
                    "If a static or a global keeps \(kept), create a new one in each test, as by a property of the suite.",
                    "Or let that test wait for the tasks and threads that it starts.",
                ]
            } problem: { _ in
                "\(imposer.withPlace)\(imposer.isOfScope ? "," : "") belongs to \(test.title), which has ended"
            }
        }
        if case .isolatedBody? = end {
            return Advice(
                "\(doing) it before the body ends: let the body wait for its tasks and threads.",
                "Or make what should outlive the body in an Imposer.isolated that does not say endsWithBody: true."
            )
        }
        if imposer.isMember, end == nil { return Advice("\(doing) it again: the imposer is in use.") }
        if imposer.isMember {
            return Advice(
                "Hold the directory, too: where it is current, let context = Imposer.currentContext().",
                "Or inject through a wrapper or a scope, which hold it themselves."
            )
        }
        guard imposer.isOfScope else {
            return Advice { names in
                let injecting = ImposerTitle.member(.primary).injecting(request.type, request.name, names)
                return [
                    "\(doing) it before the imposer is disposed of.",
                    Fix("Or let a caller that outlives it use one that stays, which has another instance", injecting),
                ]
            }
        }
        return Advice { names in
            let (type, name, place) = outermost ?? (request.type, request.name, request.location)
            // In a block, the scope may have any name, or none.
            let isBlock = if case .block? = end { true } else { false }
            let asked: ImposerTitle = isBlock ? .member(.primary) : .scope(.none)
            let injecting = asked.injecting(type, name, names)
            let early = "let \(names.variable(type)) = \(injecting)"
            if isBlock {
                if let reading = injectingAtCreation(request, names, "inside the block") {
                    return [reading, "Or use it before the block returns."]
                }
                // Without a task, none can have outlived the block.
                guard withUnsafeCurrentTask(body: { $0 != nil }) else {
                    let text = "Inject it inside the block, in place of what \(place) injects"
                    return [Fix(text, early), "Or use it before the block returns."]
                }
                return [
                    Fix(
                        "Inject \(outermost == nil ? "it" : names[type]) inside the block, before the task starts. Let the task "
                            + "use that, in place of what \(place) injects",
                        early
                    ),
                    Fix("Or keep the task in a variable, and let the block await it at its end", "await task.value"),
                ]
            }
            return [
                request.isToStore
                    ? "Store it before the scope is disposed of."
                    : Fix("Inject it while the scope is open, and pass it on", early),
                "Or dispose of the scope later, when nothing asks there any more.",
            ]
        }
    }

    /// Lets the property that most likely asks inject when its owner is made; nil if several could, or none.
    ///
    /// - Parameter time: When that has to be.
    private static func injectingAtCreation(_ request: Request, _ names: TypeNames, _ time: String) -> Fix? {
        let wrapper = StoredWrapper.only(in: request.location.module) { $0.need == request.type && $0.keepsForGood }
        return wrapper.map { wrapper in
            Fix(
                "Let the property inject when \(wrapper.ownerName) is made, \(time): at \(request.location), write",
                "@Injected(\(request.name.map { "named: \($0.spelling), " } ?? "")when: .creation) var \(wrapper.property): "
                    + names.annotation(request.type)
            )
        }
    }

    /// Advice on a request that would make something for an imposer that was shut down.
    static func shutDown(_ request: Request, _ imposer: NodeFacts) -> Advice {
        Advice { names in
            let injecting = ImposerTitle.scope(.none).injecting(request.type, request.name, names)
            if let reading = injectingAtCreation(request, names, "before the shutdown") {
                return [reading, "Or read it once, before the shutdown."]
            }
            return [
                "\(request.doing) it before the shutdown.",
                Fix(
                    "Or let the work that needs it run in a scope, for whose block a shutdown waits",
                    "Imposer.withScope { scope in \(injecting) }"
                ),
            ]
        }
    }

    /// Advice on a value that can't be held weakly: by a registration, or by a wrapper if there is none.
    static func weakValue(_ type: any Any.Type, _ registration: RegistrationFacts? = nil) -> Advice {
        let keeping = registration.map { record in
            Fix("Keep it for good: at \(record.location), impose it with", "option: .singleInstance")
        }
        return Advice { names in
            [
                keeping ?? "Hold it, by @UnforceInjected instead of @InjectedWeakly.",
                "Or make \(names[type]) a class or an actor.",
            ]
        }
    }

    /// Advice on a wrapper whose instance, which it holds weakly, is gone.
    static func goneWeakly(_ request: Request) -> Advice {
        let order = Seam.searchOrder(from: Origin(asked: Imposer.shared.node))
        let key = RegistrationKey(type: request.type, name: request.name)
        // The property may inject from a private imposer.
        let isElsewhere = PrivateImposers.latest.contains { Seam.registration(for: key, of: $0) != nil }
        let record = isElsewhere ? nil : Seam.winner(of: Matching(request), in: order)?.registration
        let property = StoredWrapper.only(in: request.location.module) { $0.weakDependency == request.type }
        return Advice { names in
            let place = record.map { "at \($0.location), in place of option: .\($0.option)" } ?? "where it is imposed"
            let variable = property?.property ?? names.variable(request.type)
            let optional = names.optional(TypeRelation.unwrapped(request.type))
            return [
                Fix("Keep the instance: \(place), write", "option: .singleInstance"),
                Fix(
                    "Or let the property hold it, at \(request.location)",
                    "@UnforceInjected\(request.name.map { "(named: \($0.spelling))" } ?? "") var \(variable): \(optional)"
                ),
            ]
        } problem: { _ in
            guard let record, record.option != .singleInstance, record.original == nil else { return nil }
            let name = property.map { "property \($0.ownerName).\($0.property)" } ?? "property"
            return "the \(name) holds it weakly, and nothing else holds it: it is imposed as .\(record.option) at "
                + "\(record.location)"
        }
    }

    /// Advice on a disposer that threw.
    static func disposerThrew(_ request: Request, at location: Location, _ error: any Error) -> Advice {
        guard let error = error as? ImposeError, error.kind == .disposed else {
            return Advice(
                "Fix what the disposer threw. Everything else was disposed of all the same, and the instance was released."
            )
        }
        // It injects what goes with it.
        return Advice(mentioning: [error.requested]) { names in
            let (holder, needed) = (names[request.type], names[error.requested])
            return [
                Fix(
                    "Let \(holder) hold \(needed), as \(names.variable(error.requested)) for instance, and the disposer "
                        + "use that: at \(location), let the provider take it, by a parameter of type",
                    names.annotation(error.requested)
                )
            ]
        } problem: { names in
            "its disposer, at \(location), injects \(names[error.requested]), and what is disposed of with "
                + "it can't be injected any more"
        }
    }

    /// Advice on a registration that keeps no instance which a stored one could replace.
    static func notStorable(_ request: Request, _ registration: RegistrationFacts) -> Advice {
        Advice { names in
            guard let original = registration.original else {
                return [
                    Fix("Keep an instance: at \(registration.location), impose it with", "option: .singleInstance"),
                    "Or say what storing means: append .onStore there, with a closure that takes the value.",
                ]
            }
            let (value, type) = (names.variable(original.type), names.expression(original.type))
            let store = "try \(registration.imposer.expression).store"
            let storing = Fix("Store the original", "\(store)(\(value), for: \(type)\(original.name.argument))")
            let order = Seam.searchOrder(from: Origin(asked: Imposer.shared.node))
            let imposed = order.firstResult { Seam.registration(for: original, of: $0) }
            guard let imposed, TypeRelation(to: registration.type).distance(from: original.type) != nil else {
                return [storing]
            }
            // The value that is to be stored may be of another type than the original's.
            return [
                Fix(
                    "Impose it for what is stored: at \(imposed.location), in place of \(type), write this, and delete the "
                        + "alias, at \(registration.location)",
                    names.expression(registration.type)
                ),
                storing,
            ]
        }
    }

    /// Advice on a value that is stored for another class than its own.
    static func wrongClass(toStore type: any Any.Type, _ registration: RegistrationFacts) -> Advice {
        Advice { names in
            let store = "try \(registration.imposer.expression).store"
            return [
                Fix("Store it for its own class", "\(store)(\(names.variable(type)), for: \(names.expression(type)))")
            ]
        }
    }
}

extension Request {
    /// What the caller did, as an instruction.
    fileprivate var doing: String { isToStore ? "Store" : "Inject" }
}
