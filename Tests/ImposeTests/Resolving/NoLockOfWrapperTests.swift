import Impose
import TestSupport
import Testing

private final class Service: Sendable {
    let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) {
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}

@Suite("No lock is held while a wrapper lets go of a value", .timeLimit(.minutes(20)))
struct NoLockOfWrapperTests {
    @Test("the deinit of a wrapper's old value may use the wrapper")
    func wrapper() {
        final class Holder: Sendable {
            let service = Injected(wrappedValue: Service())
        }
        let holder = Holder()
        let gone = CallCounter()
        holder.service.wrappedValue = Service { [unowned holder] in
            _ = holder.service()
            gone.increment()
        }
        holder.service.wrappedValue = Service()
        #expect(gone.count == 1)
    }
}
