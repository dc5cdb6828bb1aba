import Comparing

run(ImposeContestant.self, since: .now)
