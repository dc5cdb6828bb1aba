// Calls of what a lean program does not have, each with all that the compiler must print.

import Impose

protocol Gateway {}

func validating(_ imposer: Imposer) throws {
    // expected-error@+1 {{'validate(building:wrappers:roots:)' is unavailable: validate() needs the trait 'Inspecting'}}
    Imposer.validate()
    _ = Imposer.validate(building: true)  // expected-error {{validate() needs the trait 'Inspecting' of Impose}}
    try Imposer.validate().orThrow()  // expected-error {{validate() needs the trait 'Inspecting' of Impose}}
    try Imposer.validate(building: true, wrappers: false).orThrow()  // expected-error {{validate() needs the trait}}
    print(Imposer.validate())  // expected-error {{validate() needs the trait 'Inspecting' of Impose}}
    for finding in Imposer.validate().findings { print(finding) }  // expected-error {{validate() needs the trait}}
    if Imposer.validate().isValid {}  // expected-error {{validate() needs the trait 'Inspecting' of Impose}}
    precondition(Imposer.validate().errors.isEmpty)  // expected-error {{validate() needs the trait 'Inspecting'}}
    let errors = Imposer.validate().errors.map { "\($0)" }  // expected-error {{validate() needs the trait}}
    print(errors, imposer.validate().warnings.count == 1)  // expected-error {{validate() needs the trait 'Inspecting'}}
    try imposer.validate(building: true).orThrow()  // expected-error {{validate() needs the trait 'Inspecting'}}
}

func explaining(_ imposer: Imposer) {
    print(Imposer.explain(Gateway.self))  // expected-error {{explain() needs the trait 'Inspecting' of Impose}}
    print(imposer.explain(Gateway.self))  // expected-error {{explain() needs the trait 'Inspecting' of Impose}}
    let text = "\(Imposer.explain(Gateway.self, from: .secondary))"  // expected-error {{explain() needs the trait}}
    print(text, imposer.explain(Gateway.self, named: "live", ifNoMatchUse: .furthest).chosen?.distance == 0)
    // expected-error@-1 {{explain() needs the trait 'Inspecting' of Impose, which Package.swift leaves out}}
}

func drawing(_ imposer: Imposer) {
    print(Imposer.graph().dot)  // expected-error {{graph() needs the trait 'Inspecting' of Impose}}
    print(Imposer.graph())  // expected-error {{graph() needs the trait 'Inspecting' of Impose}}
    print(imposer.graph(wrappers: true).mermaid, terminator: "")  // expected-error {{graph() needs the trait}}
    let dot: String = imposer.graph().dot  // expected-error {{graph() needs the trait 'Inspecting' of Impose}}
    print(dot, Imposer.graph().mermaid)  // expected-error {{graph() needs the trait 'Inspecting' of Impose}}
}

func catching() {
    do {
        try Imposer.validate().orThrow()  // expected-error {{validate() needs the trait 'Inspecting' of Impose}}
    } catch {
        print(error)
    }
    guard let chosen = Imposer.explain(Gateway.self).chosen else { return }  // expected-error {{explain() needs the}}
    print(chosen.location.line, chosen.distance == 0)
    // expected-error@+1 {{explain() needs the trait 'Inspecting' of Impose}}
    print(Imposer.explain(Gateway.self, fileID: "Shop/Start.swift", line: 1))
}
