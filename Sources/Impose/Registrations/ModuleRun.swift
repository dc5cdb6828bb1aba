/// One module that is providing on the calling thread: an element of a linked list from the innermost module outwards,
/// whose head is in the thread's record.
///
/// Only that thread touches it. Invariant: the record points at an object that a running `provide` holds, and `provide`
/// resets it to the outer one before it returns.
final class ModuleRun {
    /// The type of the module.
    let module: any Any.Type
    private let identity: ModuleIdentity
    private let node: Node
    /// The module that requires this one, or that includes it.
    private let outer: ModuleRun?
    /// The call that the outermost module was passed to.
    let start: Location

    private init(_ module: any ModuleInjector, _ identity: ModuleIdentity, on node: Node, at location: Location) {
        (self.module, self.identity, self.node) = (type(of: module), identity, node)
        outer = Self.current
        start = outer?.start ?? location
    }

    /// The innermost module of the calling thread.
    static var current: ModuleRun? { ThreadRecord.current.moduleRun }

    /// Lets a module provide, after the modules that it requires.
    ///
    /// - Parameter common: The imposer for all of them; nil to use the one that each names itself.
    static func run(_ module: any ModuleInjector, on common: Imposer?, at location: Location) {
        let identity = ModuleIdentity(module)
        let imposer = common ?? .imposer(for: module.type)
        // A module that the user has passed in runs in any case, so the result does not matter: the call only notes the
        // module. `require` notes the others.
        _ = imposer.node.begin(identity)
        provide(module, identity, on: imposer, common, at: location)
    }

    private static func provide(
        _ module: any ModuleInjector,
        _ identity: ModuleIdentity,
        on imposer: Imposer,
        _ common: Imposer?,
        at location: Location
    ) {
        let own = ModuleRun(module, identity, on: imposer.node, at: location)
        let thread = ThreadRecord.current
        thread.moduleRun = own
        defer { thread.moduleRun = own.outer }
        for required in module.requires { own.require(required, on: common) }
        module.provide(for: imposer)
    }

    private func require(_ module: any ModuleInjector, on common: Imposer?) {
        let imposer = common ?? .imposer(for: module.type)
        let identity = ModuleIdentity(module)
        // A module that is under way may have removed everything from the imposer, also the note that it has begun.
        let underWay = sequence(first: self) { $0.outer }
        if underWay.contains(where: { $0.identity == identity && $0.node === imposer.node }) { return }
        // If several threads require one module, only the first one runs it.
        if imposer.node.begin(identity) { Self.provide(module, identity, on: imposer, common, at: start) }
    }
}

/// What tells one module from another: its type, and its value if that can be compared.
///
/// `@unchecked Sendable`: `AnyHashable` is not. The value is the user's own, only ever compared.
struct ModuleIdentity: Equatable, @unchecked Sendable {
    let type: ObjectIdentifier
    private let value: AnyHashable?

    init(_ module: any ModuleInjector) {
        type = ObjectIdentifier(Swift.type(of: module))
        value = (module as? any Hashable).map { AnyHashable($0) }
    }
}

extension Node {
    /// Notes that a module provides here.
    ///
    /// - Returns: False if it has done so before.
    fileprivate func begin(_ module: ModuleIdentity) -> Bool {
        while true {
            let known = state.withLock { $0.modules }
            // The user's `==`, with no lock held.
            if known?.content.contains(module) ?? false { return false }
            let isAdded = state.withLock { state in
                if state.modules !== known { return false }
                state.modules = Boxed((known?.content ?? []) + [module])
                return true
            }
            if isAdded { return true }
        }
    }
}
