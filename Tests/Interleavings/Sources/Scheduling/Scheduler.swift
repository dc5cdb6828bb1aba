import Dispatch
import Foundation

/// What threads do in one schedule, and what has to hold.
public protocol Explored: AnyObject {
    /// What each thread does.
    var programs: [() -> Void] { get }
    /// Checks what has to hold after a step.
    func check(after thread: Int)
    /// Checks what has to hold when a thread is unparked, by the address of its record.
    func checkWake(of record: UInt)
    /// Says what a thread is about, for the text of a failure.
    func describe(_ thread: Int) -> String
    /// Checks what has to hold when all programs are over.
    func finish()
}

/// What all threads of an exploration ask before they go on.
public let scheduler = Scheduler()

/// A scheduler that lets one thread run at a time, and runs the same programs again and again, until it has run all
/// schedules that differ.
///
/// A thread asks it at each point at which others may see what the thread does next: before it takes a lock, parks,
/// pauses, begins an operation, or accesses a word in the one order that all threads see. What a thread does from one
/// point to the next is a step. Which thread makes the next step is a choice. The choices are gone through depth first,
/// the thread that runs before the others.
///
/// Two schedules that differ in the order of steps which have nothing in common lead to the same state. So each thread
/// has a hash of all its steps, and of the steps of others that wrote before it what it read. Where all threads have the
/// hashes that they had at a choice before, that choice has been explored, and nothing is chosen any more.
public final class Scheduler: @unchecked Sendable {
    /// How a thread's next step begins.
    private enum Action: Equatable {
        case begin
        case lock(UInt)
        case park(UInt)
        case unpark(UInt)
        case access(UInt)
        case pause
        /// The user's code, which may take its time.
        case code
        /// There is none.
        case end
    }

    private final class Worker: @unchecked Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        var program: () -> Void = {}
        var next = Action.end
        var hash: UInt64 = 0
        /// Whether another thread has made a step since this one's last.
        var seesSteps = false
    }

    private struct Choice {
        let threads: [Int]
        var position = 0
    }

    /// The steps that have accessed a place: the last one that wrote, and those that have read since.
    private struct Accesses {
        var writer: UInt64 = 0
        var readers: UInt64 = 0
    }

    private var workers: [Worker] = []
    private let isOver = DispatchSemaphore(value: 0)

    // Of one exploration.
    private var title = ""
    private var explored: (any Explored)?
    private var choices: [Choice] = []
    private var states: Set<UInt64> = []

    // Of one schedule.
    private var isRunning = false
    private var trace: [(thread: Int, operation: String, action: Action)] = []
    private var held: [(lock: UInt, thread: Int)] = []
    private var tokens: Set<UInt> = []
    private var accesses: [UInt: Accesses] = [:]
    /// Whether the running thread was chosen for what it does next, wherever its next point is.
    private var isChosen = false
    private var depth = 0
    private var preemptions = 0
    private var isKnown = false

    /// The number of schedules that were run, of all explorations.
    public private(set) var schedules = 0
    /// The number of steps that this was.
    public private(set) var steps = 0
    /// The thread that runs.
    public private(set) var running = 0
    /// The number of steps of this schedule so far.
    public private(set) var time = 0

    /// The locks whose taking is a point; nil for all, and for all accesses in the one order besides.
    public var points: Set<UInt>?
    /// How often a schedule may stop a thread that could go on.
    public var mostPreemptions = Int.max
    private var taken: Set<UInt> = []

    fileprivate init() {}

    // MARK: Exploring

    /// Runs all schedules.
    ///
    /// - Parameter prepare: Makes what one schedule is of. The same each time.
    public func explore(_ title: String, _ prepare: () -> any Explored) {
        (self.title, choices, states) = (title, [], [])
        repeat {
            let explored = prepare()
            self.explored = explored
            run(explored.programs)
            explored.finish()
            while let last = choices.last, last.position + 1 == last.threads.count { choices.removeLast() }
            if !choices.isEmpty { choices[choices.count - 1].position += 1 }
        } while !choices.isEmpty
        explored = nil
    }

    private func run(_ programs: [() -> Void]) {
        schedules += 1
        while workers.count < programs.count { startWorker() }
        for worker in workers { worker.next = .end }
        for (index, program) in programs.enumerated() {
            let worker = workers[index]
            (worker.program, worker.next, worker.hash) = (program, .begin, UInt64(index + 1))
        }
        trace.removeAll(keepingCapacity: true)
        (held, tokens) = ([], [])
        accesses.removeAll(keepingCapacity: true)
        (time, running, depth, preemptions, isKnown, isRunning) = (0, 0, 0, 0, false, true)
        guard let first = choose() else { return }
        running = first
        workers[first].semaphore.signal()
        isOver.wait()
    }

    private func startWorker() {
        let (worker, index) = (Worker(), workers.count)
        workers.append(worker)
        Thread.detachNewThread {
            while true {
                worker.semaphore.wait()
                self.perform(.begin)
                self.isChosen = true
                worker.program()
                worker.next = .end
                self.goOn(from: index)
            }
        }
    }

    // MARK: What threads do

    /// Comes before an operation.
    public func begin() {
        if isChosen { return }
        point(.begin)
        isChosen = true
    }

    /// Comes at the end of an operation after which others must find something else.
    public func hasReturned() { if isRunning { record(0, writes: true) } }

    /// Comes before code of the user's that is called.
    public func runCode() { point(.code) }

    /// Waits until nobody holds a lock, and takes it.
    public func take(_ lock: UInt) {
        guard isRunning else {
            taken.insert(lock)
            return
        }
        let isPoint = points?.contains(lock) ?? true
        if isPoint || held.contains(where: { $0.lock == lock }) { point(.lock(lock)) } else { perform(.lock(lock)) }
    }

    /// Gives a lock back.
    public func giveBack(_ lock: UInt) {
        guard isRunning else { return }
        guard let index = held.firstIndex(where: { $0.lock == lock && $0.thread == running }) else {
            fail("a lock is given back that is not held")
        }
        held.remove(at: index)
        record(lock, writes: true)
    }

    /// Waits until somebody unparks the thread, by the address of its record. One who did before is enough.
    public func park(_ thread: UInt) { point(.park(thread)) }

    /// Lets a parked thread go on. This is no point: who is woken looks what has become of the wait, and that is one.
    public func unpark(_ thread: UInt) {
        guard isRunning else { return }
        perform(.unpark(thread))
        aside { explored?.checkWake(of: thread) }
    }

    /// Comes where a thread has nothing to do until another one has done something.
    public func pause() { point(.pause) }

    /// Comes before an access to a word.
    ///
    /// - Parameter inOneOrder: Whether all threads see it in one order with others of the kind.
    public func access(_ word: UInt, writes: Bool, inOneOrder: Bool) {
        guard isRunning else { return }
        if inOneOrder, points == nil { point(.access(word)) }
        record(word, writes: writes)
    }

    /// Runs what is no part of the schedule.
    public func aside<Result>(_ body: () -> Result) -> Result {
        let wasRunning = isRunning
        isRunning = false
        defer { isRunning = wasRunning }
        return body()
    }

    /// The locks that something takes which is no part of a schedule.
    public func locks(takenBy body: () -> Void) -> Set<UInt> {
        taken = []
        body()
        return taken
    }

    private func point(_ action: Action) {
        guard isRunning else { return }
        let (own, wasChosen) = (running, isChosen)
        isChosen = false
        (workers[own].next, workers[own].seesSteps) = (action, false)
        if !wasChosen || !isEnabled(own) { goOn(from: own) }
        perform(action)
    }

    /// Ends a step. Returns when the thread may make its next one.
    private func goOn(from own: Int) {
        for (index, worker) in workers.enumerated() where index != own { worker.seesSteps = true }
        aside { explored?.check(after: own) }
        let next = choose()
        if next == own { return }
        guard let next else {
            isRunning = false
            isOver.signal()
            return
        }
        // Who is over waits elsewhere.
        let isWaiting = workers[own].next != .end
        running = next
        workers[next].semaphore.signal()
        if isWaiting { workers[own].semaphore.wait() }
    }

    private func perform(_ action: Action) {
        trace.append((running, explored?.describe(running) ?? "", action))
        switch action {
        case .begin: record(0, writes: false)
        case .lock(let lock):
            held.append((lock, running))
            record(lock, writes: true)
        case .park(let thread):
            tokens.remove(thread)
            record(thread, writes: true)
        case .unpark(let thread):
            tokens.insert(thread)
            record(thread, writes: true)
        // A step that accesses nothing leads on as well: without this, the choice after it would be taken for a known one.
        case .code: workers[running].hash = mixed(workers[running].hash, 0)
        case .access, .pause, .end: break
        }
    }

    // MARK: Choosing

    private func isEnabled(_ thread: Int) -> Bool {
        switch workers[thread].next {
        case .begin, .unpark, .access, .code: true
        case .lock(let lock): !held.contains { $0.lock == lock }
        case .park(let record): tokens.contains(record)
        case .pause: workers[thread].seesSteps
        case .end: false
        }
    }

    /// - Returns: Nil if all programs are over.
    private func choose() -> Int? {
        (time, steps) = (time + 1, steps + 1)
        if time > 5_000 { fail("some threads go on for ever") }
        var enabled = workers.indices.filter(isEnabled)
        if enabled.isEmpty { enabled = workers.indices.filter { workers[$0].next == .pause } }
        if enabled.isEmpty {
            if workers.allSatisfy({ $0.next == .end }) { return nil }
            fail("all threads that are left wait")
        }
        let isPreempting = enabled.contains(running)
        let threads = isPreempting ? [running] + enabled.filter { $0 != running } : enabled
        if threads.count == 1 || isKnown || isPreempting && preemptions == mostPreemptions { return threads[0] }
        if depth == choices.count {
            isKnown = !states.insert(state).inserted
            if isKnown { return threads[0] }
            choices.append(Choice(threads: threads))
        }
        let choice = choices[depth]
        if choice.threads != threads { fail("the same choices led elsewhere") }
        depth += 1
        if isPreempting, choice.position > 0 { preemptions += 1 }
        return threads[choice.position]
    }

    private var state: UInt64 {
        workers.reduce(mostPreemptions == .max ? 0 : UInt64(preemptions)) { hash, worker in
            mixed(hash, worker.next == .pause && worker.seesSteps ? ~worker.hash : worker.hash)
        }
    }

    private func record(_ place: UInt, writes: Bool) {
        let worker = workers[running]
        let before = accesses[place] ?? Accesses()
        worker.hash = mixed(worker.hash, before.writer)
        if writes {
            worker.hash = mixed(worker.hash, before.readers)
            accesses[place] = Accesses(writer: worker.hash)
        } else {
            accesses[place] = Accesses(writer: before.writer, readers: before.readers &+ worker.hash)
        }
    }

    private func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let sum = one ^ (other &+ 0x9E37_79B9_7F4A_7C15 &+ (one &<< 6))
        let product = sum.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }

    // MARK: Failing

    /// Prints what does not hold, and the schedule, and ends the program.
    public func fail(_ sentence: String) -> Never {
        var numbers: [UInt: Int] = [:]
        func number(_ address: UInt) -> Int {
            numbers[address] = numbers[address] ?? numbers.count + 1
            return numbers[address] ?? 0
        }
        print("\(sentence) (\(title))")
        for (thread, operation, action) in trace {
            let text =
                switch action {
                case .begin: "begins"
                case .lock(let lock): "takes lock \(number(lock))"
                case .park: "is resumed"
                case .unpark: "unparks a thread"
                case .access(let word): "accesses word \(number(word))"
                case .pause: "pauses"
                case .code: "runs the user's code"
                case .end: "ends"
                }
            print("  thread \(thread + 1), \(operation): \(text)")
        }
        for (thread, worker) in workers.enumerated() {
            if case .park = worker.next { print("  thread \(thread + 1) is parked") }
        }
        fflush(nil)
        _exit(1)
    }

    /// From now on, a crash prints the schedule.
    public func catchCrashes() {
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP] { signal(number) { scheduler.fail("crash by signal \($0)") } }
    }
}
