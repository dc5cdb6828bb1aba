internal import ImposeCore

/// Two names of one type that are nearly the same, one of them asked for and one imposed, so that one of the two is most
/// likely misspelt.
struct MisspeltName {
    private enum Wrong {
        case requested, imposed
        /// Nothing tells.
        case either
    }

    private let requested: InjectionName
    private let request: Location
    private let imposed: InjectionName
    /// The line that imposes the one.
    let registration: Location
    private let wrong: Wrong

    /// - Parameters:
    ///   - requested: The name that was asked for.
    ///   - request: The line that asks.
    ///   - record: The registration under the other name.
    ///   - imposers: The imposers that know who else uses the two.
    init?(_ requested: InjectionName, at request: Location, _ record: RegistrationRecord, amid imposers: [ImposerNode])
    {
        guard let imposed = record.key.name, requested.errors(to: imposed) != nil, !requested.readsTheSame(as: imposed)
        else { return nil }
        (self.requested, self.request, self.imposed, registration) = (requested, request, imposed, record.location)
        var uses: [InjectionName: Set<Location>] = [requested: [request], imposed: [record.location]]
        for imposer in imposers {
            let records = Seam.registrations(of: imposer)
            for other in records { other.key.name.map { _ = uses[$0]?.insert(other.location) } }
            for log in records.map(\.requestLog) + [imposer.requestLog] {
                for asked in log?.requests ?? [] {
                    asked.noted.key.name.map { _ = uses[$0]?.insert(asked.location) }
                }
            }
        }
        switch (uses[requested]?.count ?? 0, uses[imposed]?.count ?? 0) {
        case (1, 1): wrong = .either
        case (1, _): wrong = .requested
        case (_, 1): wrong = .imposed
        default: wrong = .either
        }
    }

    /// What went wrong, without the type.
    var problem: String {
        let (requested, imposed) = (requested.spelling, imposed.spelling)
        return switch wrong {
        case .requested: "\(requested) is probably misspelt: \(registration) says \(imposed)"
        case .imposed: "\(imposed) at \(registration) is probably misspelt: \(request) and others say \(requested)"
        case .either: "either \(requested) at \(request) or \(imposed) at \(registration) is misspelt"
        }
    }

    /// The lines to type, the likelier first.
    var fixes: [Fix] {
        func fix(_ text: String, _ place: Location, _ wrong: InjectionName, _ right: InjectionName) -> Fix {
            Fix("\(text) \(place), in place of named: \(wrong.spelling), write", "named: \(right.spelling)")
        }
        return switch wrong {
        case .requested: [fix("At", request, requested, imposed)]
        case .imposed: [fix("At", registration, imposed, requested)]
        case .either:
            [
                fix("If the request is misspelt: at", request, requested, imposed),
                fix("If the registration is misspelt: at", registration, imposed, requested),
            ]
        }
    }
}
