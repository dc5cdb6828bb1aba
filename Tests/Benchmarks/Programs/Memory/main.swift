// Measures the heap that registrations and kept instances take, each of a class of its own. The classes exist before.
//
//   memory ours 100000       with Impose
//   memory baseline 100000   with dictionaries
//
// Prints a line for each measure: its name, the bytes and the allocations of one registration or instance.

import Impose

let side = CommandLine.arguments[1]
let count = Int(CommandLine.arguments[2])!
let types = (0..<count).map(numbered)

var providers: [ObjectIdentifier: () -> Any] = [:]
var instances: [ObjectIdentifier: any Numbered] = [:]

func impose<T: Numbered>(_ type: T.Type) {
    Imposer.impose(for: type) { T() }
}

func inject<T: Numbered>(_ type: T.Type) {
    _ = inject(of: type)
}

@MainActor
func addProvider<T: Numbered>(_ type: T.Type) {
    providers[ObjectIdentifier(type)] = { T() }
}

@MainActor
func keepInstance<T: Numbered>(_ type: T.Type) {
    instances[ObjectIdentifier(type)] = providers[ObjectIdentifier(type)]?() as? T
}

/// Does something for each class, and prints the heap that it takes for one.
@MainActor
func measure(_ name: String, _ work: @MainActor (any Numbered.Type) -> Void) {
    let (bytes, allocations) = (Int(bytes_in_use()), allocations_of_this_thread())
    for type in types { work(type) }
    let madeAllocations = Double(allocations_of_this_thread() - allocations) / Double(count)
    print(name, Double(Int(bytes_in_use()) - bytes) / Double(count), madeAllocations)
}

// The runtime makes some of what a class needs when it has its first object.
for type in types { _ = type.init() }

if side == "ours" {
    measure("registration") { impose($0) }
    measure("instance") { inject($0) }
    Imposer.removeAll()
    for type in types { impose(type) }
    measure("again") { inject($0) }
} else {
    measure("registration") { addProvider($0) }
    measure("instance") { keepInstance($0) }
}
