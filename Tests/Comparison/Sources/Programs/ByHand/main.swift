protocol Greeter: Sendable { func greet() -> String }

final class English: Greeter {
    func greet() -> String { "hello" }
}

let greeter: any Greeter = English()
print(greeter.greet())
