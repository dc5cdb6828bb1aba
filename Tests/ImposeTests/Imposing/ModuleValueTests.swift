import Impose
import ImposeTesting
import TestSupport
import Testing

/// Notes that a module has provided.
private final class Log: Sendable {
    private let entries = Collected<String>()

    func note(_ entry: String) { entries.add(entry) }

    var all: [String] { entries.all }
}

extension Imposer {
    /// Where the modules of a test note that they have provided.
    fileprivate func note(_ entry: String) { unforceInject(of: Log.self)?.note(entry) }
}

private struct Brand: ModuleInjector, Hashable {
    let name: String

    func provide(for imposer: Imposer) {
        imposer.note(name)
        imposer.impose(for: String.self, named: InjectionName(name), instance: name)
    }
}

/// The same without `Hashable`.
private struct Plain: ModuleInjector {
    let name: String

    func provide(for imposer: Imposer) { imposer.note(name) }
}

/// Equal if it has the same name, whatever its number.
private struct Loose: ModuleInjector, Hashable {
    let name: String
    let number: Int

    static func == (one: Loose, other: Loose) -> Bool { one.name == other.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func provide(for imposer: Imposer) { imposer.note("\(name) \(number)") }
}

/// All of them have one hash.
private struct Colliding: ModuleInjector, Hashable {
    let name: String

    func hash(into hasher: inout Hasher) {}

    func provide(for imposer: Imposer) { imposer.note(name) }
}

/// Its first comparison does something else, too.
private struct Meddling: ModuleInjector, Hashable {
    final class Action: @unchecked Sendable {
        var body: (() -> Void)?

        func runOnce() {
            let body = body.take()
            body?()
        }
    }

    let name: String
    let action: Action

    static func == (one: Meddling, other: Meddling) -> Bool {
        one.action.runOnce()
        return one.name == other.name
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func provide(for imposer: Imposer) { imposer.note(name) }
}

private enum Region: ModuleInjector {
    case north, south

    func provide(for imposer: Imposer) { imposer.note("\(self)") }
}

/// Hashable if its content is.
private struct Box<Content: Sendable>: ModuleInjector {
    let content: Content

    func provide(for imposer: Imposer) { imposer.note("\(content)") }
}

extension Box: Equatable where Content: Equatable {}
extension Box: Hashable where Content: Hashable {}

private final class PlainClass: ModuleInjector {
    let name: String

    init(_ name: String) { self.name = name }

    func provide(for imposer: Imposer) { imposer.note(name) }
}

private class HashableClass: ModuleInjector, Hashable {
    let name: String

    init(_ name: String) { self.name = name }

    static func == (one: HashableClass, other: HashableClass) -> Bool { one.name == other.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func provide(for imposer: Imposer) { imposer.note("\(Swift.type(of: self)) \(name)") }
}

private final class Subclass: HashableClass {}

private struct NotHashable: Sendable {}

/// A module that requires others.
private struct App: ModuleInjector {
    let required: [any ModuleInjector]

    init(_ required: [any ModuleInjector]) { self.required = required }

    var requires: [any ModuleInjector] { required }

    func provide(for imposer: Imposer) { imposer.note("app") }
}

/// A module that requires further ones by a number.
private struct Numbered: ModuleInjector, Hashable {
    let number: Int

    var requires: [any ModuleInjector] { [Numbered(number: (number + 1) % 3), Brand(name: "shared")] }

    func provide(for imposer: Imposer) { imposer.note("\(number)") }
}

/// Modules that are required together, and those of them that provide.
private struct Row: CustomTestStringConvertible, Sendable {
    let required: @Sendable () -> [any ModuleInjector]
    let provided: [String]

    init(_ required: @autoclosure @escaping @Sendable () -> [any ModuleInjector], _ provided: [String]) {
        (self.required, self.provided) = (required, provided)
    }

    var testDescription: String { "\(required())" }
}

@Suite("The values of a module's type", .imposing(empty: true) { $0.impose(for: Log.self, instance: Log()) })
struct ModuleValueTests {
    private var provided: [String] { inject(of: Log.self).all }

    private static let rows = [
        Row([Brand(name: "one"), Brand(name: "two")], ["one", "two"]),
        Row([Brand(name: "one"), Brand(name: "one")], ["one"]),
        Row(
            [Brand(name: "one"), Brand(name: "two"), Brand(name: "one"), Brand(name: "three")],
            ["one", "two", "three"]
        ),
        Row([Plain(name: "one"), Plain(name: "two")], ["one"]),
        Row([Brand(name: "one"), Plain(name: "one")], ["one", "one"]),
        Row([Loose(name: "a", number: 1), Loose(name: "a", number: 2), Loose(name: "b", number: 3)], ["a 1", "b 3"]),
        Row([Colliding(name: "one"), Colliding(name: "two"), Colliding(name: "one")], ["one", "two"]),
        Row([Brand(name: "one"), Colliding(name: "one")], ["one", "one"]),
        Row([Region.north, Region.south, Region.north], ["north", "south"]),
        Row([Box(content: 1), Box(content: 2), Box(content: 1)], ["1", "2"]),
        Row([Box(content: 1), Box(content: 1.0), Box(content: "1")], ["1", "1.0", "1"]),
        Row([Box(content: NotHashable()), Box(content: NotHashable())], ["NotHashable()"]),
        Row(Array(repeating: PlainClass("one"), count: 2), ["one"]),
        Row([PlainClass("one"), PlainClass("two")], ["one"]),
        Row([HashableClass("a"), HashableClass("b"), HashableClass("a")], ["HashableClass a", "HashableClass b"]),
        Row([HashableClass("a"), Subclass("a"), Subclass("a")], ["HashableClass a", "Subclass a"]),
    ]

    @Test(
        "Required values of a hashable module type are modules of their own, and of any other type one",
        arguments: rows
    )
    private func required(row: Row) {
        Imposer.provide(using: App(row.required()))
        #expect(provided == row.provided + ["app"])
    }

    @Test("Each of several required values of a module type has imposed what it has")
    func imposed() {
        Imposer.provide(using: App([Brand(name: "one"), Brand(name: "two")]))
        #expect(inject(of: String.self, named: "one") == "one")
        #expect(inject(of: String.self, named: "two") == "two")
    }

    @Test(
        "A module that is handed over provides each time, and another one that requires it does not",
        arguments: [true, false]
    )
    func takeRetained(isHashable: Bool) {
        let module: any ModuleInjector = isHashable ? Brand(name: "one") : Plain(name: "one")
        Imposer.provide(using: module, module)
        #expect(provided == ["one", "one"])
        Imposer.provide(using: App([module]))
        #expect(provided == ["one", "one", "app"])
    }

    @Test("Values of a hashable module type that require each other in a circle each provide once")
    func circle() {
        Imposer.provide(using: Numbered(number: 0))
        #expect(provided.sorted() == ["0", "1", "2", "shared"])
    }

    @Test("A module that was required on one imposer is provided on another one, too")
    func otherImposer() {
        let imposers = [Imposer(), Imposer(), Imposer.imposer(for: .secondary)]
        for imposer in imposers {
            let log = Log()
            imposer.impose(for: Log.self, instance: log)
            imposer.provide(using: App([Brand(name: "one"), Brand(name: "two"), Brand(name: "one")]))
            #expect(log.all == ["one", "two", "app"])
        }
    }

    @Test("A required module provides again after everything was removed", arguments: [true, false])
    func removed(isHashable: Bool) {
        let module: any ModuleInjector = isHashable ? Brand(name: "one") : Plain(name: "one")
        Imposer.provide(using: App([module]))
        Imposer.removeAll()
        Imposer.impose(for: Log.self, instance: Log())
        Imposer.provide(using: App([module]))
        #expect(provided == ["one", "app"])
    }

    @Test("A required module provides again if it was removed while another one was compared with it")
    func removedByComparison() {
        let (imposer, log, action) = (Imposer(), Log(), Meddling.Action())
        imposer.impose(for: Log.self, instance: log)
        let module = Meddling(name: "one", action: action)
        imposer.provide(using: module)
        action.body = {
            imposer.removeAll()
            imposer.impose(for: Log.self, instance: log)
            // As many modules as before.
            imposer.provide(using: Brand(name: "two"))
        }
        imposer.provide(using: Meddling(name: "three", action: action))
        imposer.provide(using: App([module]))
        #expect(log.all == ["one", "two", "three", "one", "app"])
    }

    @Test("A copy for a test knows which modules its original has, and the original not those of the copy")
    func isolated() {
        Imposer.provide(using: App([Brand(name: "one")]))
        let log = inject(of: Log.self)
        Imposer.isolated {
            Imposer.impose(for: Log.self, instance: log)
            Imposer.provide(using: App([Brand(name: "one"), Brand(name: "two")]))
        }
        #expect(log.all == ["one", "app", "two", "app"])
        Imposer.provide(using: App([Brand(name: "two")]))
        #expect(log.all == ["one", "app", "two", "app", "two", "app"])
    }

    @Test("Threads that require the same values at once have each of them provide once")
    func threads() {
        for _ in 0..<scaled(200) {
            let (imposer, log) = (Imposer(), Log())
            imposer.impose(for: Log.self, instance: log)
            onThreads(4) { _, thread in
                imposer.provide(using: App((0..<6).map { Colliding(name: "\(($0 + thread) % 6)") }))
            }
            #expect(log.all.filter { $0 != "app" }.sorted() == (0..<6).map { "\($0)" })
        }
    }

    @Test("A module's == may inject and impose")
    func equalityInjects() {
        /// Asks and changes the imposer when it is compared.
        struct Asking: ModuleInjector, Hashable {
            let number: Int
            let imposer: Imposer

            static func == (one: Asking, other: Asking) -> Bool {
                one.imposer.impose(for: Int.self, instance: one.imposer.unforceInject(of: Int.self) ?? 0)
                return one.number == other.number
            }

            func hash(into hasher: inout Hasher) {}

            func provide(for imposer: Imposer) { imposer.note("\(number)") }
        }
        let (imposer, log) = (Imposer(), Log())
        imposer.impose(for: Log.self, instance: log)
        imposer.provide(using: App([1, 2, 1, 3].map { Asking(number: $0, imposer: imposer) }))
        #expect(log.all == ["1", "2", "3", "app"])
        imposer.dispose()
    }
}
