/// Takes a value over and lets go of it. Whoever calls this must own the value, so reading it includes a retain.
@inline(never)
public func use(gateway: consuming any Gateway) {}

/// The same for what `Gateway` refines.
@inline(never)
public func use(payment: consuming any Payment) {}

/// The same for an object.
@inline(never)
public func use(object: consuming AnyObject) {}
