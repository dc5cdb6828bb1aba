// A file compiled without reflection metadata: nothing says what its types store.

import Impose

protocol Wheel: Sendable {}

struct Cart {
    @Injected var wheel: any Wheel
}

@main
struct Hidden {
    static func main() {
        let findings = Imposer.validate().findings
        precondition(findings.map(\.kind) == [.notChecked], "\(findings)")
        precondition(findings[0].message.hasSuffix(": Hidden."), findings[0].message)
    }
}
