// Has a stored wrapper, and loads a library that has another one, and a conformance. The library that wrappers are of is a
// third image.

import Foundation
import Impose

protocol Wheel: Sendable {}

struct Cart {
    @Injected var wheel: any Wheel
}

@main
struct Program {
    static var unmet: [String] { Imposer.validate().errors.compactMap { $0.property?.description } }

    /// So many that the conformances of the process are looked through once for all of them.
    static let numbers: Imposer = {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: Int8.self, 2)
        imposer.impose(for: Int16.self, 3)
        imposer.impose(for: Int32.self, 4)
        imposer.impose(for: Int64.self, 5)
        return imposer
    }()

    static func main() {
        precondition(!numbers.isImposed((any Error).self))
        precondition(unmet == ["Cart.wheel"], "\(unmet)")
        guard dlopen(CommandLine.arguments[1], RTLD_NOW) != nil else { fatalError(String(cString: dlerror())) }
        precondition(unmet == ["Cart.wheel", "Horn.sound"], "\(unmet)")
        let error: Any = numbers.inject(of: (any Error).self)
        precondition(error as? Int == 1)
    }
}
