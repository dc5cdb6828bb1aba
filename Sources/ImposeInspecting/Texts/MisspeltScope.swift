internal import ImposeCore

/// The name of scopes that stands alone and is nearly the same as another one, so that one of the two is most likely
/// misspelt.
struct MisspeltScope {
    /// Where a name of scopes is used: in registrations, in announcements of given values, and by scopes that are open.
    struct Uses {
        private var named: [InjectionName: [Location]] = [:]
        private var opened: [InjectionName: Location] = [:]

        init(registrations: [RegistrationRecord], expectations: [Expectation], scopes: [ImposerNode]) {
            for record in registrations {
                if let name = record.option.scopeName { named[name, default: []].append(record.location) }
            }
            for expectation in expectations { named[expectation.scopeName, default: []].append(expectation.location) }
            for scope in scopes {
                if let name = scope.scopeName, let place = Seam.opening(of: scope) { opened[name] = place }
            }
        }

        /// How often a name is used, other than by a scope that was opened.
        func count(_ name: InjectionName) -> Int { named[name]?.count ?? 0 }

        func isOpen(_ name: InjectionName) -> Bool { opened[name] != nil }

        fileprivate func opening(of name: InjectionName) -> Location? { opened[name] }

        /// A line that uses it.
        fileprivate func example(of name: InjectionName) -> Location? { named[name]?.first ?? opened[name] }

        /// The name nearest to another one: of those the one that is used most.
        func nearest(to name: InjectionName) -> InjectionName? {
            Set(named.keys).union(opened.keys).compactMap { other in
                other == name ? nil : other.errors(to: name).map { (errors: $0, name: other) }
            }
            .min {
                ($0.errors, count($1.name), $0.name.description) < ($1.errors, count($0.name), $1.name.description)
            }?
            .name
        }
    }

    let problem: String
    let fix: Fix

    /// Looks for the mistake that no scope of a registration's name is open.
    ///
    /// - Parameters:
    ///   - origin: What was asked, where.
    ///   - scopes: The scopes that are open there.
    init?(of registration: RegistrationRecord, for origin: Origin, amid scopes: [ImposerNode]) {
        let order = Seam.searchOrder(from: origin)
        let uses = Uses(
            registrations: order.flatMap { Seam.registrations(of: $0) },
            expectations: order.flatMap { Seam.expectations(of: $0) },
            scopes: scopes
        )
        guard let name = registration.option.scopeName else { return nil }
        self.init(name, at: registration.location, uses)
    }

    /// - Parameter place: The line that uses the name in a registration.
    init?(_ name: InjectionName, at place: Location, _ uses: Uses) {
        guard let other = uses.nearest(to: name) else { return nil }
        let (own, near) = (name.key.spelling, other.key.spelling)
        // The opening stands alone if several lines agree on the name, and none on the opened one.
        if uses.count(name) > 1, uses.count(other) == 0, let opening = uses.opening(of: other) {
            problem = "no scope is named \(own), and one is nearly: \(near)"
            fix = Fix("Did you mean \(own), as at \(place)? At \(opening), open the scope as", own)
            return
        }
        guard uses.count(other) > uses.count(name) || uses.isOpen(other), let example = uses.example(of: other) else {
            return nil
        }
        problem = "no scope is named \(own)"
        fix = Fix("Did you mean \(near), as at \(example)? At \(place), write", ".scopedInstance(in: \(near))")
    }
}
