import Impose
import TestSupport

extension Model {
    /// The instance that a parameter gets. It is "always asked for with `.nearest` and without a name".
    ///
    /// - Parameter own: The key of the provider's registration.
    func parameter(_ part: ModelPart, _ own: Key, _ argument: Int?, _ origin: Origin) throws(Failure) -> Part {
        switch part {
        case .parameter(let kind):
            if isOwn(kind, own) { return try outer(kind, from: origin, isOptional: false) }
            return .instance(hold(try inject(plain(kind), from: origin)))
        case .optional(let kind):
            if isOwn(kind, own) { return try outer(kind, from: origin, isOptional: true) }
            return try optional(plain(kind), from: origin)
        case .lazy(let kind):
            // "The handle injects from where the parameter would have been injected from."
            let scope = wrongRule == .handlesForgetScopes ? nil : origin.scope
            let later = Origin(asked: origin.asked, scope: scope, context: origin.context)
            return .later(add(.injected, plain(kind), in: origin.context, from: later))
        case .following(let kind): return .later(add(.imposed, plain(kind), in: origin.context, from: origin))
        case .number:
            // Nothing is ever imposed for it.
            guard let argument else { throw Failure(kind: .missing) }
            return .number(argument)
        case .asked, .unforced, .all, .wrapper: return .nothing
        }
    }

    /// The instance that code in a provider gets.
    func injected(_ part: ModelPart, _ context: Context) throws(Failure) -> Part {
        switch part {
        case .parameter, .optional, .lazy, .following, .number: return .nothing
        case .asked(let request):
            guard let origin = origin(request.location, in: context) else { return .nothing }
            return .instance(hold(try inject(request, from: origin)))
        case .unforced(let request):
            guard let origin = origin(request.location, in: context) else { return .nothing }
            return unforced(request, from: origin).map { .instance(hold($0)) } ?? .nothing
        case .all(let request):
            guard let origin = origin(request.location, in: context) else { return .nothing }
            return .list(try injectAll(request, from: origin))
        case .wrapper(let request):
            guard exists(request.location) else { return .nothing }
            return .later(add(.unforced, request, in: context))
        }
    }

    /// "A parameter `D?` gets nil if nothing is imposed for `D`. Any other failure is still an error."
    func optional(_ request: ModelRequest, from origin: Origin) throws(Failure) -> Part {
        try outermost { () throws(Failure) -> Part in
            let chosen: Chosen
            do throws(Failure) {
                chosen = try search(request, from: origin)
            } catch {
                if error.kind == .missing || wrongRule == .optionalHidesErrors { return .nothing }
                throw error
            }
            return .instance(hold(try deliver(chosen, request, origin)))
        }
    }

    /// The instance, or nil for any reason.
    func unforced(_ request: ModelRequest, from origin: Origin) -> Int? {
        do {
            return try inject(request, from: origin)
        } catch {
            return nil
        }
    }

    /// "If one of the instances cannot be made, its error is thrown." All of it is one injection.
    func injectAll(_ request: ModelRequest, from origin: Origin) throws(Failure) -> [Int] {
        try outermost { () throws(Failure) -> [Int] in
            var all: [Int] = []
            for found in try chooseAll(request, from: origin) {
                all.append(hold(try deliver(found, request, origin)))
            }
            return all
        }
    }

    private func isOwn(_ kind: ModelKind, _ own: Key) -> Bool {
        own == Key(kind: kind, name: nil) && wrongRule != .ownTypeIsCircular
    }

    /// What a parameter of the registration's own type and name gets: "it asks the next imposer outward", from the one that
    /// holds the registration. "Only if there is none is it `circular`"; and an optional gets nil then, as any other does.
    private func outer(_ kind: ModelKind, from origin: Origin, isOptional: Bool) throws(Failure) -> Part {
        for node in try usable(searched(origin)).drop(while: { $0 != origin.asked }).dropFirst() {
            guard let match = try answer(plain(kind), in: node) else { continue }
            let found = Found(number: match.number, holder: node)
            return .instance(hold(try deliver(found, plain(kind), origin)))
        }
        if isOptional { return .nothing }
        hasCycle = true
        throw Failure(kind: .circular)
    }

    private func plain(_ kind: ModelKind) -> ModelRequest {
        ModelRequest(location: .member(.primary), kind: kind)
    }

    /// Creates a handle or a wrapper.
    ///
    /// - Parameter origin: Where the parameter would have been injected from that a handle stands for.
    func add(_ wrapper: ModelWrapper, _ request: ModelRequest, in context: Context, from origin: Origin? = nil) -> Int {
        var later = Later(wrapper: wrapper, request: request, context: context, origin: origin)
        if case .made(let number) = request.location, origin == nil { later.imposer = made[number] }
        later.isHolding = wrongRule == .keptWrappersKeepScopesOpen || !(isBuildingKept || isAskedByKept)
        later.references = references(of: later)
        laters.append(later)
        return laters.count - 1
    }

    func hold(_ instance: Int) -> Int {
        temporaries.append(instance)
        return instance
    }
}
