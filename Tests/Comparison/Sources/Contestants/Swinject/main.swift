import Comparing

run(SwinjectContestant.self, since: .now)
