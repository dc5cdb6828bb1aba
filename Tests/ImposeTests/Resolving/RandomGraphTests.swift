import Foundation
import Impose
import TestSupport
import Testing

/// The requests of one task or thread, one after the other.
private struct Errand: Sendable {
    let nodes: [Int]
    /// Which of the scopes it runs in; nil for none.
    let scope: Int?
    let isOnThread: Bool
    let isCancelled: Bool

    init(_ graph: RandomGraph, mayBeCancelled: Bool, using generator: inout SeededGenerator) {
        let count = Int.random(in: 1...3, using: &generator)
        nodes = (0..<count).map { _ in Int.random(in: 0..<graph.nodes.count, using: &generator) }
        scope = [nil, 0, 1].randomElement(using: &generator) ?? nil
        isOnThread = Int.random(in: 0..<4, using: &generator) == 0
        isCancelled = mayBeCancelled && !isOnThread && Bool.random(using: &generator)
    }
}

/// The outcome of one request.
private struct Answer: Sendable {
    let node: Int
    let label: String?
    let errand: Errand
    let result: Result<any AnyProduct, ImposeError>
}

/// A watchdog that stops the process if a round does not end, which time limits of tests can't do with blocked threads.
private final class Watchdog: Sendable {
    private let isOver = DispatchSemaphore(value: 0)

    init(_ seconds: Int, _ text: String) {
        Thread.detachNewThread { [isOver] in
            if isOver.wait(timeout: .now() + .seconds(seconds)) == .timedOut { fatalError("It stands still: \(text)") }
        }
    }

    func end() { isOver.signal() }
}

@Suite("Random graphs that are awaited", .timeLimit(.minutes(20)))
struct RandomGraphTests {
    private static let seedsOfOne = 25

    @Test("without a cycle complete, and share what is to be shared", arguments: 0..<8)
    func withoutCycles(chunk: Int) async throws {
        for seed in seeds(chunk) { try await run(seed, mayHaveCycles: false, mayBeCancelled: false) }
    }

    @Test("with cycles end with an error that names one, and nothing hangs", arguments: 0..<8)
    func withCycles(chunk: Int) async throws {
        for seed in seeds(chunk) { try await run(seed, mayHaveCycles: true, mayBeCancelled: false) }
    }

    @Test("whose requests are cancelled give the others what they asked for", arguments: 0..<8)
    func cancelled(chunk: Int) async throws {
        for seed in seeds(chunk) {
            try await run(seed, mayHaveCycles: seed % 2 == 0, mayBeCancelled: true)
        }
    }

    private func seeds(_ chunk: Int) -> Range<UInt64> {
        UInt64(chunk * Self.seedsOfOne)..<UInt64((chunk + 1) * Self.seedsOfOne)
    }

    private func run(_ seed: UInt64, mayHaveCycles: Bool, mayBeCancelled: Bool) async throws {
        var generator = SeededGenerator(seed: seed)
        let graph = RandomGraph(mayHaveCycles: mayHaveCycles, using: &generator)
        let count = Int.random(in: 2...8, using: &generator)
        let errands = (0..<count).map { _ in
            Errand(graph, mayBeCancelled: mayBeCancelled, using: &generator)
        }
        let text = Comment(rawValue: "seed \(seed), cycles \(mayHaveCycles), cancelled \(mayBeCancelled)\n\(graph)")
        // As long as the suite has: the round may wait for a thread of the pool behind all other tests.
        let watchdog = Watchdog(1_200, text.rawValue)
        defer { watchdog.end() }
        await Imposer.isolated(empty: true, endsWithBody: true) {
            let workshop = RandomGraphWorkshop(graph)
            workshop.impose()
            let scopes = (0..<2).map { number in
                let scope = Imposer.openScope()
                scope.give(ScopeLabel(text: "\(number)"))
                return scope
            }
            let answers = await Self.answers(to: errands, in: scopes, by: workshop)
            for answer in answers { Self.check(answer, in: graph, text) }
            Self.checkSharing(answers, of: workshop, text)
            if !mayHaveCycles, !mayBeCancelled { Self.checkCalls(of: workshop, text) }
        }
    }

    // MARK: Asking

    private static func answers(
        to errands: [Errand],
        in scopes: [Imposer],
        by workshop: RandomGraphWorkshop
    ) async -> [Answer] {
        let answers = Collected<Answer>()
        await withTaskGroup { group in
            for errand in errands {
                group.addTask {
                    let task = Task {
                        if errand.isOnThread {
                            await onThread { Self.answer(errand, in: scopes, by: workshop, into: answers) }
                        } else {
                            await Self.answer(awaiting: errand, in: scopes, by: workshop, into: answers)
                        }
                    }
                    if errand.isCancelled {
                        for _ in 0..<errand.nodes[0] { await Task.yield() }
                        task.cancel()
                    }
                    await task.value
                }
            }
        }
        return answers.all
    }

    private static func answer(
        awaiting errand: Errand,
        in scopes: [Imposer],
        by workshop: RandomGraphWorkshop,
        into answers: Collected<Answer>
    ) async {
        for node in errand.nodes {
            let ask = { () async -> Result<any AnyProduct, ImposeError> in
                do throws(ImposeError) {
                    return .success(try await workshop.awaited(node))
                } catch {
                    return .failure(error)
                }
            }
            let result = if let scope = errand.scope { await scopes[scope].run { await ask() } } else { await ask() }
            answers.add(Answer(node: node, label: errand.scope.map { "\($0)" }, errand: errand, result: result))
        }
    }

    private static func answer(
        _ errand: Errand,
        in scopes: [Imposer],
        by workshop: RandomGraphWorkshop,
        into answers: Collected<Answer>
    ) {
        for node in errand.nodes {
            let ask = { () -> Result<any AnyProduct, ImposeError> in
                Result { () throws(ImposeError) in try workshop.synchronously(node) }
            }
            let result = if let scope = errand.scope { scopes[scope].run { ask() } } else { ask() }
            answers.add(Answer(node: node, label: errand.scope.map { "\($0)" }, errand: errand, result: result))
        }
    }

    /// Runs a body on a new thread, in the same directory.
    private static func onThread(_ body: @escaping @Sendable () -> Void) async {
        let context = Imposer.currentContext()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                context.run { body() }
                continuation.resume()
            }
        }
    }

    // MARK: Checking

    private static func check(_ answer: Answer, in graph: RandomGraph, _ text: Comment) {
        let fate = graph.fate(of: answer.node)
        switch answer.result {
        case .success(let part):
            #expect(part.node == answer.node, text)
            #expect(fate != .isCircular, text)
        case .failure(let error):
            var allowed: Set<ImposeError.Kind> = fate == .completes ? [] : [.circular]
            if answer.errand.isCancelled { allowed.insert(.cancelled) }
            if answer.errand.isOnThread { allowed.formUnion([.asynchronous, .isolation]) }
            #expect(allowed.contains(error.kind), "\(error)\nfor \(answer.node) of \(text)")
        }
    }

    /// Checks that instances which are shared are the same, and made in the scope that they are for.
    private static func checkSharing(_ answers: [Answer], of workshop: RandomGraphWorkshop, _ text: Comment) {
        let nodes = workshop.graph.nodes
        for case .success(let part) in answers.map(\.result) { checkGraphs(below: part, nodes, text) }
        // An instance made for an injection that failed in the end is gone, or is kept.
        withExtendedLifetime(answers) {
            var kept: [RandomGraphWorkshop.Call: ObjectIdentifier] = [:]
            for answer in answers {
                guard case .success(let part) = answer.result else { continue }
                check(part, askedIn: answer.label, nodes, &kept, text)
            }
            for part in workshop.living where nodes[part.node].lifetime == .weak {
                let key = RandomGraphWorkshop.Call(node: part.node, label: nil)
                let known = kept[key] ?? ObjectIdentifier(part)
                #expect(known == ObjectIdentifier(part), "two of weak \(part.node) in \(text)")
                kept[key] = known
            }
        }
    }

    private static func check(
        _ part: any AnyProduct,
        askedIn label: String?,
        _ nodes: [RandomGraph.Node],
        _ kept: inout [RandomGraphWorkshop.Call: ObjectIdentifier],
        _ text: Comment
    ) {
        let lifetime = nodes[part.node].lifetime
        // An instance that an imposer keeps is made outside of scopes, and so is everything it needs.
        let own = lifetime == .single || lifetime == .weak ? nil : label
        #expect(part.label == own, "scope of \(part.node) in \(text)")
        if lifetime.isKept {
            let key = RandomGraphWorkshop.Call(node: part.node, label: own)
            let known = kept[key] ?? ObjectIdentifier(part)
            #expect(known == ObjectIdentifier(part), "two of \(part.node) in \(text)")
            kept[key] = known
        }
        for need in part.needs { check(need, askedIn: own, nodes, &kept, text) }
    }

    /// All that is built for an injection shares one of each that is shared in it.
    private static func checkGraphs(below part: any AnyProduct, _ nodes: [RandomGraph.Node], _ text: Comment) {
        var shared: [Int: ObjectIdentifier] = [:]
        func visit(_ part: any AnyProduct) {
            for need in part.needs where !nodes[need.node].lifetime.isKept {
                if nodes[need.node].lifetime == .graph {
                    let known = shared[need.node] ?? ObjectIdentifier(need)
                    #expect(known == ObjectIdentifier(need), "two of graph \(need.node) in \(text)")
                    shared[need.node] = known
                }
                visit(need)
            }
        }
        visit(part)
        for need in part.needs { checkGraphs(below: need, nodes, text) }
    }

    /// Each keeper's provider ran once.
    private static func checkCalls(of workshop: RandomGraphWorkshop, _ text: Comment) {
        for (call, count) in workshop.allCalls {
            let lifetime = workshop.graph.nodes[call.node].lifetime
            if lifetime == .single || lifetime == .scoped {
                #expect(count == 1, "calls of \(call.node) in \(call.label ?? "no scope") in \(text)")
            }
            if lifetime == .single || lifetime == .weak { #expect(call.label == nil, text) }
        }
    }
}
