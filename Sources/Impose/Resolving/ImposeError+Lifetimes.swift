// The errors of keeping instances: lifetimes, scopes, disposal.

extension ImposeError {
    /// The error for a request that had to search an imposer that was disposed of.
    static func disposed(_ request: Request, _ imposer: Imposer) -> ImposeError {
        if imposer === ScopeState.gone { return gone(request) }
        if let body = imposer.node.disposal?.body { return ended(request, imposer, withBodyOf: body) }
        if imposer.type != nil { return directoryGone(request, imposer) }
        let doing = request.purpose == .store ? "Store" : "Inject"
        guard imposer.scopeState != nil else {
            return ImposeError(
                .disposed,
                request,
                problem: { _ in "\(imposer) was disposed of\(imposer.placeOfDisposal)" },
                fixes: { names in
                    let injecting = ImposerTitle.member(.primary)
                        .injectingExpression("inject", names.expression(request.type), request.name)
                    return [
                        "\(doing) it before the imposer is disposed of, or dispose of it later.",
                        "If the caller should outlive the imposer, let it use one that stays, which gives another "
                            + "instance: \(injecting)",
                    ]
                }
            )
        }
        return ImposeError(
            .disposed,
            request,
            problem: { _ in "\(imposer.withPlace) \(imposer.end)" },
            fixes: { names in
                let injecting = ImposerTitle.scope(.none)
                    .injectingExpression("inject", names.expression(request.type), request.name)
                let name = imposer.scopeState?.name.map { "(\($0.key.spelling))" } ?? ""
                let variable = names.variable(request.type)
                return [
                    imposer.node.disposal?.isOfBlock ?? false
                        ? "\(doing) it before the block returns: await the tasks that it starts."
                        : "\(doing) it before the scope is disposed of, or dispose of the scope later.",
                    "Let work that outlives the scope open its own, which gives another instance, as any other imposer does: "
                        + "Imposer.shared.withScope\(name) { scope in let \(variable) = \(injecting); print(\(variable)) }",
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
            problem: { _ in "\(imposer.withPlace) belongs to an isolated directory that ended with its body: \(body)" },
            fixes: { _ in
                [
                    "\(doing) it before the body ends: let the body wait for its tasks and threads.",
                    "Or make what should outlive the body in an Imposer.isolated that does not say endsWithBody: true.",
                ]
            }
        )
    }

    /// The error for a request to an imposer that was found in an isolated directory, and is all that is left of it.
    private static func directoryGone(_ request: Request, _ imposer: Imposer) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in
                "\(imposer) belongs to an isolated directory that is gone, since nothing held a reference to it any more"
            },
            fixes: { _ in
                [
                    "Hold the directory, too: where it is current, let context = Imposer.currentContext().",
                    "Or inject through a wrapper or a scope, which hold it themselves.",
                ]
            }
        )
    }

    /// The error for a request by an instance that has outlived the scope or imposer that it injects from.
    private static func gone(_ request: Request) -> ImposeError {
        ImposeError(
            .disposed,
            request,
            problem: { _ in
                "the scope or imposer that should answer is gone, since nothing held a reference to it any more"
            },
            fixes: { _ in
                [
                    "Hold the scope or imposer as long as the objects that were made in it are used.",
                    "Or read the dependency while it is there, and pass the value on.",
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
            action: "disposed",
            problem: { _ in "it \(imposer.end)" },
            fixes: { _ in
                ["Dispose of it in one place, where it is opened: defer { \(imposer.expression).dispose() }"]
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
                    "Or keep it for good: at \(registration.location), impose it with option: .singleInstance",
                    "Or make a new one each time: impose it there with option: .closureBased",
                ]
            }
        )
    }

    /// The error for storing a value if nothing is imposed for its type and name.
    static func missing(toStore request: Request, _ order: SearchOrder) -> ImposeError {
        let conforming = ConformingTypes(to: request.type, askedIn: request.location.module)
        return ImposeError(
            .missing,
            request,
            searched: order.withCounts,
            mentioning: conforming.types,
            problem: { _ in "nothing is imposed for exactly this type and name" },
            fixes: { names in
                let imposing = conforming.imposing(request.type, request.name, on: order.imposing, names)
                return ["Impose it before it is stored: \(imposing)"]
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
                    let value = names.variable(original.type)
                    let type = names.expression(original.type)
                    return [
                        "Store the original: try \(registration.imposer.expression).store(\(value), for: \(type)"
                            + "\(original.name.argument))"
                    ]
                }
                let value = names.variable(request.type)
                return [
                    "Say what storing means: at \(registration.location), add .onStore { \(value) in print(\(value)) } "
                        + "behind the registration, with your code in it.",
                    "Or keep an instance: impose it there with option: .singleInstance",
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
            fixes: { names in
                [
                    "Store it for its own class: try \(registration.imposer.expression).store(\(names.variable(type)), for: "
                        + "\(names.expression(type)))"
                ]
            }
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
                [
                    "Hold it, by @UnforceInjected instead of @InjectedWeakly.",
                    "Or make \(names[type]) a class or an actor.",
                ]
            }
        )
    }

    /// The error for a wrapper that holds its instance weakly, and has none any more.
    static func goneWeakly(_ type: any Any.Type, _ name: InjectionName?, _ location: Location) -> ImposeError {
        ImposeError(
            .disposed,
            Request(type, named: name, at: location),
            problem: { _ in
                "the property holds its instance weakly, and that is gone: nothing else held it, or nil was assigned"
            },
            fixes: { _ in
                [
                    "Keep the instance alive as long as it is needed: its imposer does, with option: .singleInstance",
                    "Or let the property hold it: @UnforceInjected instead of @InjectedWeakly.",
                ]
            }
        )
    }

    /// The error for a wrapper that nil was assigned to.
    static func assignedNil(_ type: any Any.Type, _ name: InjectionName?, _ location: Location) -> ImposeError {
        ImposeError(
            .missing,
            Request(type, named: name, at: location),
            problem: { _ in "the property is nil because nil was assigned to it" },
            fixes: { _ in ["Assign an instance; or leave the property alone, and one is injected."] }
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
                    "Or hold the owner as long as its dependencies are needed.",
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

    /// A clause that says what ended it, and where.
    fileprivate var end: String {
        guard let disposal = node.disposal, disposal.isOfBlock, let location = disposal.location else {
            return "was disposed of\(placeOfDisposal)"
        }
        return "ended when the block of withScope at \(location) returned"
    }

    /// The imposer that a scope would be opened in, as an expression.
    var scopingExpression: String {
        if case .member = node.title { return expression }
        return parent?.scopingExpression ?? expression
    }

    fileprivate var placeOfDisposal: String {
        if let body = node.disposal?.body { return " with its isolated directory, as the body ended: \(body)" }
        guard let disposal = node.disposal, let location = disposal.location else {
            return ", since nothing held a reference to it any more"
        }
        return disposal.isShutdown ? " by the shutdown at \(location)" : " by dispose() at \(location)"
    }
}
