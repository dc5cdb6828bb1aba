import Resolver

/// What is injected.
protocol Greeter: Sendable { func greet() -> String }

/// What is behind it.
final class English: Greeter {
    func greet() -> String { "hello" }
}

Resolver.register((any Greeter).self) { English() }.scope(.application)
let greeter: any Greeter = Resolver.resolve()
print(greeter.greet())
