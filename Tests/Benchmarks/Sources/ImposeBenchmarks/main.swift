import Foundation
import Impose

// ImposeBenchmarks [--quick] [row ...]
//     Measures all rows, or the rows with the given names, and prints a Markdown table.
// ImposeBenchmarks --hold page
//     The same for all rows. Fails if one misses its budget by more than it scatters that met it in the page's table.
// ImposeBenchmarks --instructions row ours|baseline count
//     Performs operations of one side of a row, as whole samples, and measures nothing: for callgrind.
// ImposeBenchmarks --list
//     Prints the names of the rows.

var arguments = CommandLine.arguments.dropFirst()

/// Stops with a message about the command line.
func refuse(_ message: String) -> Never {
    FileHandle.standardError.write(Data("ImposeBenchmarks: \(message)\n".utf8))
    exit(64)
}

func row(named name: String) -> Row {
    guard let row = Row.all.first(where: { $0.name == name }) else { refuse("no row is called \(name); see --list") }
    return row
}

/// Runs the sample that the script `instructions` counts: it has callgrind collect in a function of this name.
@inline(never)
func countedOperations(_ sample: () -> Void) {
    sample()
}

switch arguments.first {
case "--list":
    for row in Row.all { print(row.name) }
case "--instructions":
    let rest = Array(arguments.dropFirst())
    guard rest.count == 3, ["ours", "baseline"].contains(rest[1]), let count = Int(rest[2]) else {
        refuse("--instructions wants a row, ours or baseline, and a count")
    }
    let row = row(named: rest[0])
    row.setUp()
    (rest[1] == "ours" ? row.ours : row.baseline).perform(count) { countedOperations($0) }
default:
    let isQuick = arguments.first == "--quick"
    let isHeld = arguments.first == "--hold"
    let names = Array(isQuick || isHeld ? arguments.dropFirst() : arguments)
    if isHeld, names.count != 1 { refuse("--hold wants a page") }
    let met = isHeld ? Table.metRows(in: try String(contentsOfFile: names[0], encoding: .utf8)) : []
    if isHeld, met.isEmpty { refuse("\(names[0]) has no table") }
    let gone = met.subtracting(Row.all.map(\.title)).sorted()
    if !gone.isEmpty { refuse("\(names[0]) has rows that are no more: \(gone.joined(separator: ", "))") }
    let rows = names.isEmpty || isHeld ? Row.all : names.map(row(named:))
    var missed: [String] = []
    FileHandle.standardOutput.write(Data((Table.heading + "\n").utf8))
    for row in rows {
        let outcome = try row.measure(isQuick ? .quick : .full)
        // Written at once, since a full run takes minutes.
        FileHandle.standardOutput.write(Data((Table.line(outcome) + "\n").utf8))
        if met.contains(row.title), outcome.isClearlyMissed { missed.append(row.name) }
    }
    if !missed.isEmpty {
        let message = "These met their budgets before: \(missed.joined(separator: ", "))\n"
        FileHandle.standardError.write(Data(message.utf8))
        exit(1)
    }
}
