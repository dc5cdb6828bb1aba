import Synchronization
import TestSupport
import Testing

@testable import Impose

final class ScopeWork: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
}

protocol ScopeJob: AnyObject, Sendable {}

extension ScopeWork: ScopeJob {}

struct GivenAmount: Sendable, Equatable {
    let number: Int
    let text: String
}

/// The measures that keep threads which open scopes from waiting for each other.
@Suite("Scopes of many threads", .timeLimit(.minutes(20)))
struct ManyThreadsTests {
    @Test("A registration replaced while its provider runs in a scope is held only until that is done")
    func replacedMeanwhile() {
        let imposer = Imposer()
        weak var captured: ScopeWork?
        func imposeFirst() {
            let work = ScopeWork("first")
            captured = work
            imposer.impose(for: ScopeWork.self, option: .scopedInstance) {
                imposer.impose(for: ScopeWork.self, option: .scopedInstance) { ScopeWork("second") }
                return ScopeWork(work.text)
            }
        }
        for _ in 0..<2 {
            imposer.removeAll()
            imposeFirst()
            imposer.withScope { scope in
                #expect(scope.inject(of: ScopeWork.self).text == "first")
                #expect(scope.inject(of: ScopeWork.self).text == "second")
            }
            // Another thread may be in a section anywhere.
            #expect(eventually { captured == nil })
        }
    }

    @Test("An instance for a named scope is found in the nearest one of that name, remembered or not")
    func named() {
        Imposer.isolated {
            Imposer.impose(for: ScopeWork.self, option: .scopedInstance(in: "request")) { ScopeWork("request") }
            for _ in 0..<3 {
                Imposer.withScope("request") { outer in
                    let work: ScopeWork = inject()
                    #expect(inject(of: ScopeWork.self) === work)
                    Imposer.withScope("step") { _ in #expect(inject(of: ScopeWork.self) === work) }
                    Imposer.withScope("request") { _ in
                        let inner: ScopeWork = inject()
                        #expect(inner !== work)
                        #expect(inject(of: ScopeWork.self) === inner)
                    }
                    #expect(outer.existing(ScopeWork.self) === work)
                }
                Imposer.withScope("other") { scope in
                    let error = failure { () throws(ImposeError) in try tryInject(of: ScopeWork.self) }
                    #expect(error?.kind == .noScope)
                    #expect(scope.existing(ScopeWork.self) == nil)
                }
                Imposer.withScope { _ in
                    let error = failure { () throws(ImposeError) in try tryInject(of: ScopeWork.self) }
                    #expect(error?.kind == .noScope)
                }
            }
        }
    }

    @Test("A scope named by a number keeps what is imposed for scopes of that number")
    func namedByOther() {
        Imposer.isolated {
            Imposer.impose(for: ScopeWork.self, option: .scopedInstance(in: 7)) { ScopeWork("seven") }
            for name in [7, 8, 7] {
                Imposer.withScope(name) { _ in
                    let work = unforceInject(of: ScopeWork.self)
                    #expect((work != nil) == (name == 7))
                    #expect(unforceInject(of: ScopeWork.self) === work)
                }
            }
        }
    }

    @Test("A scope gives back values that are no objects, as often as it is asked")
    func values() {
        Imposer.isolated {
            Imposer.impose(for: String.self, option: .scopedInstance) { (amount: GivenAmount) in
                "made of \(amount.number)"
            }
            for number in 0..<5 {
                Imposer.withScope("request") { scope in
                    scope.give(GivenAmount(number: number, text: "given"))
                    scope.give(number)
                    scope.give(Optional(number))
                    for _ in 0..<3 {
                        #expect(inject(of: GivenAmount.self) == GivenAmount(number: number, text: "given"))
                        #expect(inject(of: Int.self) == number)
                        #expect(inject(of: Int?.self) == number)
                        #expect(inject(of: String.self) == "made of \(number)")
                    }
                }
            }
        }
    }
}
