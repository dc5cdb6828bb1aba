// The use of a remembered answer: a call of the provider, or the way to what is kept.

extension Answer {
    /// Makes an instance, or gets the one that is kept. The caller keeps this object.
    ///
    /// - Parameters:
    ///   - type: The type that was requested.
    ///   - scope: The current scope.
    ///   - thread: The calling thread.
    @inline(__always)
    func make<Requested>(
        _ type: Requested.Type,
        in scope: UncountedReference<ImposerNode>?,
        on thread: ThreadRecord,
        at location: Location
    ) throws(ImposeError) -> Requested {
        guard isDirect, scope == nil, ContextCount.isZero else {
            return try makeOutOfLine(type, in: scope, at: location)
        }
        return try called(type, in: nil, holder.with { $0.home }, on: thread, at: location)
    }

    @inline(never)
    func makeOutOfLine<Requested>(
        _ type: Requested.Type,
        in scope: UncountedReference<ImposerNode>?,
        at location: Location
    ) throws(ImposeError) -> Requested {
        if isDirect, let scope, let home = holder.homeOfParameters(in: scope) {
            return try called(type, in: scope, home, on: .current, at: location)
        }
        do throws(ImposeError) {
            return try delivered(type, from: asked.object, in: scope?.object, at: location)
        } catch {
            throw holder.reported(error)
        }
    }

    /// Calls the provider, if that is all that is needed.
    @inline(__always)
    private func called<Requested>(
        _ type: Requested.Type,
        in scope: UncountedReference<ImposerNode>?,
        _ home: AnswerTableReference,
        on thread: ThreadRecord,
        at location: Location
    ) throws(ImposeError) -> Requested {
        guard let registration else { preconditionFailure("A direct answer has a registration") }
        // Invariant: a direct answer to requests for a type is made as that.
        let direct = UncountedReference<DirectAnswer<Requested>>(known: UncountedReference(self))
        do {
            return try direct.with { direct in
                try PathFrame.call(
                    direct.function,
                    of: registration,
                    heldBy: holder,
                    in: scope,
                    home,
                    at: location,
                    on: thread
                )
            }
        } catch {
            throw holder.reported(.known(error))
        }
    }

    private func delivered<Requested>(
        _ type: Requested.Type,
        from asked: ImposerNode,
        in scope: ImposerNode?,
        at location: Location
    ) throws(ImposeError) -> Requested {
        switch way {
        case .registration:
            guard let registration else { break }
            // The imposer that remembers this may be in a scope itself. A request then comes from that scope or from one
            // inside it, and names its scope if it is not the remembering imposer's.
            let origin = Origin(asked: asked, scope: scope ?? asked.nearestScope)
            return try registration.object.deliver(type, from: origin, heldBy: holder.object, at: location)
        case .given(let key, let index):
            if let given = scope?.given(at: index, for: key), let value = given.injected(convertedTo: type) {
                return value
            }
        case .own(let key):
            let holder = scope?.nearestSharingScope
            // In a scope that does not share its answers, the registration may have been changed since.
            guard let holder, let own = holder.registry.withLock({ holder.hasLayout ? $0.record(for: key) : nil })
            else {
                break
            }
            return try own.deliver(type, from: Origin(asked: asked, scope: scope), heldBy: holder, at: location)
        }
        return try Resolver.resolve(Request(type, at: location), as: type, from: Origin(asked: asked, scope: scope))
    }
}

/// An answer for which a call of the provider is all that is needed.
///
/// `@unchecked Sendable`: nothing in it changes.
final class DirectAnswer<Instance>: Answer, @unchecked Sendable {
    /// The user's code, as a constant of this object: it need not be held for a call.
    fileprivate let function: ProviderFunction<Instance>

    fileprivate init(_ registration: TypedRegistration<Instance>, asked: ImposerNode, holder: ImposerNode) {
        function = registration.function
        super.init(
            registration.record,
            at: .nowhere,
            asked: asked,
            holder: holder,
            isDirect: true
        )
    }
}

extension RegistrationRecord {
    /// The instance for a request that this registration has answered before.
    fileprivate func deliver<Requested>(
        _ type: Requested.Type,
        from origin: Origin,
        heldBy holder: ImposerNode,
        at location: Location
    ) throws(ImposeError) -> Requested {
        // Nearly always a scope keeps it already.
        if option.lifetime == .scopedInstance, instanceType == type,
            let keeper = keeper(heldBy: holder, for: origin.scope),
            let kept = keeper.existingInstance(of: self)?.held
        {
            // Invariant: same type.
            return kept.instance(as: type)
        }
        let request = Request(type, at: location)
        let delivery = Delivery(Candidate(registration: self, imposer: holder), for: request, from: origin)
        if try delivery.prepare() { return try delivery.instance(as: type) }
        // It was replaced since it was remembered, or the scope was disposed of: search again.
        return try Resolver.resolve(request, as: type, from: origin)
    }
}

extension Given {
    /// The value for an injection of a type that need not be the key's; nil if it can't be converted.
    fileprivate func injected<Requested>(convertedTo type: Requested.Type) -> Requested? {
        // Separate, since the code that casts looks up more types.
        if key.type == type { return injected(as: type) }
        func converted<Value>(_ value: Value.Type) -> Requested? { injected(as: value) as? Requested }
        return _openExistential(key.type, do: converted)
    }
}

extension TypedRegistration {
    /// The answer to remember for a request that this registration has answered and will answer again.
    func answer(to requested: any Any.Type, asked: ImposerNode, holder: ImposerNode) -> Answer {
        let isPlain =
            record.isolation == nil && !record.isAsynchronous && !record.isForSubclass
            && record.instanceType == requested && asked.nearestScope == nil
            && hooks({ $0.leaveMakingToProvider }, orElse: true)
        if isPlain, record.option == .closureBased { return DirectAnswer(self, asked: asked, holder: holder) }
        // Whether `ScopedMaking` can make it.
        let isScoped = isPlain && record.option.lifetime == .scopedInstance && holder.number == record.owner
        return Answer(
            record,
            at: isScoped ? .kept(ObjectIdentifier(record), number: record.sequence) : .nowhere,
            asked: asked,
            holder: holder,
            isDirect: false
        )
    }
}

extension UncountedReference<ImposerNode> {
    /// The table of answers to the parameters of this imposer's registrations, if the calling code runs in a scope
    /// right below it, so that nothing is left to be found out. Otherwise the imposer need not be alive.
    fileprivate func homeOfParameters(in scope: UncountedReference<ImposerNode>) -> AnswerTableReference? {
        scope.with { scope in
            scope.isRightBelow(self) && Context.isRunning(scope) ? scope.homeBelowParent : nil
        }
    }
}
