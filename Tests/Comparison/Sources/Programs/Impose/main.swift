import Impose

/// What is injected.
protocol Greeter: Sendable { func greet() -> String }

/// What is behind it.
final class English: Greeter {
    func greet() -> String { "hello" }
}

Imposer.impose(for: Greeter.self, English.init)
let greeter: any Greeter = inject()
print(greeter.greet())
