import Impose
import TestSupport
import Testing

@Suite("No lock is held while a wrapper lets go of a value", .timeLimit(.minutes(20)))
struct NoLockOfWrapperTests {
    @Test("the deinit of a wrapper's old value may use the wrapper")
    func wrapper() {
        final class Holder: Sendable {
            let service = Injected(wrappedValue: NoLockService())
        }
        let holder = Holder()
        let gone = CallCounter()
        holder.service.wrappedValue = NoLockService { [unowned holder] in
            _ = holder.service()
            gone.increment()
        }
        holder.service.wrappedValue = NoLockService()
        #expect(gone.count == 1)
    }
}
