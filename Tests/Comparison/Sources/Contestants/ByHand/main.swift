import Comparing
import Subjects

// The start of an app without a container, for comparison with what the others print for `start`.
let begin = ContinuousClock.now
let table = LockedTable()
let types = items(100)
for type in types { table.insert(type) }
for type in types.prefix(10) { use(object: table.instance(of: type)!) }
print((ContinuousClock.now - begin) / .nanoseconds(1))
