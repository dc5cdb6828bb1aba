import Comparing

run(DependenciesContestant.self, since: .now)
