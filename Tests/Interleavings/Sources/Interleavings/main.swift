import Foundation
import Scheduling

@testable import Impose

// Explores all interleavings of many programs, or fails at the first that goes wrong.
//
//     Interleavings [number of the fault to plant] [share of the explorations, from 0 on] [number of shares]

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) } + [0, 0, 1]
plantedFault = arguments[0]
scheduler.catchCrashes()

struct Exploration {
    let family: String
    let run: () -> Void
}

func explore(_ programs: [[Operation]], _ place: World.Place, isPublic: Bool = false) {
    let titles = programs.map { $0.map(\.rawValue).joined(separator: " ") }
    scheduler.mostPreemptions = programs.count > 2 ? isPublic ? 3 : 4 : .max
    scheduler.explore("\(titles.joined(separator: " ‖ ")), \(place.rawValue)") {
        World(programs, place, isPublic: isPublic)
    }
}

/// All programs of so many operations on a cell. After an end it is only of interest what is made.
func programs(of weight: Int, _ operations: [Operation]) -> [[Operation]] {
    if weight == 0 { return [[]] }
    return operations.filter { $0.weight <= weight }.flatMap { first in
        let others = first == .end ? operations.filter(\.isMaking) : operations
        return programs(of: weight - first.weight, others).map { [first] + $0 }
    }
}

/// All ways to give some threads a program each, whichever thread has which.
func choices(for threads: Int, _ programs: [[Operation]]) -> [[[Operation]]] {
    if threads == 0 { return [[]] }
    return programs.indices.flatMap { index in
        choices(for: threads - 1, Array(programs[index...])).map { [programs[index]] + $0 }
    }
}

/// All that some threads can do with so many operations each, if one of them makes something.
func all(_ threads: Int, _ weight: Int, _ place: World.Place, with stores: Bool) -> [Exploration] {
    let operations = Operation.allCases.filter { stores || $0 != .store }
    return choices(for: threads, programs(of: weight, operations)).compactMap { programs in
        let all = programs.joined()
        if !all.contains(where: \.isMaking) { return nil }
        // Among three threads, a store takes part where one thread makes something and another waits.
        if stores, threads == 3, !all.contains(.store) || all.count(where: \.isMaking) < 2 { return nil }
        let family = "\(threads) threads, \(weight) operations each, \(place.rawValue)\(stores ? ", and store" : "")"
        return Exploration(family: family) { explore(programs, place) }
    }
}

// What is made once for the process is made before, by one thread: one that is stopped in the middle of that would stop
// the others for ever.
for scenario in Scenario.all { scenario.explore(isAlone: true) }
let everything: [Operation] = [
    .make, .replace, .fail, .reset, .make, .store, .remove, .make, .replace, .make, .end, .make,
]
for place in [World.Place.imposer, .scope, .scopeOfImposer] {
    for isPublic in [false, true] { explore([everything], place, isPublic: isPublic) }
}

let publicly: [(World.Place, [[Operation]])] = [
    (.imposer, [[.make, .make], [.make]]), (.imposer, [[.fail, .make], [.make]]),
    (.imposer, [[.make, .make], [.replace]]), (.imposer, [[.make], [.replace, .make]]),
    (.imposer, [[.fail], [.replace, .make]]), (.imposer, [[.make, .make], [.remove]]),
    (.imposer, [[.make], [.reset, .make]]), (.imposer, [[.make, .make], [.store]]),
    (.imposer, [[.make, .make], [.end]]), (.scopeOfImposer, [[.make, .make], [.replace]]),
    (.imposer, [[.make], [.make, .make], [.replace]]), (.imposer, [[.make], [.make, .make], [.remove]]),
    (.imposer, [[.make], [.make, .make], [.reset]]), (.imposer, [[.make], [.make, .make], [.store]]),
    (.imposer, [[.make], [.make, .make], [.end]]), (.scopeOfImposer, [[.make], [.make, .make], [.replace]]),
]
let explorations =
    all(2, 2, .scope, with: true) + all(2, 2, .scopeOfImposer, with: true)
    + Scenario.all.map { scenario in Exploration(family: scenario.title) { scenario.explore() } }
    + publicly.map { place, programs in
        Exploration(family: "\(programs.count) threads, the public verbs, all that is read without a lock") {
            explore(programs, place, isPublic: true)
        }
    }
    + all(3, 2, .imposer, with: true) + all(2, 3, .imposer, with: false) + all(3, 2, .imposer, with: false)

var families: [(title: String, schedules: Int, steps: Int, seconds: Double)] = []
for (index, exploration) in explorations.enumerated() {
    if families.last?.title != exploration.family { families.append((exploration.family, 0, 0, 0)) }
    if index % arguments[2] != arguments[1] { continue }
    let (schedules, steps, begin) = (scheduler.schedules, scheduler.steps, Date())
    exploration.run()
    families[families.count - 1].schedules += scheduler.schedules - schedules
    families[families.count - 1].steps += scheduler.steps - steps
    families[families.count - 1].seconds += Date().timeIntervalSince(begin)
}
for family in families { print(family.title, family.schedules, family.steps, family.seconds, separator: "\t") }
