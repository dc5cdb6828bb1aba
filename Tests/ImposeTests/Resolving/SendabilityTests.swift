import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

/// One of the types that the tests below impose: each once `Sendable` and once not.
private protocol Sharing: Sendable {}
private protocol Drawing: AnyObject {}

private final class Blueprint: Sharing, Instantiable {
    init() {}
}

private final class Sketch: Drawing, Instantiable {
    init() {}
}

@MainActor private final class View {
    let sketch: Sketch
    init(sketch: Sketch) { self.sketch = sketch }
}

private final class Copy: Sendable {
    init(sketch: Sketch) {}
}

@globalActor private actor Painting {
    static let shared = Painting()
}

@Suite("A registration knows whether its type is Sendable")
struct SendabilityRecordTests {
    @Test("Each spelling of impose tells whether the type is Sendable")
    func spellings() {
        let imposer = Imposer()
        let sendable: [Bool] = [
            imposer.impose(for: Blueprint.self, Blueprint()).record.isSendable,
            imposer.impose(for: Blueprint.self, Blueprint.init).record.isSendable,
            imposer.impose(for: Sharing.self) { Blueprint() }.record.isSendable,
            imposer.impose(for: Sharing.self) { (_: Blueprint) in Blueprint() }.record.isSendable,
            imposer.impose(for: Sharing.self) { () async throws in Blueprint() }.record.isSendable,
            imposer.impose(Blueprint.self).record.isSendable,
            imposer.impose(for: View.self, View.init).record.isSendable,
            imposer.impose(for: Int?.self, 1).record.isSendable,
        ]
        #expect(sendable.allSatisfy { $0 })
        let others: [Bool] = [
            imposer.impose(for: Sketch.self, Sketch()).record.isSendable,
            imposer.impose(for: Sketch.self, Sketch.init).record.isSendable,
            imposer.impose(for: Drawing.self) { Sketch() }.record.isSendable,
            imposer.impose(for: Drawing.self) { (_: Blueprint) in Sketch() }.record.isSendable,
            imposer.impose(for: Drawing.self) { () async throws in Sketch() }.record.isSendable,
            imposer.impose(Sketch.self).record.isSendable,
            imposer.impose(for: Sketch.self) { @MainActor in Sketch() }.record.isSendable,
            imposer.impose(for: Sketch?.self, nil).record.isSendable,
        ]
        #expect(!others.contains(true))
    }

    @Test("Each static spelling of impose tells whether the type is Sendable")
    func staticSpellings() {
        Imposer.isolated(empty: true) {
            let sendable: [Bool] = [
                Imposer.impose(for: Blueprint.self, Blueprint()).record.isSendable,
                Imposer.impose(for: Blueprint.self, Blueprint.init).record.isSendable,
                Imposer.impose(for: Sharing.self) { () async throws in Blueprint() }.record.isSendable,
                Imposer.impose(Blueprint.self).record.isSendable,
            ]
            #expect(sendable.allSatisfy { $0 })
            let others: [Bool] = [
                Imposer.impose(for: Sketch.self, Sketch()).record.isSendable,
                Imposer.impose(for: Sketch.self, Sketch.init).record.isSendable,
                Imposer.impose(for: Drawing.self) { () async throws in Sketch() }.record.isSendable,
                Imposer.impose(Sketch.self).record.isSendable,
            ]
            #expect(!others.contains(true))
        }
    }
}

@Suite("validate() warns of what threads share and is not Sendable")
struct SharedInstanceTests {
    private func shared(in imposer: Imposer) -> [Imposer.Validation.Finding] {
        imposer.validate().findings.filter { $0.kind == .notSendable }
    }

    @Test("validate() warns of types that are not Sendable for the lifetimes that an imposer keeps")
    func lifetimes() {
        let kept: [InjectOption] = [.singleInstance, .weakInstance]
        let others: [InjectOption] = [.closureBased, .graphInstance, .scopedInstance, .scopedInstance(in: "request")]
        for option in kept + others {
            let imposer = Imposer()
            imposer.impose(for: Sketch.self, option: option, Sketch.init)
            imposer.impose(for: Blueprint.self, option: option, Blueprint.init)
            let found = shared(in: imposer)
            #expect(found.count == (kept.contains(option) ? 1 : 0), "\(option)")
            #expect(found.allSatisfy { $0.type == Sketch.self && $0.severity == .warning })
        }
    }

    @Test("validate() does not warn of what a scope has itself and is not Sendable")
    func scopes() {
        let imposer = Imposer()
        let scope = imposer.openScope()
        scope.impose(for: Sketch.self, Sketch.init)
        scope.give(Sketch(), for: (any Drawing).self)
        #expect(shared(in: scope).isEmpty)
    }

    @Test("validate() does not warn of an instance that was handed in and is not Sendable")
    func handedIn() {
        let imposer = Imposer()
        imposer.impose(for: Sketch.self, instance: Sketch())
        imposer.impose(for: Blueprint.self, instance: Blueprint())
        #expect(shared(in: imposer).isEmpty)
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Sketch.self, instance: Sketch())
            Imposer.impose(for: Blueprint.self, instance: Blueprint())
            #expect(shared(in: .shared).isEmpty)
        }
    }

    @Test("validate() warns once of a type that is not Sendable, and not of its alias")
    func aliases() {
        let imposer = Imposer()
        imposer.impose(for: Sketch.self, Sketch.init).alias((any Drawing).self) { $0 }
        #expect(shared(in: imposer).map { ObjectIdentifier($0.type) } == [ObjectIdentifier(Sketch.self)])
    }

    @Test("validate() warns of all types that are not Sendable in one paragraph, with their places")
    func text() {
        let imposer = Imposer()
        imposer.impose(for: Sketch.self, fileID: "Studio/Start.swift", line: 1, Sketch.init)
        #expect(
            imposer.validate().description.contains("warning: Sketch is kept, so that threads share it, and its type")
        )
        imposer.impose(for: Drawing.self, fileID: "Studio/Start.swift", line: 2) { (sketch: Sketch) in sketch }
        let text = imposer.validate().description
        #expect(
            text.contains(
                """
                warning: threads share 2 kept instances of types that are not Sendable.
                  Sketch, imposed at Studio/Start.swift:1
                  Drawing, imposed at Studio/Start.swift:2
                  to fix:
                    1. Declare the type Sendable.
                """
            ),
            "\(text)"
        )
        #expect(!text.contains("so that threads share it"))
    }

    @Test("validate() names the place of each type that is not Sendable, however many there are")
    func many() {
        let imposer = Imposer()
        for line in 1...20 as ClosedRange<UInt> {
            let name = InjectionName("\(line)")
            imposer.impose(for: Sketch.self, named: name, fileID: "Studio/Start.swift", line: line, Sketch.init)
        }
        let text = imposer.validate().description
        #expect((1...20).allSatisfy { text.contains("imposed at Studio/Start.swift:\($0)\n") }, "\(text)")
    }
}

@Suite("Instances of an actor's providers that are not Sendable")
struct IsolatedInstanceTests {
    private let imposer = Imposer()

    /// Fails unless the instance is refused to code that is on no actor.
    private func expectRefusal(sourceLocation: SourceLocation = #_sourceLocation) async {
        let imposer = imposer
        let error = await failure { () async throws(ImposeError) in
            _ = try await imposer.injectAsync(of: Sketch.self)
        }
        #expect(error?.kind == .isolation, sourceLocation: sourceLocation)
    }

    @MainActor private func awaitedOnMainActor() async throws(ImposeError) -> ObjectIdentifier {
        ObjectIdentifier(try await imposer.injectAsync(of: Sketch.self))
    }

    @Test("A non-Sendable instance of the main actor is awaited there, and nowhere else", arguments: [true, false])
    func mainActor(isAsynchronous: Bool) async throws {
        let count = CallCounter()
        if isAsynchronous {
            imposer.impose(for: Sketch.self) { @MainActor () async in
                count.increment()
                return Sketch()
            }
        } else {
            imposer.impose(for: Sketch.self) { @MainActor in
                count.increment()
                return Sketch()
            }
        }
        await expectRefusal()
        #expect(count.count == 0)
        let first = try await awaitedOnMainActor()
        // Also when it is ready, and when answers are remembered.
        for _ in 0..<3 {
            await expectRefusal()
            #expect(try await awaitedOnMainActor() == first)
        }
        #expect(count.count == 1)
    }

    /// The errors of each way to await the sketch, for code where the caller is.
    nonisolated(nonsending) private static func ways(of imposer: Imposer) async -> [ImposeError.Kind?] {
        let scope = imposer.openScope()
        let property = Injected<Sketch>(from: imposer)
        // In a context that is not the caller's.
        let another = scope.run { Injected<Sketch>(from: imposer) }
        let errors = [
            await failure { () async throws(ImposeError) in try await imposer.injectAsync(of: Sketch.self) },
            await failure { () async throws(ImposeError) in try await imposer.injectAllAsync(of: Sketch.self) },
            await failure { () async throws(ImposeError) in try await imposer.injectAsync(of: (any Drawing).self) },
            await failure { () async throws(ImposeError) in try await scope.injectAsync(of: Sketch.self) },
            await failure { () async throws(ImposeError) in try await property.injectAsync() },
            await failure { () async throws(ImposeError) in try await another.injectAsync() },
            await failure { () async throws(ImposeError) in
                try await scope.injectAsync(of: Sketch.self, ifNoMatchUse: .nearestAndCastable)
            },
        ]
        return errors.map { $0?.kind }
    }

    @MainActor private static func waysOnMainActor(of imposer: Imposer) async -> [ImposeError.Kind?] {
        await ways(of: imposer)
    }

    @Test("A non-Sendable instance of the main actor is refused elsewhere in all ways of awaiting")
    func otherWays() async {
        imposer.impose(for: Sketch.self) { @MainActor in Sketch() }.alias((any Drawing).self) { $0 }
        for _ in 0..<2 {
            let elsewhere = await Self.ways(of: imposer)
            #expect(elsewhere == Array(repeating: .isolation, count: 7))
            let onMainActor = await Self.waysOnMainActor(of: imposer)
            #expect(onMainActor == Array(repeating: nil, count: 7))
        }
    }

    @MainActor private func castOnMainActor() async throws(ImposeError) -> ObjectIdentifier {
        ObjectIdentifier(try await imposer.injectAsync(of: (any Drawing).self, ifNoMatchUse: .nearestAndCastable))
    }

    @Test("A castable rule passes over a non-Sendable instance of another actor")
    func castable() async throws {
        imposer.impose(for: AnyObject.self) { @MainActor in Sketch() }
        let imposer = imposer
        let error = await failure { () async throws(ImposeError) in
            _ = try await imposer.injectAsync(of: (any Drawing).self, ifNoMatchUse: .nearestAndCastable)
        }
        #expect(error?.kind == .missing)
        _ = try await castOnMainActor()
    }

    @MainActor private func copyOnMainActor(named name: InjectionName?) async throws(ImposeError) {
        _ = try await imposer.injectAsync(of: Copy.self, named: name)
    }

    @Test("A non-Sendable instance is a parameter for providers of its own actor alone")
    func parameters() async throws {
        let imposer = imposer
        imposer.impose(for: Sketch.self) { @MainActor in Sketch() }
        imposer.impose(for: View.self, View.init)
        imposer.impose(for: Copy.self) { (sketch: Sketch) in Copy(sketch: sketch) }
        imposer.impose(for: Copy.self, named: "asynchronous") { (sketch: Sketch) async in Copy(sketch: sketch) }
        imposer.impose(for: Copy.self, named: "main") { @MainActor [] (sketch: Sketch) async in Copy(sketch: sketch) }
        for name in [nil, "asynchronous"] as [InjectionName?] {
            let error = await failure { () async throws(ImposeError) in
                _ = try await imposer.injectAsync(of: Copy.self, named: name)
            }
            #expect(error?.kind == .isolation)
        }
        // A function without an actor is called where the caller is, unless it is asynchronous.
        let error = await failure { () async throws(ImposeError) in try await copyOnMainActor(named: "asynchronous") }
        #expect(error?.kind == .isolation)
        try await copyOnMainActor(named: nil)
        _ = try await imposer.injectAsync(of: View.self)
        _ = try await imposer.injectAsync(of: Copy.self, named: "main")
        await expectRefusal()
    }

    @Painting private func awaitedByPainter() async throws(ImposeError) -> ObjectIdentifier {
        ObjectIdentifier(try await imposer.injectAsync(of: Sketch.self))
    }

    @Test("A non-Sendable instance of any actor is awaited on that actor alone", arguments: [true, false])
    func otherActors(isAsynchronous: Bool) async throws {
        if isAsynchronous {
            imposer.impose(for: Sketch.self) { @Painting () async in Sketch() }
        } else {
            imposer.impose(for: Sketch.self) { @Painting in Sketch() }
        }
        let first = try await awaitedByPainter()
        #expect(try await awaitedByPainter() == first)
        let error = await failure { () async throws(ImposeError) in _ = try await awaitedOnMainActor() }
        #expect(error?.kind == .isolation)
        await expectRefusal()
    }

    @Test("prepare() makes a non-Sendable instance of an actor, which others are refused")
    func prepared() async throws {
        imposer.impose(for: Sketch.self) { @MainActor () async in Sketch() }
        try await imposer.prepare()
        await expectRefusal()
        _ = try await awaitedOnMainActor()
    }

    @Test("The error for a non-Sendable instance of an actor says to await it there")
    func text() async throws {
        imposer.impose(for: Sketch.self, fileID: "Shop/Start.swift", line: 20) { @MainActor in Sketch() }
        let imposer = imposer
        let error = await failure { () async throws(ImposeError) in
            _ = try await imposer.injectAsync(of: Sketch.self)
        }
        let text = try #require(error).description.onOneLine
        #expect(text.contains("its provider, imposed at Shop/Start.swift:20, belongs to the main actor, Sketch is not"))
        #expect(text.contains("1. Await it on the main actor: Task { @MainActor in let sketch = try await"))
    }

    @Test("A Sendable instance of the main actor may be awaited anywhere")
    func sendable() async throws {
        let imposer = imposer
        imposer.impose(for: Sharing.self) { @MainActor in Blueprint() }
        _ = try await imposer.injectAsync(of: Sharing.self)
    }
}
