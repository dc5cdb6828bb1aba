import Comparing

run(FactoryContestant.self, since: .now)
