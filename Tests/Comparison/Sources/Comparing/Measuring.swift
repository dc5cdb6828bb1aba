import Subjects

/// So long that starting a thread and waiting for it do not count.
private let threadTime = Duration.milliseconds(5)

extension Contestant {
    /// Measures a task and its baseline in turns, and prints both for each round, in nanoseconds for one operation.
    ///
    /// - Parameters:
    ///   - exercise: The task.
    ///   - rounds: How often.
    ///   - time: How long one side of a round takes.
    static func measure(_ exercise: Exercise, rounds: Int, during time: Duration) {
        let crowd = items(exercise.crowd)
        register(crowd)
        for item in crowd { use(object: resolve(item)) }
        guard let (work, baseline) = sides(exercise) else { return print("none") }
        for _ in 0..<rounds {
            let nanoseconds = work.nanoseconds(during: time)
            print(nanoseconds, baseline?.nanoseconds(during: time) ?? 0)
        }
    }

    /// Prepares a task, and gives the work and what it is put beside. Nil if the container can't do it.
    private static func sides(_ exercise: Exercise) -> (Work, Work?)? {
        switch exercise {
        case .register: return (registering, ByHand.work(.register))
        case .threads: return onTwoThreads
        default:
            guard let loop = loop(exercise) else { return nil }
            let operations = exercise == .scope || exercise == .override ? 100 : 1_000
            return (Work(operations: operations, loop: loop), ByHand.work(exercise))
        }
    }

    /// Two loops on two threads, beside one of them on one thread.
    private static var onTwoThreads: (Work, Work) {
        let second = SecondThread()
        let (one, other) = pair()
        let nanoseconds = Work(loop: one).nanoseconds(during: threadTime)
        let count = max(100, Int(threadTime.nanoseconds / nanoseconds))
        let both = Work(operations: 2 * count) { second.prepare({ other(count) }, during: { one(count) }) }
        return (both, Work(operations: count, loop: one))
    }

    /// Registers 1,000 classes, and resolves the last one, which waits for containers that register in the background.
    private static var registering: Work {
        let types = items(1_000)
        return Work(operations: types.count) {
            clear()
            return {
                register(types)
                use(object: resolve(types[types.count - 1]))
            }
        }
    }
}
