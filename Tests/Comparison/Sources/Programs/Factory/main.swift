import FactoryKit

protocol Greeter: Sendable { func greet() -> String }

final class English: Greeter {
    func greet() -> String { "hello" }
}

extension Container {
    var greeter: Factory<any Greeter> { self { English() }.singleton }
}

print(Container.shared.greeter().greet())
