import Dependencies

/// What is injected.
protocol Greeter: Sendable { func greet() -> String }

/// What is behind it.
final class English: Greeter {
    func greet() -> String { "hello" }
}

/// The key that it is registered by.
enum GreeterKey: DependencyKey {
    static let liveValue: any Greeter = English()
}

/// An object that it is injected into.
struct Page {
    @Dependency(GreeterKey.self) var greeter
}

print(Page().greeter.greet())
