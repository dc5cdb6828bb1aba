internal import Impose

/// Two names of one type that are nearly the same, one of them asked for and one imposed, so that one of the two is most
/// likely misspelt.
struct MisspeltName {
    /// What went wrong, without the type.
    let problem: String
    /// The lines to type, the likelier first.
    let fixes: [Fix]

    /// - Parameters:
    ///   - requested: The name that was asked for.
    ///   - request: The line that asks.
    ///   - record: The registration under the other name.
    ///   - imposers: The imposers that know who else uses the two.
    init?(_ requested: InjectionName, at request: Location, _ record: RegistrationFacts, amid imposers: SearchOrder) {
        guard let imposed = record.key.name, requested.errors(to: imposed) != nil, !requested.readsTheSame(as: imposed)
        else { return nil }
        var uses: [InjectionName: Set<Location>] = [requested: [request], imposed: [record.location]]
        for imposer in imposers {
            let records = imposer.registrations
            for other in records { other.key.name.map { _ = uses[$0]?.insert(other.location) } }
            for log in records.map(\.requestLog) + [imposer.requestLog] {
                for asked in log?.requests ?? [] {
                    asked.noted.key.name.map { _ = uses[$0]?.insert(asked.location) }
                }
            }
        }
        let registration = record.location
        let (asked, found) = (requested.spelling, imposed.spelling)
        func fix(_ text: String, _ place: Location, _ wrong: String, _ right: String) -> Fix {
            Fix("\(text) \(place), in place of named: \(wrong), write", "named: \(right)")
        }
        switch (uses[requested]?.count == 1, uses[imposed]?.count == 1) {
        case (true, false):
            problem = "\(asked) is probably misspelt: \(registration) says \(found)"
            fixes = [fix("At", request, asked, found)]
        case (false, true):
            problem = "\(found) at \(registration) is probably misspelt: \(request) and others say \(asked)"
            fixes = [fix("At", registration, found, asked)]
        default:
            // Nothing tells.
            problem = "either \(asked) at \(request) or \(found) at \(registration) is misspelt"
            fixes = [
                fix("If the request is misspelt: at", request, asked, found),
                fix("If the registration is misspelt: at", registration, found, asked),
            ]
        }
    }
}
