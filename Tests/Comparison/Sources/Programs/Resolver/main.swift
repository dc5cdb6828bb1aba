import Resolver

protocol Greeter: Sendable { func greet() -> String }

final class English: Greeter {
    func greet() -> String { "hello" }
}

Resolver.register((any Greeter).self) { English() }.scope(.application)
let greeter: any Greeter = Resolver.resolve()
print(greeter.greet())
