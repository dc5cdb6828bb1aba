/// What would be injected.
protocol Greeter: Sendable { func greet() -> String }

/// What is behind it.
final class English: Greeter {
    func greet() -> String { "hello" }
}

let greeter: any Greeter = English()
print(greeter.greet())
