/// One module that a thread lets provide: an element of a list, outermost last, whose head is in the thread's record.
///
/// Only that thread touches it. Invariant: the record points at an object that a running `run` holds, which points it
/// at the outer one again before it ends.
final class ModuleRun {
    /// The type of the module.
    let module: any Any.Type
    private let imposer: Imposer
    /// Where the module, or the one that requires it, was handed in.
    private let location: Location
    /// The module that requires this one, or that made it a part of itself.
    private let outer: ModuleRun?
    private var report = Imposer.ModuleReport()

    private init(_ module: any Any.Type, on imposer: Imposer, at location: Location) {
        self.module = module
        self.imposer = imposer
        self.location = location
        outer = Self.current
    }

    /// The innermost one of the calling thread.
    private(set) static var current: ModuleRun? {
        get { ThreadRecord.current[lent: .provision] }
        set { ThreadRecord.current[lent: .provision] = newValue }
    }

    /// Lets a module provide, and before it those that it requires.
    ///
    /// - Parameters:
    ///   - common: The imposer for all of them; nil for the one that each names itself.
    ///   - location: Where the module was handed in.
    static func run(_ module: any ModuleInjector, on common: Imposer?, at location: Location)
        -> Imposer.ModuleReport
    {
        let imposer = common ?? .imposer(for: module.type)
        let run = ModuleRun(type(of: module), on: imposer, at: location)
        current = run
        defer { current = run.outer }
        // For one that was handed in; one that is required has done so.
        _ = imposer.begin(run.module)
        for required in module.requires { run.require(required, on: common) }
        module.provide(for: imposer)
        run.outer?.report.add(run.report)
        return run.report
    }

    private func require(_ module: any ModuleInjector, on common: Imposer?) {
        let imposer = common ?? .imposer(for: module.type)
        let type: any Any.Type = type(of: module)
        if contains(type, on: imposer) {
            report.add(.moduleCycle(path, requiring: type, at: location))
        } else if imposer.begin(type) {
            // Of several threads that come here with one type, only the first one does.
            _ = Self.run(module, on: common, at: location)
        }
    }

    /// Takes down a registration that one of the module's took the place of, if that was another module's.
    func note(_ record: RegistrationRecord, replacing replaced: RegistrationRecord, on imposer: Imposer) {
        if let override = Imposer.ModuleReport.Override(record, replacing: replaced, on: imposer) {
            report.add(override)
        }
    }

    private func contains(_ module: any Any.Type, on imposer: Imposer) -> Bool {
        all.contains { $0.module == module && $0.imposer === imposer }
    }

    private var path: [ImposeError.Step] {
        all.reversed().map { ImposeError.Step($0.module, named: nil, at: $0.location) }
    }

    /// This one and those outside of it.
    private var all: some Sequence<ModuleRun> {
        sequence(first: self) { $0.outer }
    }
}

extension Imposer {
    /// Takes down that a module provides here.
    ///
    /// - Returns: Whether no module of its type has done so before.
    fileprivate func begin(_ module: any Any.Type) -> Bool {
        node.registry.withLock { $0.begin(module) }
    }
}
