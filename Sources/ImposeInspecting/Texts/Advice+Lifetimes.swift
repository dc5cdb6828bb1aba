// Advice on keeping instances: lifetimes, stores, disposal.

internal import ImposeCore

extension Advice {
    /// Advice on a request that had to search an imposer that was disposed of.
    static func disposed(_ request: Request, _ imposer: Imposer) -> Advice {
        let end = Seam.end(of: imposer)
        if end == .lastReference {
            return Advice(
                "Hold the scope or imposer as long as the objects that were made in it are used.",
                "Or read the dependency while it is there, and pass the value on."
            )
        }
        let doing = request.doing
        if end == .isolatedBody {
            return Advice(
                "\(doing) it before the body ends: let the body wait for its tasks and threads.",
                "Or make what should outlive the body in an Imposer.isolated that does not say endsWithBody: true."
            )
        }
        if imposer.isMember {
            return Advice(
                "Hold the directory, too: where it is current, let context = Imposer.currentContext().",
                "Or inject through a wrapper or a scope, which hold it themselves."
            )
        }
        guard imposer.isScope else {
            return Advice { names in
                let injecting = ImposerTitle.member(.primary)
                    .injectingExpression("inject", names.expression(request.type), request.name)
                return [
                    "\(doing) it before the imposer is disposed of, or dispose of it later.",
                    "If the caller should outlive the imposer, let it use one that stays, which gives another "
                        + "instance: \(injecting)",
                ]
            }
        }
        return Advice { names in
            let injecting = ImposerTitle.scope(.none)
                .injectingExpression("inject", names.expression(request.type), request.name)
            let name = imposer.scopeName.map { "(\($0.key.spelling))" } ?? ""
            let variable = names.variable(request.type)
            return [
                end == .block
                    ? "\(doing) it before the block returns: await the tasks that it starts."
                    : "\(doing) it before the scope is disposed of, or dispose of the scope later.",
                "Let work that outlives the scope open its own, which gives another instance, as any other imposer does: "
                    + "Imposer.shared.withScope\(name) { scope in let \(variable) = \(injecting); print(\(variable)) }",
            ]
        }
    }

    /// Advice on a request that would make something for an imposer that was shut down.
    static func shutDown(_ request: Request, _ imposer: Imposer) -> Advice {
        Advice { names in
            let injecting = ImposerTitle.scope(.none)
                .injectingExpression("inject", names.expression(request.type), request.name)
            return [
                "\(request.doing) it before the shutdown, or shut down later.",
                "Or let the work that needs it run in a scope, for whose block a shutdown waits: "
                    + "Imposer.withScope { scope in \(injecting) }",
                "To use the imposer again: \(imposer.expression).reset()",
            ]
        }
    }

    /// Advice on a value that a registration can't hold weakly.
    static func weakValue(_ type: any Any.Type, _ registration: RegistrationRecord) -> Advice {
        Advice { names in
            [
                "Make \(names[type]) a class or an actor.",
                "Or keep it for good: at \(registration.location), impose it with option: .singleInstance",
                "Or make a new one each time: impose it there with option: .closureBased",
            ]
        }
    }

    /// Advice on a value that a wrapper can't hold weakly.
    static func weakValue(_ type: any Any.Type) -> Advice {
        Advice { names in
            [
                "Hold it, by @UnforceInjected instead of @InjectedWeakly.",
                "Or make \(names[type]) a class or an actor.",
            ]
        }
    }

    /// Advice on a registration that keeps no instance which a stored one could replace.
    static func notStorable(_ request: Request, _ registration: RegistrationRecord) -> Advice {
        Advice { names in
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
                "Say what storing means: at \(registration.location), append .onStore { \(value) in … }",
                "Or keep an instance: impose it there with option: .singleInstance",
            ]
        }
    }

    /// Advice on a value that is stored for another class than its own.
    static func wrongClass(toStore type: any Any.Type, _ registration: RegistrationRecord) -> Advice {
        Advice { names in
            [
                "Store it for its own class: try \(registration.imposer.expression).store(\(names.variable(type)), for: "
                    + "\(names.expression(type)))"
            ]
        }
    }
}

extension Request {
    /// What the caller did, as an instruction.
    fileprivate var doing: String { purpose == .store ? "Store" : "Inject" }
}

extension Imposer {
    /// The imposer that a scope would be opened in, as an expression.
    var scopingExpression: String {
        (Seam.lineage(of: self).last ?? self).expression
    }
}
