// Has a stored wrapper and a call, and loads a library that has others, and registers something. The library that they are
// of is a third image.

import Foundation
import Impose
import ImposeInspecting

protocol Wheel: Sendable {}

struct Cart {
    @Injected var wheel: any Wheel
}

/// Nobody calls it.
func roll(on wheel: any Wheel = inject()) {}

@main
struct Program {
    /// The wrappers and calls that nothing answers.
    static var unmet: [String] { Imposer.validate().errors.map { $0.message.components(separatedBy: " injects ")[0] } }

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
        let own = ["Program.Cart.wheel", "default argument 0 of Program.roll(on:)"]
        precondition(unmet == own, "\(unmet)")
        guard let library = dlopen(CommandLine.arguments[1], RTLD_NOW), let function = dlsym(library, "imposeBang")
        else {
            fatalError(String(cString: dlerror()))
        }
        let loaded = ["Plugin.Horn.sound", "default argument 0 of Plugin.honk(_:)"]
        precondition(unmet.sorted() == (own + loaded).sorted(), "\(unmet)")
        // What the library registers is found, also where the same was asked for before, in vain.
        typealias Registering = @convention(c) (UnsafeRawPointer) -> Void
        unsafeBitCast(function, to: Registering.self)(Unmanaged.passUnretained(numbers).toOpaque())
        precondition("\(type(of: numbers.inject(of: (any Error).self)))" == "Bang")
    }
}
