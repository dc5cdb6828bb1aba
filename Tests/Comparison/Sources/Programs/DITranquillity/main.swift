import DITranquillity

/// What is injected.
protocol Greeter: Sendable { func greet() -> String }

/// What is behind it.
final class English: Greeter {
    func greet() -> String { "hello" }
}

let container = DIContainer()
container.register { English() }.as((any Greeter).self).lifetime(.perContainer(.strong))
let greeter: any Greeter = container.resolve()
print(greeter.greet())
