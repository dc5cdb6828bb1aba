// Checks what validating finds of the calls in a program, and that it makes none of them.

import CallsShop
import Impose
import ImposeInspecting

protocol LostAtTop {}

if CommandLine.arguments.count > 50 { print(inject(of: LostAtTop.self)) }
let living = imposeWhatIsHad()
// The text of a finding about a registration begins with its place.
let findings = Imposer.validate().findings.filter { "\($0)".hasPrefix("\($0.severity): ") }
    .map { "\($0.severity): \($0.message)" }
let module = "module LostModule, of CallsShop, was not provided"
let hint = "Provide LostModule where the program starts"
let expected =
    expectation.split(separator: "\n").map { line -> String in
        let parts = line.split(separator: ":", maxSplits: 1)
        // What is imposed for it all the same stands behind the type.
        let (type, other) = (parts[0].split(separator: " (")[0], parts[0].split(separator: " (").dropFirst().first)
        let severity = line.hasPrefix("Wished") ? "note" : "error"
        let asks = "\(severity):\(parts[1]) injects \(type)" + (line.hasPrefix("Wished") ? " if it is imposed" : "")
        return switch other {
        case nil:
            line.hasPrefix("Wished") ? "\(asks), and it is not." : "\(asks), and nothing is imposed for it: \(module)."
        case "none)": "\(asks) under a name, and it is imposed without a name only."
        default: "\(asks) without a name, and it is imposed under the name \"main\" only."
        }
    }
    + ["warning: the module LostModule of CallsShop was not provided."]
let difference = Set(findings).symmetricDifference(expected)
for text in difference.sorted() { print(expected.contains(text) ? "not found: \(text)" : "found: \(text)") }
guard difference.isEmpty, findings.count == expected.count else { fatalError("\(difference.count) differences") }
print("\(findings.count) findings, as expected")

// All that is missing, but for what is imposed in another way, names the module that has not provided.
for finding in Imposer.validate().findings
where finding.kind == .missing && finding.severity == .error && finding.message.contains("nothing is imposed for it") {
    let fix = finding.fix.replacing("Or provide", with: "Provide")
    precondition(fix.contains("\(hint):\n   Imposer.provide(using: LostModule())"), finding.fix)
}
do {
    _ = try Imposer.shared.tryInject(of: LostAtTop.self)
} catch {
    let fix = "Imposer.provide(using: LostModule())"
    precondition(error.recoverySuggestion?.contains("1. \(hint), before CallsClient/main.swift:") == true, "\(error)")
    precondition(error.recoverySuggestion?.hasSuffix(":\n       \(fix)") == true, "\(error)")
}
// What conforms is imposed first, and a module only beside it; on a private imposer, none provides elsewhere.
protocol FoundAtTop {}
struct FoundHere: FoundAtTop {}
let apart = Imposer(label: "apart")
for (imposer, expression) in [(Imposer.shared, "Imposer"), (apart, "imposer")] {
    do {
        _ = try imposer.tryInject(of: FoundAtTop.self)
    } catch {
        let fixes = error.recoverySuggestion ?? ""
        precondition(fixes.contains("1. Impose it before it is requested"), fixes)
        precondition(fixes.contains("\(expression).impose(for: FoundAtTop.self, FoundHere.init)"), fixes)
        precondition(fixes.hasSuffix(":\n       \(expression).provide(using: LostModule())"), fixes)
    }
}
struct Needing { let lost: any LostAtTop }
Imposer.impose(for: Needing.self, Needing.init)
precondition(
    Imposer.shared.validate().findings.contains { $0.kind == .missing && $0.fix.contains("using: LostModule()") }
)
Imposer.provide(using: LostModule())
precondition(Imposer.validate().findings.allSatisfy { $0.kind != .moduleNotProvided && !$0.fix.contains("Module") })
withExtendedLifetime(living) {}
