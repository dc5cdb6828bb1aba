import ImposeInspecting
import Synchronization
import TestSupport
import Testing

@testable import Impose

@Suite("Scopes of many threads, as their imposer and observers see them", .timeLimit(.minutes(20)))
struct ManyThreadsScopeListTests {
    @Test("are all found by name, the latest first, and disposed of with their imposer")
    func found() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        let opened = LockedState<[Imposer]>([])
        onThreads(8) { _, _ in
            for _ in 0..<50 {
                let scope = imposer.openScope("work")
                // Scopes that other threads dispose of at the same time leave these alone.
                imposer.openScope("other").dispose()
                opened.withLock { $0.append(scope) }
            }
        }
        let scopes = opened.withLock { $0 }
        let numbers = scopes.map { $0.node.number }.sorted()
        let found = imposer.node.scopes(named: "work").map { $0.node.number }
        #expect(found == numbers.reversed())
        let below = imposer.node.withAllBelow.dropFirst().map { $0.number }
        #expect(below == numbers)
        let last = scopes.max { $0.node.number < $1.node.number }
        #expect(imposer.scope(named: "work") === last)
        last?.dispose()
        #expect(imposer.scope(named: "work") !== last)
        imposer.dispose()
        let areDisposed = scopes.allSatisfy { $0.isDisposed }
        #expect(areDisposed)
    }

    @Test("let go of a registration that was replaced, with what its provider holds", arguments: [false, true])
    func replaced(isObserved: Bool) {
        let observation = isObserved ? Imposer.observe { _ in } : nil
        defer { observation?.cancel() }
        let imposer = Imposer()
        weak var captured: ScopeWork?
        do {
            let work = ScopeWork("captured")
            captured = work
            imposer.impose(for: ScopeWork.self, option: .scopedInstance) { ScopeWork(work.text + " copy") }
                .alias((any ScopeJob).self) { $0 }
        }
        onThreads(8) { _, _ in
            for _ in 0..<10 {
                imposer.withScope("work") { scope in
                    #expect(scope.inject(of: ScopeWork.self).text == "captured copy")
                    #expect(scope.inject(of: (any ScopeJob).self) === scope.inject(of: ScopeWork.self))
                }
            }
        }
        #expect(captured != nil)
        imposer.impose(for: ScopeWork.self, option: .scopedInstance) { ScopeWork("new") }
        #expect(captured == nil)
        imposer.withScope { #expect($0.inject(of: ScopeWork.self).text == "new") }
    }

    @Test("list what they were given behind what was imposed before, and before what was imposed later")
    func order() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, named: "first", 1)
        let scope = imposer.openScope()
        scope.give(2, named: "a")
        scope.give(GivenAmount(number: 3, text: "b"))
        imposer.impose(for: GivenAmount.self, named: "later", GivenAmount(number: 4, text: "c"))
        let sequences = [
            imposer.node.record(for: RegistrationKey(type: Int.self, name: "first")),
            scope.node.record(for: RegistrationKey(type: Int.self, name: "a")),
            scope.node.record(for: RegistrationKey(type: GivenAmount.self, name: nil)),
            imposer.node.record(for: RegistrationKey(type: GivenAmount.self, name: "later")),
        ].compactMap { $0?.sequence }
        #expect(sequences.count == 4)
        let sorted = sequences.sorted()
        #expect(sequences == sorted)
        #expect(Set(sequences).count == 4)
    }
}
