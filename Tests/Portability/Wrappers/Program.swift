// Has a stored wrapper, and loads a library that has another one. The library that they are of is a third image.

import Foundation
import Impose

protocol Wheel: Sendable {}

struct Cart {
    @Injected var wheel: any Wheel
}

@main
struct Program {
    static var unmet: [String] { Imposer.validate().errors.compactMap { $0.property?.description } }

    static func main() {
        precondition(unmet == ["Cart.wheel"], "\(unmet)")
        guard dlopen(CommandLine.arguments[1], RTLD_NOW) != nil else { fatalError(String(cString: dlerror())) }
        precondition(unmet == ["Cart.wheel", "Horn.sound"], "\(unmet)")
    }
}
