import Impose
import ImposeInspecting
import ImposeTesting
import Testing

@Suite("After the end of a scope, what explains itself", .imposing(empty: true), .timeLimit(.minutes(20)))
struct AfterTheEndExplainedTests {
    @Test(
        "what lives outside is said to be chosen, and what ended with the scope to be disposed of",
        arguments: EndedScope.Thing.allCases,
        EndedScope.Asker.allCases
    )
    func table(thing: EndedScope.Thing, asker: EndedScope.Asker) async {
        for isAsked in [false, true] {
            await Imposer.isolated(empty: true) {
                let scope = EndedScope(thing, isAsked: isAsked)
                let outcome = await asker.afterwards(scope) { Imposer.explain(EndedScope.Basket.self).outcome }
                // It makes nothing, and looks no further than to the registration that answers.
                let isChosen = thing.isAnswered || thing.isItselfOutside
                #expect(outcome == (isChosen ? .chosen : .disposed), "asked before: \(isAsked)")
            }
        }
    }
}
