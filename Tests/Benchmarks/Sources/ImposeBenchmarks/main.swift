import Foundation
import Impose

// ImposeBenchmarks [--quick] [row ...]
//     Measures all rows, or the rows with the given names, and prints a Markdown table.
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
    let names = Array(isQuick ? arguments.dropFirst() : arguments)
    let rows = names.isEmpty ? Row.all : names.map(row(named:))
    FileHandle.standardOutput.write(Data((Table.heading + "\n").utf8))
    for row in rows {
        // Written at once, since a full run takes minutes.
        FileHandle.standardOutput.write(Data((Table.line(try row.measure(isQuick ? .quick : .full)) + "\n").utf8))
    }
}
