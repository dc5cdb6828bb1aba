internal import Impose

/// The name of scopes that stands alone and is nearly the same as another one, so that one of the two is most likely
/// misspelt.
struct MisspeltScope {
    /// Where a name of scopes is used: in registrations, in announcements of given values, and by scopes that are open.
    struct Uses {
        private var named: [InjectionName: [Location]] = [:]
        /// Those of them that are in registrations.
        private var kept: [InjectionName: Location] = [:]
        private var opened: [InjectionName: Location] = [:]

        init(registrations: [RegistrationFacts], expectations: [Expectation], scopes: [NodeFacts]) {
            for record in registrations {
                guard let name = record.option.scopeName else { continue }
                named[name, default: []].append(record.location)
                kept[name] = kept[name] ?? record.location
            }
            for expectation in expectations { named[expectation.scopeName, default: []].append(expectation.location) }
            for scope in scopes {
                if let name = scope.name, let place = scope.opening { opened[name] = place }
            }
        }

        /// How often a name is used, other than by a scope that was opened.
        func count(_ name: InjectionName) -> Int { named[name]?.count ?? 0 }

        func isOpen(_ name: InjectionName) -> Bool { opened[name] != nil }

        /// A line that uses it.
        fileprivate func example(of name: InjectionName) -> Location? {
            kept[name] ?? named[name]?.first ?? opened[name]
        }

        /// The name at a line, as it would be typed with another one in its place.
        fileprivate func code(at name: InjectionName, writing other: InjectionName) -> String {
            let spelling = other.key.spelling
            if kept[name] != nil { return "option: .scopedInstance(in: \(spelling))" }
            return named[name] == nil ? spelling : "in: \(spelling)"
        }

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

    /// What went wrong, without the type.
    let problem: String
    /// Who says so, behind the name that is misspelt.
    let reason: String
    /// The lines to type, the likelier first.
    let fixes: [Fix]
    /// The name that is misspelt; nil if it may be either.
    let wrong: InjectionName?

    /// Looks for the mistake that no scope of a registration's name is open, or of an expectation's.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - origin: What was asked, where.
    init?(_ name: InjectionName, for origin: Origin) {
        let order = Seam.searchOrder(from: origin)
        let lineage = origin.scope.map { $0.lineage } ?? []
        var scopes = (lineage.last ?? order.first { _ in true }).map { $0.family } ?? []
        // Of those with one name, the one around the injection.
        scopes = scopes.filter { !$0.isEnded } + lineage.reversed()
        let uses = Uses(
            registrations: order.flatMap { $0.registrations },
            expectations: order.flatMap { $0.expectations },
            scopes: scopes
        )
        self.init(name, uses)
    }

    /// Looks for another name that is nearly the same as one, and decides which of them is misspelt.
    init?(_ name: InjectionName, _ uses: Uses) {
        guard let other = uses.nearest(to: name) else { return nil }
        /// Where many agree on one name, and one line alone says the other.
        let isOther = uses.count(name) > 1 && uses.count(other) <= (uses.isOpen(other) ? 0 : 1)
        let isOwn = uses.count(other) + (uses.isOpen(other) ? 1 : 0) > 1 && uses.count(name) <= 1
        guard isOther || isOwn || uses.isOpen(other), let place = uses.example(of: name),
            let otherPlace = uses.example(of: other)
        else { return nil }
        let (own, near) = (name.key.spelling, other.key.spelling)
        let opened = uses.count(other) == 0 ? "opened at" : "at"
        func fix(_ text: String, _ place: Location, _ wrong: InjectionName, _ right: InjectionName) -> Fix {
            let code = uses.code(at: wrong, writing: right)
            // The code alone does not show where it goes.
            let replaced = code == right.key.spelling ? ", in place of \(wrong.key.spelling)" : ""
            return Fix("\(text) \(place)\(replaced), write", code)
        }
        reason = isOther ? "\(place) says \(own)" : "\(otherPlace) says \(near)"
        if isOther {
            wrong = other
            problem = "scope \(near), \(opened) \(otherPlace), is probably misspelt: \(reason)"
            fixes = [fix("At", otherPlace, other, name)]
        } else if isOwn {
            wrong = name
            problem = "scope \(own), at \(place), is probably misspelt: \(reason)"
            fixes = [fix("At", place, name, other)]
        } else {
            wrong = nil
            problem = "one of two names is misspelt: scope \(near), \(opened) \(otherPlace), or \(own), at \(place)"
            fixes = [
                fix("If the scope's is, at", otherPlace, other, name),
                fix("If the registration's is, at", place, name, other),
            ]
        }
    }
}
