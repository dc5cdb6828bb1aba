import Impose
import TestSupport
import Testing

final class NoLockService: Sendable {
    let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) {
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}

private struct Other: Sendable {}

/// Everything that takes a lock of the imposer.
private func useEverything(_ imposer: Imposer) {
    imposer.impose(for: Other.self, Other())
    _ = imposer.unforceInject(of: Other.self)
    _ = imposer.isImposed(Other.self)
    _ = imposer.unforceInject(of: Any.self, ifNoMatchUse: .nearest)
    imposer.remove(for: Other.self)
}

@Suite("No lock is held while code of the user runs", .timeLimit(.minutes(20)))
struct NoLockTests {
    @Test("a provider may use the imposer, here and on a thread that it waits for")
    func provider() {
        let imposer = Imposer()
        imposer.impose(for: NoLockService.self) {
            useEverything(imposer)
            onAnotherThread { useEverything(imposer) }
            return NoLockService()
        }
        _ = imposer.inject(of: NoLockService.self)
    }

    @Test("a provider may replace, remove and reset what it is making")
    func providerOfItself() throws {
        let disturbances: [@Sendable (Imposer) -> Void] = [
            { $0.reset() },
            { $0.remove(for: NoLockService.self) },
            { $0.removeAll() },
            { $0.impose(for: NoLockService.self, NoLockService()) },
        ]
        for disturb in disturbances {
            let imposer = Imposer()
            let made = CallCounter()
            imposer.impose(for: NoLockService.self) {
                made.increment()
                disturb(imposer)
                onAnotherThread { disturb(imposer) }
                return NoLockService()
            }
            let first = try imposer.tryInject(of: NoLockService.self)
            #expect(made.count == 1)
            // An instance from before the reset or the replacement is not handed out after it.
            #expect(imposer.unforceInject(of: NoLockService.self) !== first)
        }
    }

    @Test(
        "a deinit may use the imposer, here and on a thread that it waits for",
        arguments: ["replace", "remove", "reset", "removeAll", "keep"]
    )
    func deinitialiser(way: String) throws {
        let imposer = Imposer()
        let gone = CallCounter()
        imposer.impose(for: NoLockService.self) {
            NoLockService {
                gone.increment()
                useEverything(imposer)
                onAnotherThread { useEverything(imposer) }
            }
        }
        _ = try imposer.tryInject(of: NoLockService.self)
        switch way {
        case "replace": imposer.impose(for: NoLockService.self, NoLockService())
        case "remove": imposer.remove(for: NoLockService.self)
        case "reset": imposer.reset()
        case "removeAll": imposer.removeAll()
        default:
            imposer.impose(for: NoLockService.self, onConflict: .keep, NoLockService())
            #expect(gone.count == 0)
            imposer.removeAll()
        }
        #expect(gone.count == 1)
    }

    @Test(
        "a deinit may inject what shares a lock with its own instance, here and on a thread that it waits for",
        arguments: ["replace", "remove", "reset", "removeAll"]
    )
    func sharingLocks(way: String) throws {
        let imposer = Imposer()
        // So many that some of them share any lock there is.
        let others = Imposer()
        for number in 0..<1000 { others.impose(for: Other.self, named: InjectionName(number), Other.init) }
        let injectAll: @Sendable () -> Void = {
            for number in 0..<1000 { _ = others.inject(of: Other.self, named: InjectionName(number)) }
            _ = imposer.unforceInject(of: NoLockService.self, named: "main")
        }
        let gone = CallCounter()
        let made = CallCounter()
        // Under a name: an answer that is remembered would keep the instance alive beyond the store.
        imposer.impose(for: NoLockService.self, named: "main") {
            guard made.increment() == 1 else { return NoLockService() }
            return NoLockService {
                injectAll()
                onAnotherThread(injectAll)
                gone.increment()
            }
        }
        _ = try imposer.tryInject(of: NoLockService.self, named: "main")
        #expect(gone.count == 0)
        switch way {
        case "replace": imposer.impose(for: NoLockService.self, named: "main", NoLockService())
        case "remove": imposer.remove(for: NoLockService.self, named: "main")
        case "reset": imposer.reset()
        default: imposer.removeAll()
        }
        #expect(gone.count == 1)
    }
}
