import Impose
import ImposeInspecting
import ImposeTesting
import Testing

@Suite("After the end of a scope, what explains itself", .imposing(empty: true), .timeLimit(.minutes(20)))
struct AfterTheEndExplainedTests {
    @Test(
        "explain() in an ended scope chooses what lives outside, and says what ended with the scope",
        arguments: EndedScope.Thing.allCases,
        EndedScope.Asker.allCases
    )
    func table(thing: EndedScope.Thing, asker: EndedScope.Asker) async {
        for time in EndedScope.Time.allCases {
            await Imposer.isolated(empty: true) {
                let scope = EndedScope(thing, imposed: time)
                let outcome = await asker.afterwards(scope) {
                    scope.imposeLate()
                    return Imposer.explain(EndedScope.Basket.self).outcome
                }
                // It makes nothing, and looks no further than to the registration that answers.
                let isChosen = thing.isAnswered || thing.isItselfOutside
                #expect(outcome == (isChosen ? .chosen : .disposed), "imposed \(time)")
            }
        }
    }
}
