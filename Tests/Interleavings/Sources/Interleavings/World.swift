import Scheduling

@testable import Impose

/// What a thread does with a node.
enum Operation: String, CaseIterable {
    /// Gets an instance: claims the cell, and fills it; or waits, and looks again.
    case make
    /// The same, but what was claimed is given up.
    case fail
    case replace, remove, reset, store, end

    /// The number of operations on a cell that it is made of.
    var weight: Int { isMaking ? 2 : 1 }

    var isMaking: Bool { self == .make || self == .fail }
}

/// A node with registrations for one key, one after the other, and all that becomes of their instances in one schedule.
///
/// It is told nothing: after each step it looks what has changed, and whether the operation may do that which the thread
/// is about.
final class World: Explored, @unchecked Sendable {
    /// What holds the registrations, and what keeps the instances.
    enum Place: String {
        case imposer = "in an imposer"
        case scope = "in a scope"
        case scopeOfImposer = "of an imposer, in its scope"
    }

    private final class Widget {
        let index: Int
        init(_ index: Int) { self.index = index }
    }

    private struct ProviderFailed: Error {}

    /// What a cell has.
    private enum Content: Equatable {
        case nothing
        case build(thread: Int)
        case instance(Int)
    }

    private struct Registration {
        let record: RegistrationRecord
        var content = Content.nothing
        var wasInForce = false
        /// The thread that took it out, and when its operation had returned.
        var remover: Int?
        var goneSince: Int?
    }

    private struct Instance {
        let registration: Int
        /// Nil if it is stored.
        let maker: Int?
        /// When it was made, or stored.
        var time: Int
        var age: Age
        weak var widget: Widget?
        var isTakenByEnd = false
        var disposals = 0
        var expectedDisposals = 0
    }

    /// How old an instance is: by its registration, and by when it was kept. 0 if it never was.
    private struct Age {
        var registration: Int
        var time = 0

        func isOlder(than other: Age) -> Bool {
            registration < other.registration || registration == other.registration && time != 0 && time < other.time
        }
    }

    private struct Worker {
        var operation: Operation?
        /// When the operation began.
        var begin = 0
        /// The oldest instance that it may get.
        var oldest = Age(registration: 0)
        /// The latest registration that had been in force when it began.
        var latest = 0
        /// What the provider has made for it.
        var made: Int?
    }

    private(set) lazy var programs: [() -> Void] = operations.map { operations in
        { [unowned self] in for operation in operations { perform(operation) } }
    }
    private let operations: [[Operation]]
    private let place: Place
    private let isPublic: Bool
    /// The users' tokens: of the imposer, and of the scope if there is one.
    private var tokens: [Imposer]
    private let holder: Node
    private let keeper: Node
    private let key = RegistrationKey(type: Widget.self, name: nil)
    private var registrations: [Registration] = []
    private var instances: [Instance] = []
    private var workers: [Worker]
    private var waits: Waits
    /// When nothing was registered for the last time.
    private var lastAbsence = -1
    private var resets: [(begin: Int, end: Int)] = []
    /// The same, for an operation that begins now.
    private var oldest = Age(registration: 0)
    private var isEnding = false
    private var endedSince: Int?

    /// - Parameters:
    ///   - isPublic: Whether instances are injected as users do, with the search and all that is remembered; else the
    ///     registration that is in force is delivered. There each lock and each access in the one order is a point, here
    ///     the locks of nodes and of the wait graph.
    init(_ operations: [[Operation]], _ place: Place, isPublic: Bool) {
        (self.operations, self.place, self.isPublic) = (operations, place, isPublic)
        let imposer = Imposer()
        tokens = place == .imposer ? [imposer] : [imposer, imposer.openScope()]
        keeper = tokens[tokens.count - 1].node
        holder = place == .scopeOfImposer ? imposer.node : keeper
        workers = Array(repeating: Worker(), count: operations.count)
        waits = Waits(threads: operations.count)
        register()
        scheduler.points = isPublic ? nil : Waits.locks(of: [holder, keeper])
        // Nothing of the schedule before waits to be released.
        ReadSection.releaseRetired(nil)
        for thread in ThreadRecord.all { thread.delaysRelease.store(0, ordering: .relaxed) }
    }

    /// Registers anew.
    private func register() {
        holder.change(key, to: .registered(scheduler.aside(makeRegistration)))
    }

    private func makeRegistration() -> RegistrationRecord {
        let index = registrations.count
        let provide: @Sendable () throws -> Widget = { [unowned self] in try self.provide(index) }
        let option: InjectOption = place == .scopeOfImposer ? .scopedInstance : .singleInstance
        let provider = Provider(expression: provide)
        let record = RegistrationRecord(key, option, provider, isSendable: true, at: Location())
        let disposer = Disposer.Body { [unowned self] (widget: Widget) in
            scheduler.runCode()
            instances[widget.index].disposals += 1
        }
        _ = record.changeHooks { $0.disposers.append(Disposer(disposer, of: record)) }
        registrations.append(Registration(record: record))
        return record
    }

    private func provide(_ registration: Int) throws -> Widget {
        let thread = scheduler.running
        if workers[thread].operation == .fail { throw ProviderFailed() }
        workers[thread].made = instances.count
        return widget(registration, by: thread)
    }

    private func widget(_ registration: Int, by maker: Int?) -> Widget {
        let widget = Widget(instances.count)
        instances.append(
            Instance(
                registration: registration,
                maker: maker,
                time: scheduler.time,
                age: Age(registration: registration),
                widget: widget
            )
        )
        return widget
    }

    // MARK: Operations

    private func perform(_ operation: Operation) {
        let thread = scheduler.running
        scheduler.begin()
        waits.begin()
        let latest = registrations.lastIndex { $0.wasInForce } ?? 0
        workers[thread] = Worker(operation: operation, begin: scheduler.time, oldest: oldest, latest: latest)
        do throws(ImposeError) {
            switch operation {
            case .make, .fail: try make(thread)
            case .replace: register()
            case .remove: holder.change(key, to: nil)
            case .reset: holder.reset()
            case .store: try tokens[tokens.count - 1].store(widget(-1, by: nil))
            case .end: keeper.end(at: Location())
            }
        } catch {
            check(error, thread)
        }
        hasReturned(operation, thread)
    }

    private func make(_ thread: Int) throws(ImposeError) {
        if isPublic { return check(try tokens[tokens.count - 1].tryInject(of: Widget.self), thread) }
        while let record = inForce() {
            let widget: Widget? = try Resolver(to: keeper, current: .current).registrationInstance(
                record,
                heldBy: holder,
                for: BorrowedRequest(key.type, at: Location()),
                on: .current
            )
            if let widget { return check(widget, thread) }
        }
        checkAbsence(thread)
    }

    /// The registration that is in force. Among three threads it is found in one step with the claim.
    private func inForce() -> RegistrationRecord? {
        let find = { [self] in holder.state.withLock { $0.registration(for: key) } }
        return workers.count > 2 ? scheduler.aside(find) : find()
    }

    // MARK: Checks of an operation

    private func check(_ widget: Widget, _ thread: Int) {
        let begin = workers[thread].begin
        if let endedSince, endedSince < begin { scheduler.fail("an instance is injected after the end") }
        let instance = instances[widget.index]
        if instance.maker != nil, let gone = registrations[instance.registration].goneSince, gone < begin {
            scheduler.fail("an instance is injected of a registration that was gone before")
        }
        let age = instance.age
        if age.isOlder(than: workers[thread].oldest) {
            scheduler.fail("an instance is injected that is older than one before")
        }
        if oldest.isOlder(than: age) { oldest = age }
        if place != .scopeOfImposer, resets.contains(where: { $0.end < begin && instance.time < $0.begin }) {
            scheduler.fail("an instance is injected that was dropped by a reset before")
        }
    }

    private func checkAbsence(_ thread: Int) {
        scheduler.aside { check(after: thread) }
        if lastAbsence < workers[thread].begin, !isEnding { scheduler.fail("what is registered is not found") }
        let next = Age(registration: workers[thread].latest + 1)
        if !isEnding, oldest.isOlder(than: next) { oldest = next }
    }

    private func check(_ error: ImposeError, _ thread: Int) {
        switch error.kind {
        case .missing: checkAbsence(thread)
        case .providerFailed where workers[thread].operation == .fail: break
        // What was made nobody gets, so it has to be disposed of.
        case .disposed where isEnding:
            if let made = workers[thread].made { instances[made].expectedDisposals = 1 }
            // From now on nothing is injected.
            oldest = Age(registration: .max)
        default: scheduler.fail("an injection fails: \(error)")
        }
    }

    private func hasReturned(_ operation: Operation, _ thread: Int) {
        scheduler.aside { check(after: thread) }
        waits.checkNobodyWaits()
        switch operation {
        case .make, .fail: break
        case .replace, .remove:
            for index in registrations.indices where registrations[index].remover == thread {
                registrations[index].goneSince = registrations[index].goneSince ?? scheduler.time
            }
        case .reset: resets.append((workers[thread].begin, scheduler.time))
        case .store: break
        case .end:
            endedSince = endedSince ?? scheduler.time
            if instances.contains(where: { $0.isTakenByEnd && $0.disposals == 0 }) {
                scheduler.fail("an end returns before everything is disposed of")
            }
        }
        workers[thread].operation = nil
        if !operation.isMaking { scheduler.hasReturned() }
    }

    // MARK: Checks of a step

    func check(after thread: Int) {
        let operation = workers[thread].operation
        if operation == .end { isEnding = true }
        let (isEnded, inForce) = (keeper.isEnded, holder.state.withLock { $0.registration(for: key) })
        if inForce == nil { lastAbsence = scheduler.time }
        for index in registrations.indices {
            let record = registrations[index].record
            if record === inForce {
                registrations[index].wasInForce = true
            } else if registrations[index].wasInForce, registrations[index].remover == nil {
                registrations[index].remover = thread
            }
            let (before, now) = (registrations[index].content, keeper.state.withLock { content(of: record, in: $0) })
            if now != .nothing, isEnded { scheduler.fail("something is kept after the end") }
            if now != .nothing, record !== inForce, holder === keeper {
                scheduler.fail("something is kept of a registration that is gone")
            }
            if now == before { continue }
            if !isAllowed(before, now, by: thread, operation) {
                scheduler.fail("a cell changes from \(before) to \(now)")
            }
            registrations[index].content = now
            if case .instance(let kept) = now {
                if instances[kept].maker == nil { instances[kept].time = scheduler.time }
                instances[kept].age = Age(registration: index, time: scheduler.time)
            }
            if case .instance(let taken) = before, instances[taken].maker != nil {
                instances[taken].expectedDisposals = 1
                instances[taken].isTakenByEnd = operation == .end
            }
        }
        waits.check { thread in workers[thread].operation.map { $0.isMaking || $0 == .end } ?? false }
    }

    private func content(of record: RegistrationRecord, in state: Node.State) -> Content {
        if let build = state.cells.build(record.number) {
            return .build(thread: waits.thread(of: build.pointee.thread) ?? -1)
        }
        guard let object = state.cells.object(record.number) else { return .nothing }
        return .instance(unsafeDowncast(object, to: Widget.self).index)
    }

    /// Whether an operation may do that to a cell. Nothing else may happen to any: so an instance is made once, and none is
    /// lost.
    private func isAllowed(_ before: Content, _ now: Content, by thread: Int, _ operation: Operation?) -> Bool {
        let isTaking =
            switch operation {
            case .replace, .remove, .reset: place != .scopeOfImposer
            case .end: true
            default: false
            }
        switch (before, now) {
        case (.nothing, .build(thread)): return operation?.isMaking ?? false
        case (.build(thread), .nothing): return operation == .fail || isTaking
        case (.build(thread), .instance(let index)) where instances[index].maker == thread: return operation == .make
        case (_, .nothing): return isTaking
        case (_, .instance(let index)): return operation == .store && instances[index].maker == nil
        default: return false
        }
    }

    func checkWake(of record: UInt) { waits.checkWake(of: record) }

    func describe(_ thread: Int) -> String { workers[thread].operation?.rawValue ?? "between operations" }

    // MARK: The end

    func finish() {
        for registration in registrations {
            if case .instance(let kept) = registration.content, instances[kept].maker != nil {
                instances[kept].expectedDisposals = 1
            }
        }
        for token in tokens.reversed() { token.dispose() }
        tokens = []
        for (index, instance) in instances.enumerated() {
            if instance.disposals != instance.expectedDisposals {
                let numbers = "\(instance.disposals) times, not \(instance.expectedDisposals)"
                scheduler.fail("instance \(index) is disposed of \(numbers)")
            }
            if instance.widget != nil { scheduler.fail("instance \(index) is kept after the end") }
        }
    }
}
