import Foundation
import Impose
import TestSupport
import Testing

private final class Basket: Sendable {}
private struct Candle: Sendable {
    let basket: Basket
}
private struct Pair<First, Second>: Sendable {}
private struct Wick: Sendable {
    var length = 1
    var count: Int? = nil
}
private enum Attic {
    struct Lamp: LeanTests.Lamp {}
    final class Chest: Sendable {
        init(basket: Basket) throws {}
    }
}
private actor Ledger {}
@MainActor
private final class Screen {}
private final class Reader: Sendable {
    init() async {}
}

private protocol Lamp: Sendable {}
private struct Lantern: Lamp {}
private struct Torch: Lamp {}
private protocol Shelf<Item> {
    associatedtype Item
}
private final class BasketShelf: Shelf, Sendable {
    typealias Item = Basket
}
private protocol Fuse: Sendable {}
private enum Switch: Fuse { case on }
private protocol Meter: Sendable {}

private struct Pack<each Element>: Sendable {}
private enum Mode { case quiet }

/// The line that a text says to type stands below as code, after the call that asks for the type.
@Suite("The line to type in errors of a lean program")
struct LineToTypeTests {
    /// The text's line; nil if it has none.
    private func line<T>(for type: T.Type, named name: InjectionName? = nil, from imposer: Imposer = .shared) -> String?
    {
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: type, named: name) }
        let lines = error?.description.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
        #expect((4...6).contains(lines.count), "\(lines)")
        return lines.first { $0.hasPrefix("to fix it") }.map { $0.dropFirst(9).trimmingCharacters(in: .whitespaces) }
    }

    /// Asks for a type, and again after the code has run that the text says to type, the line below the call.
    private func expect<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        from imposer: Imposer? = nil,
        after setup: () -> Void = {},
        line call: Int = #line,
        isMadeBy code: () -> Void
    ) throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
        Imposer.isolated(empty: true) {
            setup()
            let imposer = imposer ?? .shared
            #expect(line(for: type, named: name, from: imposer) == source[call].trimmingCharacters(in: .whitespaces))
            code()
            #expect(imposer.isImposed(type, named: name))
        }
    }

    @Test("The line to type in a lean program imposes a type by its initializer")
    func concrete() throws {
        try expect(Basket.self) {
            Imposer.impose(for: Basket.self, Basket.init)
        }
        try expect(Candle.self, named: "\"red\"") {
            Imposer.impose(for: Candle.self, named: "\"red\"", Candle.init)
        }
        try expect(Wick.self) {
            Imposer.impose(for: Wick.self, Wick.init)
        }
        try expect(Pair<Candle, Int?>.self) {
            Imposer.impose(for: (Pair<Candle, Optional<Int>>).self, Pair<Candle, Optional<Int>>.init)
        }
        try expect(Attic.Chest.self) {
            Imposer.impose(for: Attic.Chest.self, Attic.Chest.init)
        }
        try expect(Ledger.self) {
            Imposer.impose(for: Ledger.self, Ledger.init)
        }
        try expect(Screen.self) {
            Imposer.impose(for: Screen.self, Screen.init)
        }
        try expect(Reader.self) {
            Imposer.impose(for: Reader.self, Reader.init)
        }
    }

    @Test("The line to type in a lean program imposes a protocol by the only type that conforms")
    func conforming() throws {
        try expect(Lamp.self, after: { Imposer.impose(for: Lantern.self, named: "old", Lantern()) }) {
            Imposer.impose(for: Lamp.self, Lantern.init)
        }
        try expect(Lamp.self, after: { Imposer.impose(for: Attic.Lamp.self, named: "old", Attic.Lamp()) }) {
            Imposer.impose(for: LeanTests.Lamp.self, LeanTests.Attic.Lamp.init)
        }
        let shelf = BasketShelf()
        try expect((any Shelf<Basket>).self, after: { Imposer.impose(for: BasketShelf.self, named: "old", shelf) }) {
            Imposer.impose(for: (any Shelf<Basket>).self, BasketShelf.init)
        }
    }

    @Test("The line to type in a lean program calls a private imposer, and a scope of one, imposer")
    func privateImposer() throws {
        let imposer = Imposer(label: "shop")
        try expect(Basket.self, from: imposer) {
            imposer.impose(for: Basket.self, Basket.init)
        }
        try expect(Candle.self, from: imposer.openScope("request")) {
            imposer.impose(for: Candle.self, Candle.init)
        }
    }

    @Test("The line to type in a lean program's scope imposes on the program")
    func scope() {
        Imposer.isolated(empty: true) {
            #expect(
                line(for: Basket.self, from: Imposer.openScope("request"))
                    == "Imposer.impose(for: Basket.self, Basket.init)"
            )
        }
    }

    @Test("An error of a lean program has no line to type where none is known to compile")
    func unknown() {
        Imposer.isolated(empty: true) {
            #expect(line(for: Lamp.self) == nil)
            #expect(line(for: Mode.self) == nil)
            #expect(line(for: (Basket, Candle).self) == nil)
            #expect(line(for: (() -> Basket).self) == nil)
            #expect(line(for: Basket.Type.self) == nil)
            #expect(line(for: (any Lamp.Type).self) == nil)
            #expect(line(for: Pack<Int, String>.self) == nil)
            #expect(line(for: Pair<Int, () -> Void>.self) == nil)
            #expect(line(for: Basket.self, named: InjectionName(Mode.quiet)) == nil)
            #expect(line(for: Any.self) == nil)
            #expect(line(for: AnyObject.self) == nil)
        }
    }

    @Test("The line to type in a lean program imposes other modules' types only if those impose")
    func otherModules() {
        Imposer.isolated(empty: true) {
            #expect(line(for: String.self) == nil)
            #expect(line(for: [Basket].self) == nil)
            #expect(line(for: URL.self) == nil)
            #expect(line(for: FileManager.self) == nil)
            #expect(line(for: Imposer.self) == nil)
            #expect(line(for: Injected<Basket>.self) == nil)
            #expect(line(for: CallCounter.self) == nil)
            Imposer.impose(for: Basket.self, fileID: "TestSupport/Setup.swift", line: 1, Basket())
            #expect(line(for: CallCounter.self) == "Imposer.impose(for: CallCounter.self, CallCounter.init)")
        }
    }

    @Test("An error of a lean program has no line to type where it could mean several types")
    func undecided() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Lantern.self, named: "old", Lantern())
            Imposer.impose(for: Torch.self, named: "old", Torch())
            Imposer.impose(for: Switch.self, named: "old", .on)
            Imposer.impose(for: Meter.self, named: "old") { fatalError() }
            #expect(line(for: Lamp.self) == nil)
            #expect(line(for: Fuse.self) == nil)
            #expect(line(for: Meter.self) == nil)
        }
    }

    @Test("An error of a lean program has no line to type for a type in a function")
    func local() {
        final class Cellar: Sendable {}
        Imposer.isolated(empty: true) { #expect(line(for: Cellar.self) == nil) }
    }

    @Test("An error of prepare() in a lean program tells the problems of all in place of the line")
    func several() async throws {
        struct Refused: Error {}
        // Mostly the others are cancelled when one fails, and not told of.
        for _ in 0..<10_000 {
            let both = Gate(opensAt: 2)
            let error = await Imposer.isolated(empty: true) {
                Imposer.impose(for: Reader.self) { () async throws -> Reader in
                    await both.pass()
                    _ = try Imposer.shared.tryInject(of: Candle.self)
                    return await Reader()
                }
                Imposer.impose(for: Ledger.self, fileID: "Shop/Start.swift", line: 20) { () async throws -> Ledger in
                    await both.pass()
                    throw Refused()
                }
                return await failure { () async throws(ImposeError) in try await Imposer.prepare() }
            }
            let lines = try #require(error).description.split(separator: "\n")
            guard lines.contains(where: { $0.hasPrefix("  besides") }), error?.requested == Candle.self else {
                continue
            }
            #expect(
                lines.dropLast().last == """
                      besides    Impose can't inject Ledger: its provider, imposed at Shop/Start.swift:20, threw an error.
                    """
            )
            #expect(!lines.contains { $0.contains("impose(for: Candle.self") })
            return
        }
        Issue.record("They never failed at once")
    }
}
