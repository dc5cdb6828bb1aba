import Comparing

run(DITranquillityContestant.self, since: .now)
