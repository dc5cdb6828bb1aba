import Comparing

run(ResolverContestant.self, since: .now)
