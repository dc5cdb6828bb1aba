import Impose
import ImposeInspecting
import TestSupport
import Testing

private final class Basket: Sendable {}

private final class Cache: Sendable {
    let basket: Basket

    init(_ basket: Basket) { self.basket = basket }
}

/// What is done in an isolated directory.
enum DoneInCopy: CaseIterable {
    case replace, remove, removeAll, replaceMany, replaceInCopyOfCopy

    func callAsFunction() {
        switch self {
        case .replace: Imposer.impose(for: Cache.self) { Cache(Basket()) }
        case .remove: Imposer.remove(for: Cache.self)
        case .removeAll: Imposer.removeAll()
        // So many that the copy lays them over what it shares no more.
        case .replaceMany: for name in 0..<20 { Imposer.impose(for: Int.self, named: InjectionName(name), name) }
        case .replaceInCopyOfCopy:
            Imposer.impose(for: Int.self, 1)
            Imposer.isolated(endsWithBody: true) { DoneInCopy.replace() }
        }
    }
}

@Suite("Observed captives, and isolated copies", .timeLimit(.minutes(20)))
struct CopiesAndNotesTests {
    @Test("A captive that was observed is still known after an isolated copy has ended", arguments: DoneInCopy.allCases)
    func known(_ done: DoneInCopy) {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Basket.self, named: "n1", option: .scopedInstance, Basket())
            Imposer.impose(for: Cache.self) { Cache(inject(named: "n1")) }
            _ = inject(of: Cache.self)
            func captives() -> Int {
                Imposer.validate(wrappers: false).findings.count { $0.kind == .captive }
            }
            #expect(captives() == 1)
            Imposer.isolated(endsWithBody: true) { done() }
            #expect(captives() == 1)
        }
    }
}
