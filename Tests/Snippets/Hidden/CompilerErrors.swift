// What the FAQ says to write where the compiler says something else. Nothing of it is called.

import Foundation
import ImposeInspecting
import Observation

enum NotSendable {
    protocol X: Sendable {}
    struct Other: X {}

    final class Holder: Sendable {
        private let x = Injected<any X>()
        var read: any X { x() }
    }

    @Observable
    final class Model {
        @ObservationIgnored @Injected var x: any X
    }

    static func impose() {
        Imposer.impose(for: X.self) { (r: Imposer) in r.isImposed(Other.self) ? Other() : Other() }
    }
}

enum Awaited {
    struct Database: Sendable {
        static func open() async throws -> Database { Database() }
    }

    struct Model {
        let store: Database
        init(store: Database = inject()) { self.store = store }
    }

    static func impose() async throws -> Model {
        Imposer.impose(for: Database.self) { try await Database.open() }
        try await Imposer.prepare()
        return Model(store: try await injectAsync())
    }
}

enum Captured {
    final class X {
        init() {}
        init(name: String) {}
    }

    static func impose() {
        Imposer.impose(for: X.self, X.init(name:))
        Imposer.impose(for: X.self) { X() }
        Imposer.impose(for: X.self) { () async in X() }
        let x = X()
        Imposer.impose(for: X.self, instance: x)
    }
}

enum OnMainActor {
    @MainActor
    final class X {
        init() {}
    }

    static func impose() {
        Imposer.impose(for: X.self, X.init)
        Imposer.impose(for: X.self) { @MainActor in X() }
        Imposer.impose(for: X.self) { @MainActor () async in X() }
    }
}

enum Generic {
    protocol P { init() }

    static func impose<T: P & SendableMetatype>(_ type: T.Type) {
        Imposer.impose(for: T.self, T.init)
    }

    static func own<T>(for type: T.Type, _ make: @autoclosure @escaping @Sendable () -> T) {
        Imposer.impose(for: type, make)
    }
}

enum Failable {
    struct Missing: Error {}

    struct X: Sendable {
        init?() { return nil }
    }

    static func impose() {
        Imposer.impose(for: X.self) {
            guard let x = X() else { throw Missing() }
            return x
        }
        Imposer.impose(for: X?.self, X.init)
    }
}

enum Compared {
    protocol X: Sendable {}

    struct Row: Hashable {
        let id: Int
        @Injected var x: any X

        static func == (one: Row, other: Row) -> Bool { one.id == other.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    struct Stored: Codable {
        let id: Int
        @Injected var x: any X

        enum CodingKeys: CodingKey { case id }
    }
}

enum Crashing {
    protocol P: Sendable { func callAsFunction() -> Int }

    struct X: P {
        let now: @Sendable () -> Int
        func callAsFunction() -> Int { now() }
    }

    static func impose() -> Int {
        Imposer.impose(for: P.self) { (now: @escaping @Sendable () -> Int) in X(now: now) }
        Imposer.impose(for: X.self, X.init).alias(P.self) { $0 }
        return (inject(of: P.self))()
    }
}

enum TypedThrows {
    struct Failure: Error {}

    struct X: Sendable {
        init(url: URL) throws(Failure) {}
    }

    static func impose() {
        Imposer.impose(for: X.self) { (url: URL) in try X(url: url) }
    }
}

enum Autoclosure {
    struct X: Sendable {
        let text: @Sendable () -> String
        init(_ text: @autoclosure @escaping @Sendable () -> String) { self.text = text }
    }

    static func impose() {
        Imposer.impose(for: X.self) { (text: String) in X(text) }
        _ = Imposer.validate()
    }
}
