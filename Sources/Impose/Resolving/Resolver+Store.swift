// From a value to the place of the instance that it replaces.

extension Resolver {
    /// Stores a value for exactly a type and a name, in the first node that has them. In a section.
    func store<Value>(_ value: Value, for request: Request, on thread: ThreadRecord) throws(ImposeError) {
        let key = request.query.key
        again: while true {
            let order = searchOrder
            for node in order {
                let (content, record, isEnded) = node.state.withLock {
                    ($0.overlay[key], $0.registration(for: key), $0.isEnded)
                }
                if isEnded, node.kind != .scope || content != nil || node.wasOpenedInEnded {
                    throw ImposeError(.disposed(node), request)
                }
                if case .given? = content {
                    let object = AnyInstance(of: value).takeObject()
                    let old = node.state.withLock { $0.isClosed ? nil : $0.overlay.store(object, for: key) }
                    if let old { return node.retire([old]) }
                    continue again
                }
                guard let record, record.original == nil || node.canAnswer(alias: record.key) else { continue }
                if try store(value, in: record, heldBy: node, request, on: thread) { return }
                continue again
            }
            throw ImposeError(.missingToStore(order), request)
        }
    }

    /// - Returns: False if the registration is gone by now.
    private func store<Value>(
        _ value: Value,
        in registration: RegistrationRecord,
        heldBy holder: Node,
        _ request: Request,
        on thread: ThreadRecord
    ) throws(ImposeError) -> Bool {
        let observers = registration.hooks?.content.storeObservers ?? []
        let type = Casting.dynamicType(of: value)
        func store<Made>(_ made: Made.Type) throws(ImposeError) -> Bool {
            let isOfType =
                !registration.isForSubclass
                || type.flatMap { TypeRelation(to: registration.type).distance(from: $0) } != nil
            guard let instance = value as? Made, isOfType else {
                throw ImposeError(.wrongClassToStore(registration, type ?? Value.self), request)
            }
            let object = AnyInstance(of: instance).takeObject()
            if registration.isKept {
                let kept: AnyObject? = registration.option.isHeldWeakly ? WeakInstance.make(instance) : object
                guard let kept else { throw ImposeError(.weakValue(registration, type ?? Value.self), request) }
                let own = request.typeOnly
                let isStored = try withCellAccess(of: registration, heldBy: holder, for: own, on: thread) {
                    access throws(ImposeError) in
                    try access.store(kept)
                }
                if !isStored { return false }
            } else if observers.isEmpty {
                throw ImposeError(.notStorable(registration), request)
            }
            for observer in observers { observer(object) }
            return true
        }
        return try store(registration.instanceType)
    }
}
