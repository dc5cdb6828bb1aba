// The last stage of two rules: instances are made to see which of them can be cast.

extension Resolver {
    /// The instance for a request under a rule that allows casting, in a section. The nodes are asked in order: for a
    /// registration that matches, or else for an instance that can be cast.
    @inline(never)
    func castableInstance<T>(for request: BorrowedRequest, on thread: ThreadRecord) throws(ImposeError) -> T {
        let arguments = request.arguments.isEmpty ? nil : request.arguments
        again: while true {
            var search = CastingSearch<T>(request.whole)
            for node in searchOrder {
                if let found = try firstResult(request, in: [node]) {
                    do throws(ImposeError) { return try instanceOnce(from: found, for: request, on: thread) } catch {
                        try error.throwUnlessOutdated()
                        continue again
                    }
                }
                for candidate in node.candidates(named: request.query.name) {
                    guard let registration = candidate.registration else {
                        guard search.take(givenOf: candidate) else { continue again }
                        continue
                    }
                    if BuildFrame.currentRegistrations.contains(where: { $0 === registration }) {
                        search.passOver(registration)
                        continue
                    }
                    do throws(ImposeError) {
                        // Made as its own type: made as an optional, a nil would look like no instance.
                        func make<Made>(_ type: Made.Type) throws(ImposeError) -> Bool {
                            let own = BorrowedRequest(type, at: request.location)
                            let made: Made? = try registrationInstance(
                                registration,
                                heldBy: node,
                                arguments,
                                for: own,
                                on: thread
                            )
                            guard case .some(let made) = made else { return false }
                            search.take(made, of: candidate)
                            return true
                        }
                        if try !make(registration.instanceType) { continue again }
                    } catch {
                        if error.kind == .disposed, hasLostScope { throw error }
                        try search.take(error, of: registration)
                    }
                }
                if let answer = try search.answer() { return answer }
            }
            return try search.nilOrThrowMissing(in: searchOrder)
        }
    }

    /// Whether the scope has ended: then what it would keep, or what needs that, might have been the answer.
    var hasLostScope: Bool { context.scope?.with { $0.isEnded } ?? false }
}

/// What was made to see whether it can be cast.
struct CastingSearch<T> {
    private let request: Request
    /// The instances of one node that can be cast, each with the candidate that ranks it.
    private var casts: [(instance: T, candidate: Candidate)] = []
    private var failures: [CastingFailure] = []
    /// Set when a registration could not be asked because that would have gone round in a cycle.
    private var cycle: ImposeError?

    init(_ request: Request) { self.request = request }

    mutating func take(_ made: Any, of candidate: Candidate) {
        guard let cast = Casting.cast(made, to: T.self), let type = Casting.dynamicType(of: cast) else { return }
        var ranked = candidate
        ranked.distance = TypeRelation(to: request.query.unwrapped).distance(from: type) ?? 1
        casts.append((cast, ranked))
    }

    /// Takes a value that a scope was given. It takes no arguments but an owner.
    ///
    /// - Returns: False if the scope has ended meanwhile.
    mutating func take(givenOf candidate: Candidate) -> Bool {
        // The value is gone. If the scope has ended, the caller begins again, and the search fails there. In a copy of
        // such a scope, which is open, there is simply nothing.
        guard let given = candidate.given else { return !candidate.holder.isEnded }
        if request.arguments.allSatisfy(\.isOwner) {
            take(AnyInstance(retaining: given.object).takeAny(of: candidate.key.type), of: candidate)
        }
        return true
    }

    /// Notes an instance that could not be made.
    mutating func take(_ error: ImposeError, of registration: RegistrationRecord) throws(ImposeError) {
        if error.kind == .cancelled { throw error }
        failures.append(CastingFailure(registration: registration, error: error))
        if error.kind == .circular, error.closes(on: BuildFrame.currentSteps, or: request) { cycle = cycle ?? error }
    }

    /// Passes over one that is being built. If nothing else answers, and it might have been the answer, that is a
    /// cycle.
    mutating func passOver(_ registration: RegistrationRecord) {
        if TypeRelation.isValueType(registration.type), registration.type != request.query.unwrapped { return }
        cycle = cycle ?? ImposeError(.circular(type: registration.type), request)
    }

    /// The best of the instances of the node that was asked last; nil if none can be cast.
    mutating func answer() throws(ImposeError) -> T? {
        defer { casts = [] }
        switch request.query.rules.choice(among: casts.map(\.candidate)) {
        case .none, .disposed: return nil
        case .chosen(let best): return casts.first { $0.candidate.number == best.number }?.instance
        case .tied(let candidates): throw ImposeError(.ambiguous(candidates), request)
        }
    }

    func nilOrThrowMissing(in order: [Node]) throws(ImposeError) -> T {
        if let cycle { throw cycle }
        if request.query.isOptional, let nothing = Casting.nothing(as: T.self) { return nothing }
        throw ImposeError(.missing(order, failures), request)
    }
}

/// A registration that could not be asked whether its instance can be cast, since making it failed.
struct CastingFailure {
    let registration: RegistrationRecord
    let error: ImposeError
}
