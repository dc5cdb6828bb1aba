/// A call of a provider on behalf of a scope. It retains nothing that all scopes share, since threads that count
/// references to one object wait for each other.
struct DirectCall {
    private let registration: UncountedReference<RegistrationRecord>
    /// Holds the registration, unless the caller does.
    private let hold: RegistrationHold?
    let holder: UncountedReference<Imposer>
    private let scope: UncountedReference<Imposer>
    private let home: AnswerTableReference

    /// - Parameters:
    ///   - registration: One without arguments, an actor, decorators or creators. The caller holds the object that
    ///     holds it.
    ///   - holder: The parent of the scope.
    ///   - scope: The caller holds it.
    ///   - home: Where the answers to the parameters are remembered.
    init(
        _ registration: UncountedReference<RegistrationRecord>,
        heldBy holder: UncountedReference<Imposer>,
        in scope: UncountedReference<Imposer>,
        _ home: AnswerTableReference
    ) {
        (self.registration, self.holder, self.scope, self.home) = (registration, holder, scope, home)
        hold = nil
    }

    /// The same for a registration that nobody else holds.
    fileprivate init(
        _ hold: RegistrationHold,
        heldBy holder: UncountedReference<Imposer>,
        in scope: UncountedReference<Imposer>,
        _ home: AnswerTableReference
    ) {
        (registration, self.holder, self.scope, self.home) = (hold.registration, holder, scope, home)
        self.hold = hold
    }

    /// Calls the provider.
    ///
    /// - Parameters:
    ///   - type: The type of the registration's instances.
    ///   - construction: The latch that others wait on, if the instance is going to be kept.
    ///   - location: Where the instance was asked for.
    func instance<Instance>(
        of type: Instance.Type,
        for construction: Construction?,
        at location: Location
    ) throws(ImposeError) -> Instance {
        // Invariant: only a registration of exactly the requested type is remembered in this way.
        defer { withExtendedLifetime(hold) {} }
        do {
            return try registration.with {
                try TypedRegistration<Instance>($0).call(self, for: construction, at: location)
            }
        } catch {
            throw .known(error)
        }
    }

    fileprivate var source: ParameterSource {
        ParameterSource(holder: holder, scope: scope, home: home, registration: registration, arguments: nil)
    }
}

extension TypedRegistration {
    fileprivate func call(
        _ call: DirectCall,
        for construction: Construction?,
        at location: Location
    ) throws(ImposeError) -> Instance {
        var frame = PathFrame(type: Instance.self, location: location, registration: record)
        frame.construction = construction
        var source = call.source
        return try frame.make(with: function, from: &source)
    }
}

extension AnswerTableReference {
    /// The calling thread's hold on the registration that answers requests for a type, retained; nil if its instances
    /// are not kept by scopes: the answer may be another one than a moment ago.
    func hold(for type: any Any.Type) -> (AnswerSource, RetainedReference<RegistrationHold>)? {
        let found = found(ObjectIdentifier(type))
        defer { found.leave() }
        guard found.isOfScopes, case .kept = Answer.position(of: found.word),
            let source = Answer.source(of: found.word)
        else { return nil }
        return source.registration.with { $0.hold() }.map { (source, $0) }
    }

    /// The same as `answer`, in a scope that the calling code runs in.
    @inline(__always)
    func answer<T>(
        to type: T.Type,
        runningIn scope: UncountedReference<Imposer>,
        fileID: StaticString,
        line: UInt,
        orElse resolve: () throws(ImposeError) -> T
    ) throws(ImposeError) -> T {
        let found = found(ObjectIdentifier(type))
        if found.isKept { return found.takeKept(as: type) }
        do throws(Unanswered) {
            if found.isOfScopes { return try special(found, to: type, in: scope, fileID: fileID, line: line) }
        } catch {
            if let error = error.reason { throw error }
            return try resolve()
        }
        let call = type == T.self ? call(for: found, in: scope) : nil
        guard let call else {
            found.leave()
            return try self.answer(to: type, in: scope, fileID: fileID, line: line, orElse: resolve)
        }
        do {
            return try call.instance(of: type, for: nil, at: Location(fileID: fileID, line: line))
        } catch {
            throw call.holder.reported(error)
        }
    }

    /// The call that an answer consists of, if nothing else is needed. The section in which the answer was found has
    /// then been left.
    private func call(for found: FoundAnswer, in scope: UncountedReference<Imposer>) -> DirectCall? {
        guard found.isMade, let source = Answer.source(of: found.word), source.isDirect,
            let home = source.holder.homeOfParameters(in: scope),
            let hold = source.registration.with({ $0.hold() })
        else { return nil }
        found.leave()
        return DirectCall(hold.take(), heldBy: source.holder, in: scope, home)
    }
}
