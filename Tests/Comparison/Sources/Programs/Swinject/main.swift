import Swinject

/// What is injected.
protocol Greeter: Sendable { func greet() -> String }

/// What is behind it.
final class English: Greeter {
    func greet() -> String { "hello" }
}

let container = Container()
container.register((any Greeter).self) { _ in English() }.inObjectScope(.container)
print(container.resolve((any Greeter).self)!.greet())
