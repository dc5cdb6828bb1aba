import Impose
import ImposeInspecting
import TestSupport
import Testing

/// An instance, told from others by a tag.
private final class Piece<T: Tag>: Sendable {}

/// Random registrations of an imposer and of a scope of it, which need the ones that come after them.
private struct PieceWorld {
    private static let count = 6

    let imposer = Imposer(label: "outside")
    let scope: Imposer

    init(using generator: inout SeededGenerator) {
        scope = imposer.openScope("inside")
        for number in 0..<Self.count {
            impose(tags[number], in: imposer, using: &generator)
            if Int.random(in: 0..<4, using: &generator) == 0 { impose(tags[number], in: scope, using: &generator) }
        }
    }

    /// The types that are imposed.
    static var all: ArraySlice<any Tag.Type> { tags[..<count] }

    /// One of them.
    static func tag(using generator: inout SeededGenerator) -> any Tag.Type {
        tags[Int.random(in: 0..<count, using: &generator)]
    }

    private func impose<T: Tag>(_ tag: T.Type, in imposer: Imposer, using generator: inout SeededGenerator) {
        let options = [
            InjectOption.singleInstance, .closureBased, .graphInstance, .scopedInstance, .weakInstance,
            .scopedInstance(in: "inside"),
        ]
        let option = options.randomElement(using: &generator) ?? .singleInstance
        let later = Self.all.dropFirst(T.number + 1)
        let needs = (0..<min(later.count, Int.random(in: 0...2, using: &generator))).compactMap { _ in
            later.randomElement(using: &generator)
        }
        let isAsynchronous = Int.random(in: 0..<3, using: &generator) == 0
        switch needs.count {
        case 0: imposePlain(tag, in: imposer, option, isAsynchronous)
        case 1: impose(tag, in: imposer, option, isAsynchronous, needs[0])
        default: impose(tag, in: imposer, option, isAsynchronous, needs[0], needs[1])
        }
    }

    private func imposePlain<T: Tag>(_: T.Type, in imposer: Imposer, _ option: InjectOption, _ isAsynchronous: Bool) {
        if isAsynchronous {
            imposer.impose(for: Piece<T>.self, option: option) { () async in Piece<T>() }
        } else {
            imposer.impose(for: Piece<T>.self, option: option) { Piece<T>() }
        }
    }

    private func impose<T: Tag, A: Tag>(
        _: T.Type,
        in imposer: Imposer,
        _ option: InjectOption,
        _ isAsynchronous: Bool,
        _: A.Type
    ) {
        if isAsynchronous {
            imposer.impose(for: Piece<T>.self, option: option) { (_: Piece<A>) async in Piece<T>() }
        } else {
            imposer.impose(for: Piece<T>.self, option: option) { (_: Piece<A>) in Piece<T>() }
        }
    }

    private func impose<T: Tag, A: Tag, B: Tag>(
        _: T.Type,
        in imposer: Imposer,
        _ option: InjectOption,
        _ isAsynchronous: Bool,
        _: A.Type,
        _: B.Type
    ) {
        if isAsynchronous {
            imposer.impose(for: Piece<T>.self, option: option) { (_: Piece<A>, _: Piece<B>) async in Piece<T>() }
        } else {
            imposer.impose(for: Piece<T>.self, option: option) { (_: Piece<A>, _: Piece<B>) in Piece<T>() }
        }
    }
}

@Suite("Explaining what has to be awaited, whatever is imposed")
struct AwaitedAgreementTests {
    @Test("What explain() says of awaiting is what an injection without await comes to", arguments: seeds(150))
    func agreement(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let world = PieceWorld(using: &generator)
        // Some are made by and by.
        for _ in 0..<30 {
            let asked = Bool.random(using: &generator) ? world.scope : world.imposer
            let tag = PieceWorld.tag(using: &generator)
            try check(tag, from: asked, seed)
            if Int.random(in: 0..<3, using: &generator) == 0 {
                await prepare(PieceWorld.tag(using: &generator), from: asked)
            }
        }
    }

    @Test("After prepare() on a scope nothing that it keeps has to be awaited", arguments: seeds(150))
    func prepared(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let scope = PieceWorld(using: &generator).scope
        do throws(ImposeError) {
            try await scope.prepare()
        } catch {
            // Something outside needs an instance that only the scope could keep.
            try #require(error.kind == .noScope, "seed \(seed)")
            return
        }
        for tag in PieceWorld.all { try checkPrepared(tag, in: scope, seed) }
    }

    private func checkPrepared<T: Tag>(_ tag: T.Type, in scope: Imposer, _ seed: UInt64) throws {
        let explanation = scope.explain(Piece<T>.self)
        guard let chosen = explanation.chosen?.registration else { return }
        let isKept =
            [.scopedInstance, .scopedInstance(in: "inside")].contains(chosen.option)
            || chosen.option == .singleInstance && chosen.imposer == "\(scope)"
        if !isKept { return }
        let error = failure { () throws(ImposeError) in try scope.tryInject(of: Piece<T>.self) }
        // What is not to be awaited is not made, so it may still need what nothing keeps.
        try #require(error == nil || error?.kind == .noScope, "seed \(seed): \(explanation)")
    }

    private func check<T: Tag>(_ tag: T.Type, from asked: Imposer, _ seed: UInt64) throws {
        var explanation = asked.explain(Piece<T>.self)
        var error = failure { () throws(ImposeError) in try asked.tryInject(of: Piece<T>.self) }
        // The task that made a weak one may have let go of it between the two.
        for _ in 0..<100 where error?.kind == .asynchronous && explanation.awaited.isEmpty {
            explanation = asked.explain(Piece<T>.self)
            error = failure { () throws(ImposeError) in try asked.tryInject(of: Piece<T>.self) }
        }
        let comment: Comment = "seed \(seed): \(explanation)"
        // Something below has no scope that keeps it, and may come before the instance that has to be awaited.
        if let error, error.kind != .asynchronous { return try #require(error.kind == .noScope, comment) }
        try #require(explanation.awaited.isEmpty == (error == nil), comment)
        guard let last = explanation.awaited.last else { return }
        try #require(last.isAsynchronous, comment)
        try #require(explanation.awaited[0].location == explanation.chosen?.registration.location, comment)
    }

    private func prepare<T: Tag>(_ tag: T.Type, from asked: Imposer) async {
        _ = try? await asked.injectAsync(of: Piece<T>.self)
    }
}
