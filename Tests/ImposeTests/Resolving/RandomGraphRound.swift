import Impose
import TestSupport
import Testing

/// The requests of one task or thread, one after the other.
struct RandomErrand: Sendable {
    let nodes: [Int]
    /// Which of the scopes it runs in; nil for none.
    let scope: Int?
    let isOnThread: Bool
    let isCancelled: Bool

    /// - Parameters:
    ///   - isAwaited: Whether it may be the errand of a task.
    ///   - mayBeCancelled: Whether that may be cancelled.
    init(_ graph: RandomGraph, isAwaited: Bool, mayBeCancelled: Bool, using generator: inout SeededGenerator) {
        let count = Int.random(in: 1...3, using: &generator)
        nodes = (0..<count).map { _ in Int.random(in: 0..<graph.nodes.count, using: &generator) }
        scope = [nil, 0, 1].randomElement(using: &generator) ?? nil
        isOnThread = !isAwaited || Int.random(in: 0..<4, using: &generator) == 0
        isCancelled = mayBeCancelled && !isOnThread && Bool.random(using: &generator)
    }
}

/// The outcome of one request.
struct RandomAnswer: Sendable {
    let node: Int
    let label: String?
    let errand: RandomErrand
    let result: Result<any AnyProduct, ImposeError>
}

/// Errands for instances of a random graph, and what has to be true of their outcome.
struct RandomGraphRound: Sendable {
    let graph: RandomGraph
    let errands: [RandomErrand]
    /// What the failure of a check says.
    let text: Comment
    private let mayHaveCycles: Bool
    private let mayBeCancelled: Bool

    init(seed: UInt64, mayHaveCycles: Bool, isAwaited: Bool, mayBeCancelled: Bool = false) {
        var generator = SeededGenerator(seed: seed)
        let graph = RandomGraph(mayHaveCycles: mayHaveCycles, mayBeAwaited: isAwaited, using: &generator)
        let count = Int.random(in: 2...8, using: &generator)
        errands = (0..<count).map { _ in
            RandomErrand(graph, isAwaited: isAwaited, mayBeCancelled: mayBeCancelled, using: &generator)
        }
        text = Comment(rawValue: "seed \(seed), cycles \(mayHaveCycles), cancelled \(mayBeCancelled)\n\(graph)")
        (self.graph, self.mayHaveCycles, self.mayBeCancelled) = (graph, mayHaveCycles, mayBeCancelled)
    }

    /// The scopes that errands run in, opened where the graph is imposed.
    static func scopes() -> [Imposer] {
        (0..<2).map { number in
            let scope = Imposer.openScope()
            scope.give(ScopeLabel(text: "\(number)"))
            return scope
        }
    }

    /// Runs an errand on the calling thread.
    static func run(
        _ errand: RandomErrand,
        in scopes: [Imposer],
        by workshop: RandomGraphWorkshop,
        into answers: Collected<RandomAnswer>
    ) {
        for node in errand.nodes {
            let ask = { () -> Result<any AnyProduct, ImposeError> in
                Result { () throws(ImposeError) in try workshop.synchronously(node) }
            }
            let result = if let scope = errand.scope { scopes[scope].run { ask() } } else { ask() }
            answers.add(RandomAnswer(node: node, label: errand.scope.map { "\($0)" }, errand: errand, result: result))
        }
    }

    // MARK: Checking

    func check(_ answers: [RandomAnswer], of workshop: RandomGraphWorkshop) {
        for answer in answers { check(answer) }
        checkSharing(answers, of: workshop)
        if !mayHaveCycles, !mayBeCancelled { checkCalls(of: workshop) }
    }

    private func check(_ answer: RandomAnswer) {
        let fate = graph.fate(of: answer.node)
        switch answer.result {
        case .success(let part):
            #expect(part.node == answer.node, text)
            #expect(fate != .isCircular, text)
        case .failure(let error):
            var allowed: Set<ImposeError.Kind> = fate == .completes ? [] : [.circular]
            if answer.errand.isCancelled { allowed.insert(.cancelled) }
            if answer.errand.isOnThread, graph.reachesAwaited(answer.node) {
                allowed.formUnion([.asynchronous, .isolation])
            }
            #expect(allowed.contains(error.kind), "\(error)\nfor \(answer.node) of \(text)")
        }
    }

    /// Checks that instances which are shared are the same, and made in the scope that they are for.
    private func checkSharing(_ answers: [RandomAnswer], of workshop: RandomGraphWorkshop) {
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

    private func check(
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
    private func checkGraphs(below part: any AnyProduct, _ nodes: [RandomGraph.Node], _ text: Comment) {
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
    private func checkCalls(of workshop: RandomGraphWorkshop) {
        for (call, count) in workshop.allCalls {
            let lifetime = workshop.graph.nodes[call.node].lifetime
            if lifetime == .single || lifetime == .scoped {
                #expect(count == 1, "calls of \(call.node) in \(call.label ?? "no scope") in \(text)")
            }
            if lifetime == .single || lifetime == .weak { #expect(call.label == nil, text) }
        }
    }
}
