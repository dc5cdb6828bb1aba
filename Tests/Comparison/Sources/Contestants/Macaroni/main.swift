import Comparing

run(MacaroniContestant.self, since: .now)
