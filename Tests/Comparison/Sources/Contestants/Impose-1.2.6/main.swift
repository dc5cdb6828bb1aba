import Comparing

run(ImposeOneContestant.self, since: .now)
