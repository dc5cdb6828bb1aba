// The errors of keeping instances: lifetimes, scopes, disposal.

extension ImposeError {
    /// The error for a request that had to search an imposer that was disposed of.
    static func disposed(_ request: Request, _ imposer: Imposer) -> ImposeError {
        if imposer === ScopeState.gone { return gone(request) }
        if let body = imposer.node.disposal?.body { return ended(request, imposer, withBodyOf: body) }
        if imposer.type != nil { return directoryGone(request, imposer) }
        let isScope = imposer.scopeState != nil
        let doing = request.purpose == .store ? "Store" : "Inject"
        return ImposeError(
            .disposed,
            request,
            problem: { _ in "\(imposer.withPlace) was disposed of\(imposer.placeOfDisposal)" },
            fixes: { _ in
                [
                    isScope
                        ? "\(doing) it before the scope is disposed of, or dispose of the scope later."
                        : "\(doing) it before the imposer is disposed of, or dispose of it later.",
                    isScope
                        ? "Let work that outlives the scope begin with one of its own: Imposer.shared.withScope { … }. What "
                            + "is imposed outside the scope, and not scoped, is still injected."
                        : "If what asks should outlive it, let it inject from an imposer that stays: inject(from: .primary) "
                            + "outside the scope's run { … }.",
                ]
            }
        )
    }

    /// The error for a request to an imposer or scope of an isolated directory that has ended with its body.
    private static func ended(_ request: Request, _ imposer: Imposer, withBodyOf body: String) -> ImposeError {
        let doing = request.purpose == .store ? "Store" : "Inject"
        return ImposeError(
            .disposed,
            request,
            problem: { _ in "\(imposer.withPlace) is of an isolated directory that ended with its body: \(body)" },
            fixes: { _ in
                [
                    "\(doing) it before the body ends: let the body wait for its tasks and threads.",
                    "Make what is to outlive the body in an Imposer.isolated { … } without endsWithBody.",
                ]
            }
        )
    }

    /// The error for a request to an imposer that was found in an isolated directory, and is all that is left of it.
    private static func directoryGone(_ request: Request, _ imposer: Imposer) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in "\(imposer) is of an isolated directory that is gone: nobody held it any more" },
            fixes: { _ in
                [
                    "Hold the directory as well: let context = Imposer.currentContext(), made where it is current.",
                    "Inject through a wrapper or a scope: they hold it themselves.",
                ]
            }
        )
    }

    /// The error for a request by an instance that has outlived the scope or imposer that it injects from.
    private static func gone(_ request: Request) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in "the scope or imposer that should answer went with its last reference" },
            fixes: { _ in
                [
                    "Hold the scope or imposer as long as what was made in it is used.",
                    "Read the dependency while it is there, and pass the value on.",
                ]
            }
        )
    }

    /// The error for an imposer that is disposed of a second time.
    static func disposed(_ imposer: Imposer, again location: Location) -> ImposeError {
        ImposeError(
            .disposed,
            Request(Imposer.self, at: location),
            attempt: "dispose of \(imposer)",
            problem: { _ in "it was disposed of\(imposer.placeOfDisposal)" },
            fixes: { _ in ["Leave it to one place, the one that opened it: defer { scope.dispose() }"] }
        )
    }

    /// The error for an instance that a scope of some name has to keep, if none encloses the request.
    static func noScope(_ request: Request, _ registration: RegistrationRecord, for origin: Origin) -> ImposeError {
        let name = registration.option.scopeName.map(\.key.spelling) ?? ""
        let scopes = (origin.scope.map { Array($0.lineage) } ?? []).compactMap { scope in
            scope.scopeState.map { "\(scope), opened at \($0.location)" }
        }
        let running = scopes.isEmpty ? "none is running" : "what runs is " + scopes.joined(separator: ", in ")
        return ImposeError(
            .noScope,
            request,
            mentioning: [registration.type],
            problem: { names in
                let of = registration.type == request.type ? "it" : names.key(registration.type, registration.key.name)
                return "\(of) is imposed as .\(registration.option) at \(registration.location), and no scope \(name) "
                    + "encloses the injection: \(running)"
            },
            fixes: { _ in
                [
                    "Inject it inside one: try await Imposer.withScope(\(name)) { _ in … }",
                    "If what asks was made before the scope, let it ask each time: @Imposed instead of @Injected, or a "
                        + "parameter Imposed<…>.",
                    "Give it another lifetime where it is imposed: .scopedInstance is kept outside scopes, too.",
                ]
            }
        )
    }

    static func weakValue(_ request: Request, _ registration: RegistrationRecord, _ value: Any) -> ImposeError {
        let type = Casting.dynamicType(of: value) ?? registration.type
        let origin = request.purpose == .store ? "what is stored is" : "its provider made"
        return ImposeError(
            .weakValue,
            request,
            mentioning: [type],
            problem: { names in
                "it is imposed as .weakInstance at \(registration.location), and \(origin) a value, of type "
                    + "\(names[type]), which can't be held weakly"
            },
            fixes: { names in
                [
                    "Make \(names[type]) a class or an actor.",
                    "Keep it: .impose(for: …, option: .singleInstance, …)",
                    "Make a new one each time: .impose(for: …, option: .closureBased, …)",
                ]
            }
        )
    }

    /// The error for storing a value if nothing is imposed for its type and name.
    static func missing(toStore request: Request, _ order: SearchOrder) -> ImposeError {
        let expression = order.first { _ in true }?.imposingExpression ?? "Imposer"
        return ImposeError(
            .missing,
            request,
            searched: order.withCounts,
            problem: { _ in "nothing is imposed for exactly this type and name" },
            fixes: { names in
                let type = names.expression(request.type)
                return ["Impose it before it is stored: \(expression).impose(for: \(type)\(request.name.argument), …)"]
            }
        )
    }

    /// The error for storing a value if its registration keeps no instance that it could replace.
    static func notStorable(_ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        ImposeError(
            .notStorable,
            request,
            mentioning: [registration.original?.type].compactMap { $0 },
            problem: { names in
                if let original = registration.original {
                    return "its registration at \(registration.location) is an alias of "
                        + "\(names.key(original.type, original.name)), and a value of the one can't be made a value of "
                        + "the other"
                }
                return
                    "it is imposed as .\(registration.option) at \(registration.location), which keeps no instance that "
                    + "a stored one could replace"
            },
            fixes: { names in
                if let original = registration.original {
                    return ["Store it as \(names.key(original.type, original.name))."]
                }
                return [
                    "Say what storing means: .impose(for: …, option: .\(registration.option), …).onStore { value in … }",
                    "Keep an instance: .impose(for: …, option: .singleInstance, …)",
                ]
            }
        )
    }

    /// The error for storing a value for another class than its own.
    static func wrongClass(toStore value: Any, _ request: Request, _ registration: RegistrationRecord) -> ImposeError {
        let type = Casting.dynamicType(of: value) ?? request.type
        return ImposeError(
            .notStorable,
            request,
            mentioning: [type, registration.type],
            problem: { names in
                "the value is an instance of \(names[type]), which is no \(names[registration.type])"
            },
            fixes: { names in ["Store it for its own class: store(value, for: \(names.expression(type)))"] }
        )
    }

    /// The error for a wrapper that would have to hold a value weakly.
    static func weakValue<T>(_ value: T, _ name: InjectionName?, _ location: Location) -> ImposeError {
        let type = Casting.dynamicType(of: value) ?? T.self
        return ImposeError(
            .weakValue,
            Request(T.self, named: name, at: location),
            mentioning: [type],
            problem: { names in "the instance is a value, of type \(names[type]), which can't be held weakly" },
            fixes: { names in
                ["Hold it: @UnforceInjected, in place of @InjectedWeakly.", "Make \(names[type]) a class or an actor."]
            }
        )
    }

    /// The error for a wrapper that holds its instance weakly, and has none any more.
    static func goneWeakly(_ type: any Any.Type, _ name: InjectionName?, _ location: Location) -> ImposeError {
        ImposeError(
            .disposed,
            Request(type, named: name, at: location),
            problem: { _ in
                "the property holds its instance weakly, and has none: nobody else held it, or nil was assigned"
            },
            fixes: { _ in
                [
                    "Let somebody hold the instance as long as it is needed: its imposer does, for a .singleInstance.",
                    "Hold it: @UnforceInjected, in place of @InjectedWeakly.",
                ]
            }
        )
    }

    /// The error for a wrapper that nil was assigned to.
    static func assignedNil(_ type: any Any.Type, _ name: InjectionName?, _ location: Location) -> ImposeError {
        ImposeError(
            .missing,
            Request(type, named: name, at: location),
            problem: { _ in "nil was assigned to the property" },
            fixes: { _ in ["Assign an instance; or assign nothing, and one is injected."] }
        )
    }

    static func ownerReleased(_ type: any Any.Type, _ name: InjectionName?, _ location: Location) -> ImposeError {
        ImposeError(
            .ownerReleased,
            Request(type, named: name, at: location),
            problem: { _ in "the object that owns the property is gone, and with it the imposer that should answer" },
            fixes: { names in
                [
                    "Read the property while its owner is alive, and pass the value on.",
                    "Hold the owner as long as its dependencies are needed.",
                ]
            }
        )
    }
}

extension Imposer {
    /// The imposer, and where it was opened if it is a scope.
    fileprivate var withPlace: String {
        scopeState.map { "\(self), opened at \($0.location)," } ?? "\(self)"
    }

    fileprivate var placeOfDisposal: String {
        if let body = node.disposal?.body { return " with its isolated directory, as the body ended: \(body)" }
        guard let disposal = node.disposal, let location = disposal.location else { return " with its last reference" }
        return disposal.isShutdown ? " by the shutdown at \(location)" : " at \(location)"
    }
}
