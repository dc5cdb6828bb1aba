import Impose
import TestSupport
import Testing

@Suite("Random graphs that threads ask for", .timeLimit(.minutes(20)))
struct RandomGraphTests {
    @Test(
        "Random graphs that threads ask for share what they should, and never hang",
        arguments: 0..<8,
        [false, true]
    )
    func onThreads(chunk: Int, mayHaveCycles: Bool) {
        for seed in seeds(chunk) {
            let round = RandomGraphRound(seed: seed, mayHaveCycles: mayHaveCycles, isAwaited: false)
            Imposer.isolated(empty: true, endsWithBody: true) {
                let workshop = RandomGraphWorkshop(round.graph)
                workshop.impose()
                let (scopes, answers) = (RandomGraphRound.scopes(), Collected<RandomAnswer>())
                let context = Imposer.currentContext()
                TestSupport.onThreads(round.errands.count) { _, thread in
                    context.run { RandomGraphRound.run(round.errands[thread], in: scopes, by: workshop, into: answers) }
                }
                withExtendedLifetime(scopes) { round.check(answers.all, of: workshop) }
            }
        }
    }

    private func seeds(_ chunk: Int) -> Range<UInt64> { UInt64(chunk * 25)..<UInt64((chunk + 1) * 25) }
}
