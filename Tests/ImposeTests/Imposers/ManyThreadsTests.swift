import Synchronization
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Work: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
}

private protocol Job: AnyObject, Sendable {}

extension Work: Job {}

private struct Amount: Sendable, Equatable {
    let number: Int
    let text: String
}

/// The measures that keep threads which open scopes from waiting for each other.
@Suite("Scopes of many threads", .timeLimit(.minutes(20)))
struct ManyThreadsTests {
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
        weak var captured: Work?
        do {
            let work = Work("captured")
            captured = work
            imposer.impose(for: Work.self, option: .scopedInstance) { Work(work.text + " copy") }
                .alias((any Job).self) { $0 }
        }
        onThreads(8) { _, _ in
            for _ in 0..<10 {
                imposer.withScope("work") { scope in
                    #expect(scope.inject(of: Work.self).text == "captured copy")
                    #expect(scope.inject(of: (any Job).self) === scope.inject(of: Work.self))
                }
            }
        }
        #expect(captured != nil)
        imposer.impose(for: Work.self, option: .scopedInstance) { Work("new") }
        #expect(captured == nil)
        imposer.withScope { #expect($0.inject(of: Work.self).text == "new") }
    }

    @Test("hold a registration that is replaced while they make its instance, and no longer")
    func replacedMeanwhile() {
        let imposer = Imposer()
        weak var captured: Work?
        func imposeFirst() {
            let work = Work("first")
            captured = work
            imposer.impose(for: Work.self, option: .scopedInstance) {
                imposer.impose(for: Work.self, option: .scopedInstance) { Work("second") }
                return Work(work.text)
            }
        }
        for _ in 0..<2 {
            imposer.removeAll()
            imposeFirst()
            imposer.withScope { scope in
                #expect(scope.inject(of: Work.self).text == "first")
                #expect(scope.inject(of: Work.self).text == "second")
            }
            #expect(captured == nil)
        }
    }

    @Test("are those of their name for what is kept by name, also where the answer is known")
    func named() {
        Imposer.isolated {
            Imposer.impose(for: Work.self, option: .scopedInstance(in: "request")) { Work("request") }
            for _ in 0..<3 {
                Imposer.withScope("request") { outer in
                    let work: Work = inject()
                    #expect(inject(of: Work.self) === work)
                    Imposer.withScope("step") { _ in #expect(inject(of: Work.self) === work) }
                    Imposer.withScope("request") { _ in
                        let inner: Work = inject()
                        #expect(inner !== work)
                        #expect(inject(of: Work.self) === inner)
                    }
                    #expect(outer.existing(Work.self) === work)
                }
                Imposer.withScope("other") { scope in
                    let error = failure { () throws(ImposeError) in try tryInject(of: Work.self) }
                    #expect(error?.kind == .noScope)
                    #expect(scope.existing(Work.self) == nil)
                }
                Imposer.withScope { _ in
                    let error = failure { () throws(ImposeError) in try tryInject(of: Work.self) }
                    #expect(error?.kind == .noScope)
                }
            }
        }
    }

    @Test("of a name that no text is keep what is kept by it, too")
    func namedByOther() {
        Imposer.isolated {
            Imposer.impose(for: Work.self, option: .scopedInstance(in: 7)) { Work("seven") }
            for name in [7, 8, 7] {
                Imposer.withScope(name) { _ in
                    let work = unforceInject(of: Work.self)
                    #expect((work != nil) == (name == 7))
                    #expect(unforceInject(of: Work.self) === work)
                }
            }
        }
    }

    @Test("find values that are no objects again")
    func values() {
        Imposer.isolated {
            Imposer.impose(for: String.self, option: .scopedInstance) { (amount: Amount) in "made of \(amount.number)" }
            for number in 0..<5 {
                Imposer.withScope("request") { scope in
                    scope.give(Amount(number: number, text: "given"))
                    scope.give(number)
                    scope.give(Optional(number))
                    for _ in 0..<3 {
                        #expect(inject(of: Amount.self) == Amount(number: number, text: "given"))
                        #expect(inject(of: Int.self) == number)
                        #expect(inject(of: Int?.self) == number)
                        #expect(inject(of: String.self) == "made of \(number)")
                    }
                }
            }
        }
    }

    @Test("list what they were given behind what was imposed before, and before what was imposed later")
    func order() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, named: "first", 1)
        let scope = imposer.openScope()
        scope.give(2, named: "a")
        scope.give(Amount(number: 3, text: "b"))
        imposer.impose(for: Amount.self, named: "later", Amount(number: 4, text: "c"))
        let sequences = [
            imposer.node.record(for: RegistrationKey(type: Int.self, name: "first")),
            scope.node.record(for: RegistrationKey(type: Int.self, name: "a")),
            scope.node.record(for: RegistrationKey(type: Amount.self, name: nil)),
            imposer.node.record(for: RegistrationKey(type: Amount.self, name: "later")),
        ].compactMap { $0?.sequence }
        #expect(sequences.count == 4)
        let sorted = sequences.sorted()
        #expect(sequences == sorted)
        #expect(Set(sequences).count == 4)
    }
}
