import Foundation
import Impose
import TestSupport
import Testing

private final class Clock: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
}

private final class Till: Sendable {
    let clock: Clock

    init() { clock = inject() }
}

/// An instance that lets others run code in the directory that keeps it.
private final class Clerk: Sendable {
    let context = Imposer.currentContext()
}

@Suite("An isolated directory that somebody holds while no code runs in it")
struct HeldDirectoryTests {
    @Test("An isolated directory that is only held builds kept instances by its own registrations")
    func building() async {
        // In a process without contexts: while there are any, no injection takes the short way.
        await #expect(processExitsWith: .success) {
            Imposer.impose(for: Clock.self, Clock("process"))
            for option in [InjectOption.singleInstance, .weakInstance, .scopedInstance] {
                let child = await Imposer.isolated {
                    Imposer.impose(for: Clock.self, Clock("isolated"))
                    Imposer.impose(for: Till.self, option: option, Till.init)
                    return Imposer(parent: .shared)
                }
                for _ in 0..<2 { #expect(child.inject(of: Till.self).clock.text == "isolated") }
            }
        }
    }

    @Test("A held isolated directory injects from itself, also after many injections outside")
    func longAfter() async {
        await #expect(processExitsWith: .success) {
            let (imposer, context) = await Imposer.isolated {
                Imposer.impose(for: Clock.self, Clock("isolated"))
                Imposer.impose(for: Till.self, Till.init)
                return (Imposer.shared, Imposer.currentContext())
            }
            Imposer.impose(for: Clock.self, Clock("process"))
            for _ in 0..<200 { #expect(inject(of: Clock.self).text == "process") }
            #expect(imposer.inject(of: Till.self).clock.text == "isolated")
            withExtendedLifetime(context) {}
        }
    }
}
