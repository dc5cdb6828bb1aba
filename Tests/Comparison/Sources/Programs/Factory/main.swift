import FactoryKit

/// What is injected.
protocol Greeter: Sendable { func greet() -> String }

/// What is behind it.
final class English: Greeter {
    func greet() -> String { "hello" }
}

extension Container {
    var greeter: Factory<any Greeter> { self { English() }.singleton }
}

print(Container.shared.greeter().greet())
