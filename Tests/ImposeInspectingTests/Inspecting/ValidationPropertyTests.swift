import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

@Suite("What validates builds, and what builds validates")
struct ValidationPropertyTests {
    private static let seeds = 0..<300 as Range<UInt64>
    private static let pool = PartPool.Entry.all

    /// Some of the pool's types, each with some parameters.
    private struct Graph {
        let members: [(entry: Int, parameters: [any Any.Type], option: InjectOption)]

        init(using generator: inout SeededGenerator) {
            let share = Int.random(in: 2...10, using: &generator)
            // Few parameters, or hardly any graph would be without a fault.
            let most = Int.random(in: 0...3, using: &generator)
            let chosen = ValidationPropertyTests.pool.indices.shuffled(using: &generator)
                .filter { _ in Int.random(in: 0..<10, using: &generator) < share }
            let options = [InjectOption.singleInstance, .closureBased, .scopedInstance, .graphInstance]
            var members: [(Int, [any Any.Type], InjectOption)] = []
            for (position, entry) in chosen.enumerated() {
                // Mostly of types that come before, so that cycles are seldom enough.
                let before = Array(chosen[..<position])
                let parameters = (0..<Int.random(in: 0...most, using: &generator)).compactMap { _ in
                    let isAny = Int.random(in: 0..<4, using: &generator) == 0
                    let source = isAny ? Array(ValidationPropertyTests.pool.indices) : before
                    return source.randomElement(using: &generator).flatMap { needed in
                        ValidationPropertyTests.pool[needed].parameters.randomElement(using: &generator)
                    }
                }
                members.append((entry, parameters, options.randomElement(using: &generator) ?? .singleInstance))
            }
            self.members = members.shuffled(using: &generator)
        }

        func impose(on imposers: [Imposer], isOpaque: Bool) {
            for (number, member) in members.enumerated() {
                let imposer = imposers[number % imposers.count]
                ValidationPropertyTests.pool[member.entry]
                    .impose(imposer, member.parameters, isOpaque, member.option)
            }
        }

        /// The errors of all injections of registered types, and of all parameters that are injected later.
        func failures(on imposers: [Imposer], isOpaque: Bool) -> [ImposeError] {
            var failures: [ImposeError] = []
            for (number, member) in members.enumerated() {
                let imposer = imposers[number % imposers.count]
                failures += [ValidationPropertyTests.pool[member.entry].failure(imposer)].compactMap { $0 }
                if isOpaque { continue }
                for parameter in member.parameters {
                    // A parameter for all matches lacks nothing that is not looked at itself.
                    guard let lazy = Seam.wrapper(parameter), lazy.isParameter, !lazy.isForAll else { continue }
                    let type = lazy.dependency
                    let needed = ValidationPropertyTests.pool.first { $0.parameters[0] == type }
                    failures += [needed?.failure(imposer)].compactMap { $0 }
                }
            }
            return failures
        }

        var description: String {
            members.map { "\(pool[$0.entry].parameters[0]): \($0.parameters)" }.joined(separator: "\n")
        }
    }

    /// Whether it found nothing but captives, if anything, which are injected all the same.
    private static func hasNoFailure(_ validation: Imposer.Validation) -> Bool {
        validation.errors.allSatisfy { $0.kind == .captive }
    }

    private static func check(_ graph: Graph, on imposers: [Imposer], isOpaque: Bool, _ seed: UInt64) throws -> Bool {
        let (quick, built) =
            imposers.count == 1
            ? (imposers[0].validate(), imposers[0].validate(building: true))
            : (Imposer.validate(wrappers: false), Imposer.validate(building: true, wrappers: false))
        let failures = graph.failures(on: imposers, isOpaque: isOpaque)
        let comment: Comment = "seed \(seed)\n\(graph.description)\n\(built)\n\(failures.map(\.failureReason))"
        if !isOpaque { try #require(hasNoFailure(quick) == failures.isEmpty, comment) }
        try #require(hasNoFailure(built) == failures.isEmpty, comment)
        return failures.isEmpty
    }

    @Test("On a private imposer, random graphs validate exactly where they can be built")
    func declared() throws {
        var valid = 0
        for seed in Self.seeds {
            var generator = SeededGenerator(seed: seed)
            let graph = Graph(using: &generator)
            let imposer = Imposer()
            graph.impose(on: [imposer], isOpaque: false)
            if try Self.check(graph, on: [imposer], isOpaque: false, seed) { valid += 1 }
        }
        #expect(valid > 50 && valid < 270, "\(valid) are valid: it should be some, and not all")
    }

    @Test("On several imposers of a directory, random graphs validate exactly where they can be built")
    func directory() throws {
        for seed in Self.seeds {
            try Imposer.isolated(empty: true) {
                var generator = SeededGenerator(seed: seed)
                let graph = Graph(using: &generator)
                let imposers = [Imposer.shared, Imposer.imposer(for: .secondary), Imposer.imposer(for: .custom("eu"))]
                graph.impose(on: imposers, isOpaque: false)
                _ = try Self.check(graph, on: imposers, isOpaque: false, seed)
            }
        }
    }

    @Test("Random graphs of providers that hide their needs are judged rightly once they are built")
    func opaque() throws {
        for seed in Self.seeds {
            try Imposer.isolated(empty: true) {
                var generator = SeededGenerator(seed: seed)
                let graph = Graph(using: &generator)
                let imposers = [Imposer.shared]
                graph.impose(on: imposers, isOpaque: true)
                _ = try Self.check(graph, on: imposers, isOpaque: true, seed)
            }
        }
    }
}
