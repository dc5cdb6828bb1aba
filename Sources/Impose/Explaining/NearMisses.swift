/// The registrations that come near a request that nothing answers.
struct NearMisses {
    /// A registration, why it does not answer, and what would make it.
    private struct Miss {
        let candidate: ImposeError.Candidate
        let fix: (TypeNames) -> String
    }

    private var misses: [Miss] = []
    /// What the request is a parameter of: there, one can't say anything but the type.
    private let dependent: (any Any.Type)?
    private var openCount = 0
    private let allowsCasting: Bool
    /// More than these would not help anybody.
    private static let mostListed = 5

    /// Looks through the imposers that were searched and the others that are alive.
    init(
        _ request: Request,
        _ matching: Matching,
        _ order: SearchOrder,
        _ failures: [CastingFailure]
    ) {
        allowsCasting = request.rules.allowsCasting
        let innermost = ResolutionPath.current.last?.registration
        dependent = innermost?.place == request.place ? innermost?.type : nil
        for failure in failures {
            let note = "could not be made to see whether it can be cast: \(failure.error.details.content.problem)"
            add(failure.registration, in: failure.imposer.description, note) { names in
                "Mend \(names[failure.registration.type]), if that is the one."
            }
        }
        for imposer in order { addNames(in: imposer, matching) }
        for imposer in Directory.current.imposers where !order.contains(imposer) { addImposed(in: imposer, matching) }
        addImposedPrivately(RegistrationKey(type: matching.wrapped, name: request.name), except: order)
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
        return ["If the instance of another registration may be one, have them made to see: .nearestAndCastable"]
    }

    /// A fix at the injection; for a parameter, which can't be told anything, one in a closure round it.
    private static func fix(
        _ dependent: (any Any.Type)?,
        _ names: TypeNames,
        _ text: String,
        _ injecting: String
    ) -> String {
        guard let dependent else { return text }
        return "Impose \(names[dependent]) with a closure that calls \(injecting) for it."
    }

    private mutating func add(
        _ registration: RegistrationRecord,
        in imposer: String,
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
                let injecting = name.map { "inject(named: \($0.spelling))" } ?? "inject()"
                add(registration, in: imposer.description, "has \(name == nil ? "no name" : "another name")") {
                    [dependent] names in
                    Self.fix(
                        dependent,
                        names,
                        "Ask for it \(name == nil ? "without a" : "by its") name: \(injecting)",
                        injecting
                    )
                }
            } else if name == matching.name, TypeRelation.unwrapped(registration.type) == matching.wrapped {
                add(registration, in: imposer.description, "is imposed as an optional") { names in
                    "Ask for \(names[registration.type])."
                }
            }
        }
    }

    /// What would answer in an imposer of the directory that was not searched.
    private mutating func addImposed(in imposer: Imposer, _ matching: Matching) {
        guard let type = imposer.type else { return }
        for case let registration? in imposer.records where registration.key.name == matching.name {
            guard matching.distance(of: registration) != nil else { continue }
            let injecting = "inject(from: \(type.spelling))"
            add(registration, in: imposer.description, Self.notSearched) { [dependent] names in
                Self.fix(dependent, names, "Inject from there: \(injecting)", injecting)
            }
        }
    }

    /// What would answer exactly in a private imposer that was not searched.
    private mutating func addImposedPrivately(_ key: RegistrationKey, except order: SearchOrder) {
        let searched = order.compactMap { $0.record(for: key) }
        PrivateImposers.forEach(key) { registration, imposer in
            if searched.contains(where: { $0 === registration }) { return }
            add(registration, in: imposer, Self.notSearched) { _ in
                "Inject from \(imposer), or make it the parent of the imposer that is asked."
            }
        }
    }

    private static let notSearched = "is in an imposer that was not searched"

    /// What a castable rule would find: where the requested type is below the registered one, or where an instance
    /// that exists can be cast. Of the others one can't know without making their instances.
    private mutating func addCastable(in imposer: Imposer, _ matching: Matching) {
        let requested = matching.wrapped
        for case let registration? in imposer.records where registration.key.name == matching.name {
            let isBelow = TypeRelation(to: registration.type).distance(from: requested) != nil
            if isBelow || registration.accept(InstanceCastCheck(target: requested, holder: imposer)) {
                let note = isBelow ? "its instance may be one" : "its instance can be cast to it"
                let injecting = "inject(ifNoMatchUse: .nearestAndCastable)"
                add(registration, in: imposer.description, note) { [dependent] names in
                    Self.fix(dependent, names, "Allow casting: \(injecting)", injecting)
                }
            } else if !TypeRelation.isValueType(registration.type) {
                openCount += 1
            }
        }
    }
}

/// Whether a kept instance exists that can be cast to a type.
private struct InstanceCastCheck: RegistrationVisitor {
    let target: any Any.Type
    let holder: Imposer

    func visit<Instance>(_ registration: TypedRegistration<Instance>) throws(Never) -> Bool {
        let kept = holder.existingKeeper(for: registration)?.existingInstance
        return kept.flatMap { registration.instance(of: $0) }.map { Casting.canCast($0, to: target) } ?? false
    }
}
