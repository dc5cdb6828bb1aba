// A file compiled without reflection metadata: nothing says what its types store. It makes no calls that could be told.

import Impose
import ImposeInspecting

protocol Wheel: Sendable {}

struct Cart {
    @Injected var wheel: any Wheel
}

@main
struct Hidden {
    static func main() {
        let findings = Imposer.validate().findings
        precondition(findings.map(\.kind) == [.notChecked, .callsNotChecked], "\(findings)")
        precondition(findings[0].message.hasSuffix(": Hidden."), findings[0].message)
    }
}
