import DITranquillity

protocol Greeter: Sendable { func greet() -> String }

final class English: Greeter {
    func greet() -> String { "hello" }
}

let container = DIContainer()
container.register { English() }.as((any Greeter).self).lifetime(.perContainer(.strong))
let greeter: any Greeter = container.resolve()
print(greeter.greet())
