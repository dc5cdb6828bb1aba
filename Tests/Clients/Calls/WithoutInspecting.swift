// Calls of what a file does not have that imports the core alone, each with all that the compiler must print.

import Impose

protocol Gateway {}

func validating(_ imposer: Imposer) throws {
    try Imposer.validate().orThrow()  // expected-error {{add the product ImposeInspecting to this target}}
    // expected-error@+1 {{'validate(building:wrappers:roots:)' is unavailable: add the product ImposeInspecting to this}}
    try imposer.validate(building: true, wrappers: false, roots: [Gateway.self]).orThrow()
    print(Imposer.validate())  // expected-error {{add the product ImposeInspecting to this target}}
    if Imposer.validate().isValid {}  // expected-error {{type 'NeedsImposeInspecting' has no member 'isValid'}}
}

func explaining(_ imposer: Imposer) {
    print(Imposer.explain(Gateway.self))  // expected-error {{add the product ImposeInspecting to this target}}
    print(Imposer.explain(Gateway.self, from: .secondary))  // expected-error {{add the product ImposeInspecting to}}
    print(imposer.explain(Gateway.self, named: "live"))  // expected-error {{add the product ImposeInspecting to}}
}

func drawing(_ imposer: Imposer) {
    print(Imposer.graph())  // expected-error {{add the product ImposeInspecting to this target}}
    print(imposer.graph(wrappers: true))  // expected-error {{add the product ImposeInspecting to this target}}
    print(Imposer.graph().dot)  // expected-error {{type 'NeedsImposeInspecting' has no member 'dot'}}
}
