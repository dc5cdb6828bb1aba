import Synchronization
import TestSupport
import Testing

@testable import Impose

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
}
