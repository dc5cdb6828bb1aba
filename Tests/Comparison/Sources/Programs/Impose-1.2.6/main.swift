import Impose

protocol Greeter: Sendable { func greet() -> String }

final class English: Greeter {
    func greet() -> String { "hello" }
}

Imposer.impose(for: (any Greeter).self) { English() }
let greeter: any Greeter = inject()
print(greeter.greet())
