internal import Impose

/// A scope name that is nearly the same as another one, so that one of the two is most likely misspelt.
struct MisspeltScope {
    /// Where a name of scopes is used: in registrations, in announcements of given values, and by scopes that are open.
    struct Uses {
        private var kept: [InjectionName: [Location]] = [:]
        private var expected: [InjectionName: [Location]] = [:]
        private var opened: [InjectionName: Location] = [:]

        init(registrations: [RegistrationFacts], expectations: [Expectation], scopes: [NodeFacts]) {
            for record in registrations {
                record.option.scopeName.map { kept[$0, default: []].append(record.location) }
            }
            for expectation in expectations {
                expected[expectation.scopeName, default: []].append(expectation.location)
            }
            for scope in scopes { scope.name.map { opened[$0] = scope.openingLocation ?? opened[$0] } }
        }

        /// How often a name is used, other than by a scope that was opened.
        func count(_ name: InjectionName) -> Int { (kept[name]?.count ?? 0) + (expected[name]?.count ?? 0) }

        func isOpen(_ name: InjectionName) -> Bool { opened[name] != nil }

        /// A line that uses it.
        fileprivate func example(of name: InjectionName) -> Location? {
            kept[name]?.first ?? expected[name]?.first ?? opened[name]
        }

        /// Tells to write another name in a line that uses one.
        fileprivate func fix(_ text: String, _ name: InjectionName, writing other: InjectionName) -> Fix {
            let (place, spelling) = (example(of: name).map { "\($0)" } ?? "", other.key.spelling)
            if kept[name] != nil { return Fix("\(text) \(place), write", "option: .scopedInstance(in: \(spelling))") }
            if expected[name] != nil { return Fix("\(text) \(place), write", "in: \(spelling)") }
            // The code alone does not show where it goes.
            return Fix("\(text) \(place), in place of \(name.key.spelling), write", spelling)
        }

        /// The name nearest to another one: of those the one that is used most.
        func nearest(to name: InjectionName) -> InjectionName? {
            let names = Set(kept.keys).union(expected.keys).union(opened.keys).subtracting([name])
            return names.compactMap { other in other.errors(to: name).map { (errors: $0, name: other) } }
                .min {
                    ($0.errors, count($1.name), $0.name.description) < ($1.errors, count($0.name), $1.name.description)
                }?
                .name
        }
    }

    /// What went wrong, without the type.
    let problem: String
    /// The line that has the right name, as a clause: `Shop/Setup.swift:3 says "request"`.
    let reason: String
    /// The lines to type, the likelier first.
    let fixes: [Fix]
    /// Whether the name that was looked for is the misspelt one, and not the other.
    let isCertain: Bool

    /// Looks for the name that was meant where no open scope has the name of a registration or of an expectation.
    ///
    /// - Parameter origin: What was asked, where.
    init?(_ name: InjectionName, for origin: Origin) {
        let order = Seam.searchOrder(from: origin)
        let lineage = origin.scope.map { $0.lineage } ?? []
        let open = (lineage.last ?? order.first { _ in true }).map { $0.livingSubtree.filter { !$0.isEnded } } ?? []
        let uses = Uses(
            registrations: order.flatMap { $0.registrations },
            expectations: order.flatMap { $0.expectations },
            // Of those with one name, the one around the injection.
            scopes: open + lineage.reversed()
        )
        self.init(name, uses)
    }

    /// Looks for another name that is nearly the same, and decides which one is misspelt: the one that a single line
    /// uses, if several agree on the other. Otherwise it may be either.
    init?(_ name: InjectionName, _ uses: Uses) {
        guard let other = uses.nearest(to: name) else { return nil }
        let isOther = uses.count(name) > 1 && uses.count(other) <= (uses.isOpen(other) ? 0 : 1)
        isCertain = !isOther && uses.count(other) + (uses.isOpen(other) ? 1 : 0) > 1 && uses.count(name) <= 1
        guard isOther || isCertain || uses.isOpen(other), let place = uses.example(of: name),
            let otherPlace = uses.example(of: other)
        else { return nil }
        let (own, near) = (name.key.spelling, other.key.spelling)
        let opened = "\(near), \(uses.count(other) == 0 ? "opened at" : "at") \(otherPlace)"
        reason = isOther ? "\(place) says \(own)" : "\(otherPlace) says \(near)"
        if isOther || isCertain {
            problem = "scope \(isOther ? opened : "\(own), at \(place)"), is probably misspelt: \(reason)"
            fixes = [uses.fix("At", isOther ? other : name, writing: isOther ? name : other)]
        } else {
            problem = "one of two names is misspelt: scope \(opened), or \(own), at \(place)"
            fixes = [
                uses.fix("If the scope's is, at", other, writing: name),
                uses.fix("If the registration's is, at", name, writing: other),
            ]
        }
    }
}
