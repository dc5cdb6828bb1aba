import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Settings: Sendable {}

@Suite("What keeps the instances of a registration")
struct InstanceKeeperTests {
    @Test("keeps nothing that is stored after the registration is gone", arguments: [true, false])
    func storing(isDisposed: Bool) {
        let imposer = Imposer()
        let registration = imposer.impose(for: Settings.self, Settings.init)
        func store() -> (isKept: Bool, settings: Watched<Settings>) {
            let settings = Settings()
            var deferred = DeferredRelease()
            let toKeep = RegistrationToKeep(ofOwner: HeldRegistration(registration.record))
            let isKept = imposer.node.replace(toKeep, with: StrongInstance(settings), into: &deferred)
            deferred.release(for: nil)
            return (isKept, Watched(settings))
        }
        let first = store()
        #expect(first.isKept)
        #expect(!first.settings.isGone)
        // Somebody may be about to store something, and have found the registration already.
        if isDisposed { imposer.dispose() } else { imposer.remove(for: Settings.self) }
        #expect(first.settings.isGone)
        let second = store()
        #expect(!second.isKept)
        #expect(second.settings.isGone)
        withExtendedLifetime(registration) {}
    }
}
