/// The registrations that come near a request that nothing answers.
struct NearMisses {
    /// A registration, why it does not answer, and what would make it.
    private struct Miss {
        let candidate: ImposeError.Candidate
        let fix: (TypeNames) -> String
    }

    private var misses: [Miss] = []
    private var openCount = 0
    private let allowsCasting: Bool
    /// More than these would not help anybody.
    private static let mostListed = 5

    /// Looks through the imposers that were searched and the others that are alive.
    init(
        _ request: Request,
        _ matching: Matching,
        _ order: SearchOrder,
        _ failures: [(registration: RegistrationRecord, imposer: Imposer, error: ImposeError)]
    ) {
        allowsCasting = request.rules.allowsCasting
        for failure in failures {
            let note = "could not be made to see whether it can be cast: \(failure.error.problem)"
            add(failure.registration, in: failure.imposer, note) { names in
                "Mend \(names[failure.registration.type]), if that is the one."
            }
        }
        for imposer in order { addNames(in: imposer, matching) }
        for imposer in Self.others(than: order) { addImposed(in: imposer, matching) }
        guard !allowsCasting else { return }
        for imposer in order { addCastable(in: imposer, matching) }
    }

    var candidates: [ImposeError.Candidate] {
        misses.prefix(Self.mostListed).map(\.candidate)
    }

    /// What would make the near misses answer.
    func fixes(_ names: TypeNames) -> [String] {
        var fixes: [String] = []
        for miss in misses.prefix(Self.mostListed) {
            let fix = miss.fix(names)
            if !fixes.contains(fix) { fixes.append(fix) }
        }
        return fixes
    }

    /// What might help if nothing came near.
    var lastResorts: [String] {
        guard openCount > 0, misses.isEmpty else { return [] }
        let registrations = openCount == 1 ? "1 registration is" : "\(openCount) registrations are"
        return [
            "\(registrations) for a protocol or a class, so an instance may be one without its registration saying so. "
                + "To have them made and looked at: ifNoMatchUse: .nearestAndCastable"
        ]
    }

    private mutating func add(
        _ registration: RegistrationRecord,
        in imposer: Imposer,
        _ note: String,
        fix: @escaping (TypeNames) -> String
    ) {
        let candidate = ImposeError.Candidate(registration, in: imposer, distance: nil, note: note)
        misses.append(Miss(candidate: candidate, fix: fix))
    }

    /// The same type or a compatible one under another name, or inside an optional.
    private mutating func addNames(in imposer: Imposer, _ matching: Matching) {
        for case let registration? in imposer.records {
            let name = registration.key.name
            if name != matching.name, matching.distance(of: registration) != nil {
                add(registration, in: imposer, "has \(name == nil ? "no name" : "another name")") { _ in
                    name.map { "Ask for it by its name: named: \($0.spelling)" } ?? "Ask for it without a name."
                }
            } else if name == matching.name, TypeRelation.unwrapped(registration.type) == matching.wrapped {
                add(registration, in: imposer, "is imposed as an optional") { names in
                    "Ask for \(names[registration.type])."
                }
            }
        }
    }

    /// What would answer in an imposer that was not searched.
    private mutating func addImposed(in imposer: Imposer, _ matching: Matching) {
        for case let registration? in imposer.records where registration.key.name == matching.name {
            guard matching.distance(of: registration) != nil else { continue }
            add(registration, in: imposer, "is in an imposer that was not searched") { _ in
                guard let type = imposer.type else { return "Inject from \(imposer): call its own inject()." }
                return "Inject from there: inject(from: \(type.spelling))"
            }
        }
    }

    /// What a castable rule would find: where the requested type is below the registered one, or where an instance
    /// that exists can be cast. Of the others one can't know without making their instances.
    private mutating func addCastable(in imposer: Imposer, _ matching: Matching) {
        let requested = matching.wrapped
        for case let registration? in imposer.records where registration.key.name == matching.name {
            let isBelow = TypeRelation(to: registration.type).distance(from: requested) != nil
            if isBelow || registration.accept(InstanceCastCheck(target: requested)) {
                let note = isBelow ? "its instance may be one" : "its instance can be cast to it"
                add(registration, in: imposer, note) { _ in "Allow casting: ifNoMatchUse: .nearestAndCastable" }
            } else if !TypeRelation.isValueType(registration.type) {
                openCount += 1
            }
        }
    }

    private static func others(than order: SearchOrder) -> [Imposer] {
        (Directory.current.imposers + PrivateImposers.all).filter { !order.contains($0) }
    }
}

/// Whether a kept instance exists that can be cast to a type.
private struct InstanceCastCheck: RegistrationVisitor {
    let target: any Any.Type

    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(Never) -> Bool {
        registration.instances.existing.map { Casting.canCast($0.value, to: target) } ?? false
    }
}
