import Dependencies

protocol Greeter: Sendable { func greet() -> String }

final class English: Greeter {
    func greet() -> String { "hello" }
}

enum GreeterKey: DependencyKey {
    static let liveValue: any Greeter = English()
}

struct Page {
    @Dependency(GreeterKey.self) var greeter
}

print(Page().greeter.greet())
