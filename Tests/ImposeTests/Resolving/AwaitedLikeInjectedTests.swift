import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Shelf: Sendable {}

private struct Pair: Sendable {
    let one: Shelf
    let other: Shelf
}

private protocol Pane {
    var title: String { get }
}

@MainActor
private final class Window: @MainActor Pane {
    nonisolated let name = "main"
    var title: String { name }
}

private struct Tool {
    let number: Int
}

@Suite("What is awaited is as what is injected", .imposing(empty: true), .timeLimit(.minutes(20)))
struct AwaitedLikeInjectedTests {
    @Test(
        "Awaited or not, a graph instance is shared by parameters and body of a provider",
        arguments: [true, false],
        [true, false]
    )
    func graph(isShelfAsynchronous: Bool, isPairKept: Bool) async throws {
        if isShelfAsynchronous {
            Imposer.impose(for: Shelf.self, option: .graphInstance) { () async in Shelf() }
        } else {
            Imposer.impose(for: Shelf.self, option: .graphInstance, Shelf.init)
        }
        Imposer.impose(for: Pair.self, option: isPairKept ? .singleInstance : .closureBased) { (one: Shelf) throws in
            Pair(one: one, other: try tryInject())
        }
        if !isShelfAsynchronous {
            let injected: Pair = inject()
            #expect(injected.one === injected.other)
            Imposer.reset()
        }
        let awaited = try await injectAsync(of: Pair.self)
        #expect(awaited.one === awaited.other)
    }

    @Test("An awaited graph instance stays shared when its imposer is reset meanwhile", arguments: [true, false])
    func resetGraph(isAsynchronous: Bool) async throws {
        let gate = Gate()
        if isAsynchronous {
            Imposer.impose(for: Shelf.self, option: .graphInstance) { () async in
                await gate.pass()
                return Shelf()
            }
        } else {
            Imposer.impose(for: Shelf.self, option: .graphInstance) { () in
                Imposer.reset()
                return Shelf()
            }
        }
        Imposer.impose(for: Pair.self, option: .closureBased, Pair.init)
        let task = Task { try await injectAsync(of: Pair.self) }
        if isAsynchronous {
            await gate.arrived()
            Imposer.reset()
            gate.open()
        }
        let pair = try await task.value
        #expect(pair.one === pair.other)
    }

    @Test("A graph instance for an argument that is not Hashable is an error, awaited or not")
    func unhashable() async throws {
        Imposer.impose(for: Shelf.self, option: .graphInstance) { (_: Tool) in Shelf() }
        let kind = failure { () throws(ImposeError) in
            try tryInject(of: Shelf.self, arguments: Tool(number: 1))
        }?.kind
        #expect(kind == .arguments)
        let awaited = await failure { () async throws(ImposeError) in
            try await injectAsync(of: Shelf.self, arguments: Tool(number: 1))
        }?.kind
        #expect(awaited == kind)
        Imposer.impose(for: Shelf.self, option: .graphInstance) { (_: Tool) async in Shelf() }
        let asynchronous = await failure { () async throws(ImposeError) in
            try await injectAsync(of: Shelf.self, arguments: Tool(number: 1))
        }?.kind
        #expect(asynchronous == kind)
    }

    @Test(
        "What nobody keeps is made in the caller's directory",
        arguments: [InjectOption.closureBased, .graphInstance]
    )
    func directory(option: InjectOption) async throws {
        let outer = Imposer.shared
        Imposer.impose(for: String.self, "outside")
        Imposer.impose(for: Int.self, option: option) { () async in inject(of: String.self).count }
        Imposer.impose(for: Double.self, option: option) { () in Double(inject(of: String.self).count) }
        Imposer.impose(for: Float.self, option: .closureBased) { (number: Int) in Float(number) }
        try await Imposer.isolated {
            Imposer.impose(for: String.self, "in")
            let injected = outer.inject(of: Double.self)
            let awaited = try await outer.injectAsync(of: Double.self)
            let asynchronous = try await outer.injectAsync(of: Int.self)
            let nested = try await outer.injectAsync(of: Float.self)
            #expect([injected, awaited, Double(asynchronous), Double(nested)] == [2, 2, 2, 2])
        }
    }

    @Test("Parameters of every kind reach a provider that awaits nothing")
    func parameters() async throws {
        // The pane stays on its actor: no other provider gets it.
        struct All: @unchecked Sendable {
            let pane: any Pane
            let absent: Int?
            let present: Shelf?
            let function: @Sendable () -> Int
            let tuple: (Int8, Int16)
            let metatype: Shelf.Type
            let nested: Int??
            let existential: (any Pane)?
            let lazy: Injected<Shelf>
            let imposer: Imposer
        }
        Imposer.impose(for: Int64.self) { () async in 1 }
        Imposer.impose(for: (any Pane).self) { @MainActor in Window() }
        Imposer.impose(for: Shelf.self, Shelf.init)
        Imposer.impose(for: (@Sendable () -> Int).self) { () -> @Sendable () -> Int in { 7 } }
        Imposer.impose(for: (Int8, Int16).self) { () in (1, 2) }
        Imposer.impose(for: Shelf.Type.self) { () in Shelf.self }
        Imposer.impose(for: All.self, option: .closureBased) {
            @MainActor []
            (
                pane: any Pane,
                absent: Int?,
                present: Shelf?,
                function: @escaping @Sendable () -> Int,
                tuple: (Int8, Int16),
                metatype: Shelf.Type,
                nested: Int??,
                existential: (any Pane)?,
                lazy: Injected<Shelf>,
                imposer: Imposer
            ) in
            All(
                pane: pane,
                absent: absent,
                present: present,
                function: function,
                tuple: tuple,
                metatype: metatype,
                nested: nested,
                existential: existential,
                lazy: lazy,
                imposer: imposer
            )
        }
        let nested = inject(of: Int??.self)
        let all = try await injectAsync(of: All.self)
        #expect(all.absent == nil && all.present === inject(of: Shelf.self))
        #expect(all.function() == 7 && all.tuple == (1, 2))
        #expect(all.nested == nested)
        #expect(all.imposer.inject(of: Shelf.self) === all.present)
    }

    @Test("Decorators and hooks of a provider that belongs to an actor run there", arguments: [true, false])
    func hooks(isAsynchronous: Bool) async throws {
        let registration =
            if isAsynchronous {
                Imposer.impose(for: Shelf.self) { @MainActor () async in Shelf() }
            } else {
                Imposer.impose(for: Shelf.self) { @MainActor () in Shelf() }
            }
        // Instances of the main actor are injected there alone.
        Imposer.impose(for: Int.self, option: .closureBased) { @MainActor () in 1 }
        let places = Collected<Int?>()
        registration
            .decorated { shelf in
                places.add(unforceInject(of: Int.self))
                return shelf
            }
            .onCreate { _ in places.add(unforceInject(of: Int.self)) }
        _ = try await Task { try await injectAsync(of: Shelf.self) }.value
        #expect(places.all == [1, 1])
    }

    @Test("Aliases of what is asynchronous follow the scope that asks")
    func aliases() async throws {
        final class Board: Pane, Sendable {
            let title: String
            init(title: String) { self.title = title }
        }
        Imposer.impose(for: Board.self, option: .scopedInstance) { (title: String) async in Board(title: title) }
            .alias((any Pane).self) { $0 }
        Imposer.impose(for: String.self, "outside")
        let outside = try await injectAsync(of: (any Pane).self)
        try await Imposer.withScope("request") { scope in
            scope.give("inside")
            let inside = try await injectAsync(of: (any Pane).self)
            #expect(inside as? Board === inject(of: Board.self))
            #expect(inside.title == "inside")
            try await Imposer.withScope("step") { step in
                step.impose(for: Board.self) { () async in Board(title: "own") }
                let own = try await injectAsync(of: (any Pane).self)
                #expect(own.title == "own")
            }
        }
        #expect(outside.title == "outside")
    }
}
