import Macaroni

/// What is injected.
protocol Greeter: Sendable { func greet() -> String }

/// What is behind it.
final class English: Greeter {
    func greet() -> String { "hello" }
}

let container = Container()
let english = English()
container.register { () -> any Greeter in english }
let greeter: any Greeter = try container.resolve()
print(greeter.greet())
