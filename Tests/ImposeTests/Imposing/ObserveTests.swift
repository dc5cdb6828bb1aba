import Impose
import TestSupport
import Testing

@testable import ImposeInspecting

@Suite("Observing")
struct ObserveTests {
    private protocol Carrier: Sendable {}
    private final class Van: Carrier {}
    private final class Depot: Sendable {
        init(_ carrier: any Carrier) {}
    }
    private struct Broken: Error {}
    private struct Unexpected: Error {
        let events: String
    }

    /// The events that were observed, in a new directory.
    private static func events(
        of body: (Collected<ImposeEvent>) throws -> Void
    ) rethrows -> [ImposeEvent] {
        try Imposer.isolated(empty: true) {
            let events = Collected<ImposeEvent>()
            let observation = Imposer.observe { events.add($0) }
            try body(events)
            observation.cancel()
            return events.all
        }
    }

    private static let file: StaticString = "Shop/Setup.swift"

    @Test("Observers are told of each kind of event, with its place, in the order of time")
    func kinds() throws {
        let file = Self.file
        let events = try Self.events { _ in
            Imposer.impose(for: Van.self, fileID: file, line: 1, Van.init)
            Imposer.impose(for: Depot.self, fileID: file, line: 2, Depot.init)
            _ = try tryInject(of: Depot.self, fileID: file, line: 3)
            Imposer.impose(for: Van.self, fileID: file, line: 4, Van.init)
            Imposer.remove(for: Van.self)
            _ = unforceInject(of: Van.self, fileID: file, line: 5)
        }
        let text = events.map { event -> String in
            let kind = "\(event.kind)".prefix { $0 != "(" }
            return "\(kind) \(event.location.line)"
        }
        #expect(
            text == [
                "imposed 1", "imposed 2",
                "built 2", "resolved 2", "built 3", "resolved 3",
                "disposed 1", "replaced 4",
                "removed 4", "failed 5",
            ]
        )
        #expect(events.allSatisfy { $0.location.fileID == "Shop/Setup.swift" })
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    @Test("A resolved event tells distance and registration, a built one how long it took")
    func details() throws {
        let file = Self.file
        let events = try Self.events { _ in
            Imposer.impose(for: Van.self, fileID: file, line: 1, Van.init)
            _ = try tryInject(of: Carrier.self, fileID: file, line: 2)
        }
        guard case .built(let built, let duration) = events[1].kind else { throw Unexpected(events: "\(events)") }
        #expect(built.location.line == 1)
        #expect(duration > .zero)
        guard case .resolved(let type, nil, let by, 1) = events[2].kind else { throw Unexpected(events: "\(events)") }
        #expect("\(type)" == "Carrier")
        #expect(by.location.line == 1)
        let text = "Van (singleInstance, in primary, at Shop/Setup.swift:1)"
        #expect(events[0].description == "imposed \(text)")
        #expect(events[1].description.hasPrefix("built \(text) in "))
        #expect(events[2].description == "resolved Carrier by \(text), 1 step away, for Shop/Setup.swift:2")
    }

    @Test("Injections that are answered from memory are no events")
    func remembered() throws {
        let counts = try Self.events { events in
            Imposer.impose(for: Van.self, Van.init)
            Imposer.impose(for: Depot.self, option: .closureBased, Depot.init)
            for _ in 0..<2 {
                _ = try tryInject(of: Depot.self)
                _ = try tryInject(of: Carrier.self)
            }
            let first = events.all.count
            for _ in 0..<100 {
                _ = try tryInject(of: Depot.self)
                _ = try tryInject(of: Carrier.self)
            }
            #expect(events.all.count == first)
        }
        #expect(counts.count == 2 + 2 + 2)
    }

    @Test("A weak instance that has gone by itself is not reported as disposed of")
    func gone() throws {
        let events = try Self.events { _ in
            Imposer.impose(for: Van.self, option: .weakInstance, Van.init)
            _ = try tryInject(of: Van.self)
            Imposer.shared.reset()
        }
        #expect(!events.contains { if case .disposed = $0.kind { true } else { false } })
    }

    @Test("Of an injection by an alias observers are told that the original was built")
    func alias() throws {
        let events = try Self.events { _ in
            Imposer.impose(for: Van.self, named: "real", Van.init).alias(Carrier.self) { $0 }
            _ = try tryInject(of: Carrier.self)
        }
        let built = events.compactMap { event -> String? in
            guard case .built(let registration, _) = event.kind else { return nil }
            return "\(registration.type)"
        }
        #expect(built == ["Van"])
    }

    @Test("Observers are told of a failed injection once, however deep it failed")
    func failures() throws {
        func count(_ events: [ImposeEvent]) -> Int {
            events.count { event in
                guard case .failed = event.kind else { return false }
                return true
            }
        }
        let atTheEnd = Self.events { _ in
            Imposer.impose(for: Depot.self, Depot.init)
            Imposer.impose(for: [Depot].self) { [try tryInject()] }
            #expect(unforceInject(of: [Depot].self) == nil)
        }
        #expect(count(atTheEnd) == 1)
        #expect(count(Self.events { _ in #expect(throws: ImposeError.self) { try tryInject(of: Van.self) } }) == 1)
        #expect(count(Self.events { _ in _ = unforceInject(of: Van?.self) }) == 0)
        let calls = CallCounter()
        let remembered = Self.events { _ in
            Imposer.impose(for: Van.self, option: .closureBased) { () throws -> Van in
                if calls.increment() > 1 { throw Broken() }
                return Van()
            }
            #expect(unforceInject(of: Van.self) != nil)
            #expect(unforceInject(of: Van.self) == nil)
            #expect(unforceInject(of: Van.self) == nil)
        }
        #expect(count(remembered) == 2)
    }

    @Test("Observers are told of a scope's disposals, and of a second dispose() as a failure")
    func disposal() throws {
        let file = Self.file
        let events = try Self.events { _ in
            Imposer.impose(for: Van.self, option: .scopedInstance, fileID: file, line: 1, Van.init)
            let scope = Imposer.openScope()
            _ = try scope.tryInject(of: Van.self)
            scope.dispose()
            scope.dispose(fileID: file, line: 2)
        }
        let text = events.suffix(2).map { "\("\($0.kind)".prefix { $0 != "(" }) \($0.location.line)" }
        #expect(text == ["disposed 1", "failed 2"])
    }

    @Test("An observation ends with cancel(), or when its token is released")
    func ending() {
        Imposer.isolated(empty: true) {
            let events = Collected<ImposeEvent>()
            do {
                let observation = Imposer.observe { events.add($0) }
                Imposer.impose(for: Int.self, 1)
                withExtendedLifetime(observation) {}
            }
            Imposer.impose(for: Int.self, 2)
            #expect(events.all.count == 1)
            let other = Imposer.observe { events.add($0) }
            other.cancel()
            other.cancel()
            Imposer.impose(for: Int.self, 3)
            #expect(events.all.count == 1)
        }
    }

    @Test("observers may impose, inject, fail and observe: what they cause is not reported")
    func reentrance() {
        let held = Collected<ImposeObservation>()
        let events = Self.events { _ in
            let meddler = Imposer.observe { _ in
                Imposer.impose(for: String.self) { "meddled" }
                _ = unforceInject(of: String.self)
                _ = unforceInject(of: Depot.self)
                held.add(Imposer.observe { _ in })
            }
            Imposer.impose(for: Int.self, 1)
            #expect(inject(of: String.self) == "meddled")
            meddler.cancel()
        }
        #expect(events.map { $0.description.prefix(11) } == ["imposed Int"])
        #expect(held.all.count == 1)
        for observation in held.all { observation.cancel() }
    }

    @Test(
        "directories have observers of their own, whatever was resolved in others; private imposers tell the current one"
    )
    func directories() throws {
        try Imposer.isolated(empty: true) {
            let outer = Collected<String>()
            let observation = Imposer.observe { outer.add("\("\($0.kind)".prefix { $0 != "(" })") }
            Imposer.impose(for: Van.self, Van.init)
            Imposer.impose(for: Depot.self, Depot.init)
            _ = try tryInject(of: Depot.self)
            let before = outer.all
            try Imposer.isolated {
                let inner = Collected<String>()
                let observation = Imposer.observe { inner.add("\("\($0.kind)".prefix { $0 != "(" })") }
                _ = try tryInject(of: Depot.self)
                #expect(inner.all == ["built", "resolved", "built", "resolved"])
                Imposer().impose(for: Int.self, 1)
                #expect(inner.all.last == "imposed")
                observation.cancel()
            }
            #expect(outer.all == before)
            observation.cancel()
        }
    }

    @Test("Threads that impose, inject and observe at the same time lose no events of one observer")
    func threads() {
        Imposer.isolated(empty: true) {
            let context = Imposer.currentContext()
            let events = CallCounter()
            let observation = Imposer.observe { _ in events.increment() }
            onThreads(8, rounds: 50) { round, thread in
                context.run {
                    let own = Imposer.observe { _ in }
                    Imposer.impose(for: Int.self, named: InjectionName(thread)) { round }
                    #expect(unforceInject(of: Int.self, named: InjectionName(thread)) == round)
                    own.cancel()
                }
            }
            observation.cancel()
            #expect(events.count >= 8 * 50 * 2)
        }
    }
}
