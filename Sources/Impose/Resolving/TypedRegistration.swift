/// A registration as code sees it that knows the type of its instances.
struct TypedRegistration<Instance>: Sendable {
    let record: RegistrationRecord

    /// Invariant: its instances are of this type.
    init(_ record: RegistrationRecord) {
        assert(record.instanceType == Instance.self, "\(record.instanceType) is not \(Instance.self)")
        self.record = record
    }

    /// The user's code. Call it on the registration's actor only, and never if it is asynchronous.
    var function: ProviderFunction<Instance> {
        guard let given = record.given?.value else { return record.provider.function.typed(as: Instance.self) }
        return ProviderFunction { _, _ in given.value(as: Instance.self) }
    }

    /// A result of the user's closures besides the provider; the other one if there are none, as nearly always.
    ///
    /// They are not asked for as an optional, nor by a call: the type of either would be made once more for each type.
    @inline(__always)
    func hooks<Result>(_ body: (RegistrationHooks<Instance>) -> Result, orElse other: @autoclosure () -> Result)
        -> Result
    {
        guard let box = record.hooks else { return other() }
        return body(content(of: box))
    }

    /// Changes the user's closures besides the provider.
    func change(_ body: (inout RegistrationHooks<Instance>) -> Void) {
        record.changeHooks { old in
            var hooks = RegistrationHooks<Instance>()
            if let old { hooks = content(of: old) }
            body(&hooks)
            return Boxed(hooks)
        }
    }

    /// Invariant: `change` has made the box.
    private func content(of box: AnyObject) -> RegistrationHooks<Instance> {
        knownDowncast(box, to: Boxed<RegistrationHooks<Instance>>.self).content
    }

    /// Wraps an instance that was made, to be kept.
    func keep(_ instance: Instance) -> StrongInstance {
        // An instance that the user handed in is not ours to dispose of.
        if record.provider.isInstance { return StrongInstance(instance) }
        return hooks({ StrongInstance(instance, disposers: $0.disposers) }, orElse: StrongInstance(instance))
    }

    /// Wraps an instance to be kept weakly.
    ///
    /// - Throws: If it is a value.
    func keepWeakly(_ instance: Instance, for request: Request) throws(ImposeError) -> AnyCachedInstance {
        if let kept = WeakInstance(instance) { return kept }
        throw ImposeError(.weakValue(record, Casting.dynamicType(of: instance) ?? record.type), request)
    }

    /// Wraps an instance that was made as it is kept, and as it is held meanwhile.
    @inline(never)
    func made(_ instance: Instance, for request: Request) throws(ImposeError) -> Made {
        let held = keep(instance)
        guard record.option.lifetime == .weakInstance else { return Made(kept: held, held: held) }
        return Made(kept: try keepWeakly(instance, for: request), held: held)
    }

    /// Converts an instance to the type that was requested, and has the answer remembered.
    func handOver<Requested>(_ instance: Instance, for delivery: Delivery) throws(ImposeError) -> Requested {
        let requested: Requested = try convert(instance, for: delivery.request)
        delivery.memoryOfAnswer?.note(requested, of: self, heldBy: delivery.holder)
        return requested
    }
}
