import Impose
import TestSupport
import Testing

/// An element of a ring or graph, registered under its number.
private final class Node: Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }
}

@Suite("A cycle across threads", .timeLimit(.minutes(20)))
struct CrossThreadCycleTests {
    @Test(
        "A cycle across threads is an error for the one that would close it, and the others finish",
        arguments: [2, 3, 8]
    )
    func ring(size: Int) {
        for _ in 0..<50 {
            let imposer = Imposer()
            let everybodyBuilds = Barrier(size)
            let errors = Collected<ImposeError>()
            for number in 0..<size {
                imposer.impose(for: Node.self, named: InjectionName(number)) {
                    everybodyBuilds.wait()
                    do {
                        _ = try imposer.tryInject(of: Node.self, named: InjectionName((number + 1) % size))
                    } catch let error as ImposeError {
                        errors.add(error)
                    }
                    return Node(number)
                }
            }
            let made = Collected<Int>()
            onThreads(size) { _, thread in
                let node = imposer.unforceInject(of: Node.self, named: InjectionName(thread))
                if let node { made.add(node.number) }
            }

            #expect(made.all.sorted() == Array(0..<size))
            #expect(errors.all.map(\.kind) == [.circular])
            expectRing(errors.all[0], size: size)
        }
    }

    /// The path goes once round, starts and ends at the same node, and leads through the other threads.
    private func expectRing(_ error: ImposeError, size: Int) {
        let numbers = error.path.compactMap { step in
            (0..<size).first { step.name == InjectionName($0) }
        }
        #expect(numbers.count == size + 1)
        #expect(numbers.first == numbers.last)
        for (one, next) in zip(numbers, numbers.dropFirst()) { #expect(next == (one + 1) % size) }
        // All but the one that this thread was building, the one it asked for and the closing one.
        #expect(error.path.filter(\.isOnAnotherThread).count == size - 2)
    }

    @Test("A cycle across threads whose error is passed on leaves nobody waiting", arguments: [2, 3, 8])
    func propagated(size: Int) {
        for _ in 0..<50 {
            let imposer = Imposer()
            let everybodyBuilds = Barrier(size)
            let begun = CallCounter()
            for number in 0..<size {
                imposer.impose(for: Node.self, named: InjectionName(number)) {
                    if begun.increment() <= size { everybodyBuilds.wait() }
                    return try imposer.tryInject(of: Node.self, named: InjectionName((number + 1) % size))
                }
            }
            let kinds = Collected<ImposeError.Kind>()
            onThreads(size) { _, thread in
                let error = failure { () throws(ImposeError) in
                    try imposer.tryInject(of: Node.self, named: InjectionName(thread))
                }
                if let error { kinds.add(error.kind) }
            }
            #expect(kinds.all == Array(repeating: .circular, count: size))
        }
    }

    @Test("Threads that build graphs which share instances meet no cycle, whatever the order", arguments: 0..<20)
    func acyclic(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let size = 24
        let imposer = Imposer()
        let made = CallCounter()
        for number in 0..<size {
            // Only to higher numbers, so no cycle.
            let needs = (number + 1..<size).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
            imposer.impose(for: Node.self, named: InjectionName(number)) {
                for need in needs { _ = try imposer.tryInject(of: Node.self, named: InjectionName(need)) }
                made.increment()
                return Node(number)
            }
        }
        let errors = Collected<ImposeError>()
        onThreads(8) { _, thread in
            for number in (0..<size).shuffled() {
                let error = failure { () throws(ImposeError) in
                    try imposer.tryInject(of: Node.self, named: InjectionName(number))
                }
                if let error { errors.add(error) }
            }
        }
        #expect(errors.all.isEmpty)
        #expect(made.count == size)
    }

    @Test(
        "In random graphs that threads build, only what leads to a cycle fails, and nobody is stuck",
        arguments: seeds(20)
    )
    func cyclic(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let size = 16
        let needs = (0..<size).map { number in
            (0..<size).filter { $0 != number && Int.random(in: 0..<10, using: &generator) == 0 }
        }
        let imposer = Imposer()
        for number in 0..<size {
            imposer.impose(for: Node.self, named: InjectionName(number)) {
                for need in needs[number] { _ = try imposer.tryInject(of: Node.self, named: InjectionName(need)) }
                return Node(number)
            }
        }
        let reachesCycle = (0..<size).map { Self.reachesCycle($0, needs) }
        onThreads(8) { _, _ in
            for number in (0..<size).shuffled() {
                let error = failure { () throws(ImposeError) in
                    try imposer.tryInject(of: Node.self, named: InjectionName(number))
                }
                #expect(error?.kind == (reachesCycle[number] ? .circular : nil), "seed \(seed)")
            }
        }
    }

    /// By brute force: whether a walk of more steps than there are nodes is possible.
    private static func reachesCycle(_ start: Int, _ needs: [[Int]]) -> Bool {
        var reached: Set = [start]
        for _ in 0...needs.count { reached = Set(reached.flatMap { needs[$0] }) }
        return !reached.isEmpty
    }
}
