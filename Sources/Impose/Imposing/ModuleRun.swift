/// One module that is providing on the calling thread: an element of a linked list from the innermost module outwards,
/// whose head is in the thread's record.
///
/// Only that thread touches it. Invariant: the record points at an object that a running `run` holds, and `run` resets
/// it to the outer one before it returns.
final class ModuleRun {
    /// The type of the module.
    let module: any Any.Type
    private let imposer: Imposer
    /// The module that requires this one, or that includes it.
    private let outer: ModuleRun?
    /// The call that was given the outermost module of the calling thread.
    let start: Location

    private init(_ module: any Any.Type, on imposer: Imposer, at location: Location) {
        self.module = module
        self.imposer = imposer
        outer = Self.current
        start = outer?.start ?? location
    }

    /// The innermost module of the calling thread.
    private(set) static var current: ModuleRun? {
        get { ThreadRecord.current[lent: .provision] }
        set { ThreadRecord.current[lent: .provision] = newValue }
    }

    /// Lets a module provide, after the modules that it requires.
    ///
    /// - Parameters:
    ///   - common: The imposer for all of them; nil to use the one that each names itself.
    ///   - location: The call that was given the module.
    static func run(_ module: any ModuleInjector, on common: Imposer?, at location: Location) {
        let imposer = common ?? .imposer(for: module.type)
        let run = ModuleRun(type(of: module), on: imposer, at: location)
        current = run
        defer { current = run.outer }
        // For a module that was passed in by the user; `require` has done so for the others.
        _ = imposer.node.registry.withLock { $0.begin(run.module) }
        for required in module.requires { run.require(required, on: common, at: location) }
        module.provide(for: imposer)
    }

    private func require(_ module: any ModuleInjector, on common: Imposer?, at location: Location) {
        let imposer = common ?? .imposer(for: module.type)
        let type: any Any.Type = type(of: module)
        // A module that is under way has begun, but may have removed everything, and with it the note of that.
        let underWay = sequence(first: self) { $0.outer }
        if underWay.contains(where: { $0.module == type && $0.imposer.node === imposer.node }) { return }
        // If several threads require one type of module, only the first one runs it.
        if imposer.node.registry.withLock({ $0.begin(type) }) { Self.run(module, on: common, at: location) }
    }
}
