// Checks what validating finds of the calls in a program, and that it makes none of them.

import CallsShop
import Impose

protocol LostAtTop {}

if CommandLine.arguments.count > 50 { print(inject(of: LostAtTop.self)) }
let living = imposeWhatIsHad()
let findings = Imposer.validate().findings.filter { $0.registration == nil }.map { "\($0.severity): \($0.message)" }
let expected = expectation.split(separator: "\n").map { line -> String in
    let parts = line.split(separator: ":", maxSplits: 1)
    return line.hasPrefix("Wished")
        ? "note:\(parts[1]) injects \(parts[0]) if it is imposed, and it is not."
        : "error:\(parts[1]) injects \(parts[0]), and nothing is imposed for it."
}
let difference = Set(findings).symmetricDifference(expected)
for text in difference.sorted() { print(expected.contains(text) ? "not found: \(text)" : "found: \(text)") }
guard difference.isEmpty, findings.count == expected.count else { fatalError("\(difference.count) differences") }
print("\(findings.count) findings, as expected")
withExtendedLifetime(living) {}
