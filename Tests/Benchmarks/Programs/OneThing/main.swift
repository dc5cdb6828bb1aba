// A program that injects one thing: what it is larger than an empty one is the code of the library.

import Impose

protocol Greeter {
    func greet()
}

final class English: Greeter {
    func greet() { print("Hello") }
}

Imposer.impose(for: (any Greeter).self, English.init)
let greeter: any Greeter = inject()
greeter.greet()
