internal import ImposeCore

/// An isolated directory that is alive and has what is missing outside of it: that of a test, whose code goes on in a
/// detached task or on a thread, for instance.
struct UnenteredDirectory {
    private let registration: RegistrationRecord
    private let isOfTest: Bool
    private let request: Location

    /// Nil if there is none.
    init?(_ request: Request, _ matching: Matching) {
        // A number without a name may be anything: that a test has one says nothing.
        if request.name == nil, PlainValue.literal(of: request.type) != nil { return nil }
        for directory in Seam.copies(of: Seam.currentDirectory) {
            let found = Seam.imposers(of: directory).firstResult { Seam.candidates(for: matching, in: $0).first }
            guard let found else { continue }
            (registration, isOfTest) = (found.registration, Seam.isOfTest(directory))
            self.request = request.location
            return
        }
        return nil
    }

    /// What went wrong, without the type.
    var problem: String {
        let has = "that runs has it, imposed at \(registration.location), but this code does not run in"
        return isOfTest ? "a test \(has) that test" : "Imposer.isolated \(has) its body"
    }

    var fixes: [Fix] {
        let staying = "If a detached task asks at \(request), let it stay in \(isOfTest ? "the test" : "the body")"
        let entering: Fix =
            isOfTest
            ? Fix("Or, if a test asks that has no trait, give it its own imposers, by the trait", ".imposing")
            : .takingAlong("the context")
        return [.staying(staying), entering]
    }
}
