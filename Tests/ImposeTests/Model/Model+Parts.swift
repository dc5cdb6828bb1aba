import Impose
import TestSupport

extension Model {
    /// The instance that a parameter gets. It is "always asked for with `.nearest` and without a name".
    func parameter(_ part: ModelPart, _ argument: Int?, _ origin: Origin) throws(Failure) -> Part {
        switch part {
        case .parameter(let kind): return .instance(hold(try inject(plain(kind), from: origin)))
        case .optional(let kind): return try optional(plain(kind), from: origin)
        case .lazy(let kind):
            // "The handle injects from where the parameter would have been injected from."
            let scope = wrongRule == .handlesForgetScopes ? nil : origin.scope
            let later = Origin(asked: origin.asked, scope: scope, context: origin.context)
            return add(Later(wrapper: .injected, request: plain(kind), context: origin.context, origin: later))
        case .following(let kind):
            return add(Later(wrapper: .imposed, request: plain(kind), context: origin.context, origin: origin))
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
            return add(Later(wrapper: .unforced, request: request, context: context))
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

    private func plain(_ kind: ModelKind) -> ModelRequest {
        ModelRequest(location: .member(.primary), kind: kind)
    }

    private func add(_ later: Later) -> Part {
        laters.append(later)
        return .later(laters.count - 1)
    }

    func hold(_ instance: Int) -> Int {
        temporaries.append(instance)
        return instance
    }
}

extension Model {
    /// Whether somebody holds an instance: "shared as long as somebody else holds it".
    func isAlive(_ instance: Int) -> Bool {
        var waiting = held + temporaries + graph.values
        waiting += wrappers.values.compactMap { laters[$0].value }
        for node in nodes {
            // A weak instance is not held.
            waiting += node.kept.compactMap { records[$0.key.number]?.option == .weakInstance ? nil : $0.value }
        }
        // An instance that has read itself, in any way, holds itself.
        waiting += instances.indices.filter { index in
            instances[index].parts.contains { part in
                guard case .later(let later) = part, let value = laters[later].value else { return false }
                return reached(from: [value]).contains(index)
            }
        }
        return reached(from: waiting).contains(instance)
    }

    /// The instances that these hold, directly and indirectly, themselves included.
    private func reached(from instances: [Int]) -> Set<Int> {
        var waiting = instances
        var seen: Set<Int> = []
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            for part in self.instances[next].parts {
                switch part {
                case .instance(let other): waiting.append(other)
                case .list(let others): waiting += others
                case .later(let later): waiting += laters[later].value.map { [$0] } ?? []
                case .nothing, .number: break
                }
            }
        }
        return seen
    }
}
