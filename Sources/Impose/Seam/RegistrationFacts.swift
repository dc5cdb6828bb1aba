/// What inspecting may know of a registration, or of a value that a scope was given.
package struct RegistrationFacts: Sendable {
    /// Nil for a given value.
    let record: RegistrationRecord?
    /// Of a given value. Behind a reference: a validation copies each of these many times.
    private let given: Boxed<(key: RegistrationKey, location: Location, number: Int)>?
    /// The imposer that has it.
    package let holder: NodeFacts

    init(_ record: RegistrationRecord, in node: Node) { (self.record, given, holder) = (record, nil, NodeFacts(node)) }

    init(_ given: GivenValue, for key: RegistrationKey, in node: Node) {
        (record, holder) = (nil, NodeFacts(node))
        self.given = Boxed((key, given.location, given.number))
    }

    // Invariant: there is a given value if there is no record.

    package var key: RegistrationKey { record?.key ?? given!.content.key }

    package var type: any Any.Type { record?.type ?? key.type }

    package var location: Location { record?.location ?? given!.content.location }

    /// Tells it from all others there ever were, and gives their order. A copy in an isolated directory has the same.
    package var number: Int { record?.number ?? given!.content.number }

    /// The value that a scope was given; nil for a registration, or if the scope has it no more.
    fileprivate var givenValue: GivenValue? {
        guard isGiven, case .given(let value)? = holder.node.state.withLock({ $0.overlay[key] }) else { return nil }
        return value.number == number ? value : nil
    }

    /// Whether it is a value that a scope was given.
    package var isGiven: Bool { record == nil }

    package var option: InjectOption { record?.option ?? .singleInstance }

    /// The key of the registration that provides the instance, if this is an alias.
    package var original: RegistrationKey? { record?.original }

    /// Whether it can answer: an alias whose original is not imposed can't.
    package var isInForce: Bool { record?.original == nil || holder.node.canAnswer(alias: key) }

    package var parameters: [any Any.Type] { record?.parameters ?? [] }

    /// Whether the instance existed when it was imposed or given.
    package var isInstance: Bool { record?.isInstance ?? true }

    package var isAsynchronous: Bool { record?.isAsynchronous ?? false }

    /// Whether the provider is a function, whose parameters say what it needs.
    package var isFunction: Bool {
        record.map { $0.provider.value.kind == .function || $0.provider.value.kind == .asynchronous } ?? false
    }

    /// The actor that the provider belongs to.
    package var isolation: (any Actor)? { record?.provider.value.isolation }

    /// Whether the compiler knows that threads may share the instances.
    package var isSendable: Bool { record?.isSendable ?? true }

    /// The type of the module that imposed it.
    package var moduleInjector: (any Any.Type)? { record?.module }

    /// Whether an imposer or a scope keeps the instances.
    package var isKept: Bool { record?.isKept ?? true }

    // MARK: What it was told once it was imposed

    package var isPreferred: Bool { record?.isPreferred.isSet ?? false }

    package var isEager: Bool { record?.isEager.isSet ?? false }

    package var holdsScoped: Bool { record?.mayHoldScoped.isSet ?? false }

    /// The types of the parameters that each injection gives as arguments.
    package var expectedArguments: [any Any.Type] { record?.hooks?.content.expectedArguments ?? [] }
}

extension RegistrationFacts: Hashable {
    package static func == (one: RegistrationFacts, other: RegistrationFacts) -> Bool { one.number == other.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A registration that could answer a request, with the distance that ranks it.
package struct CandidateFacts: Sendable {
    package let registration: RegistrationFacts
    /// Steps up to the requested type.
    package let distance: Int
    let candidate: UncheckedTransfer<Candidate>

    /// - Returns: Nil for what an ended scope had, or got too late.
    init?(_ candidate: Candidate) {
        if let record = candidate.registration {
            registration = RegistrationFacts(record, in: candidate.holder)
        } else if let given = candidate.given {
            registration = RegistrationFacts(given, for: candidate.key, in: candidate.holder)
        } else {
            return nil
        }
        (distance, self.candidate) = (candidate.distance, UncheckedTransfer(candidate))
    }

    /// The same registration at another distance.
    package init(_ registration: RegistrationFacts, distance: Int) {
        (self.registration, self.distance) = (registration, distance)
        let (record, key, node) = (registration.record, registration.key, registration.holder.node)
        let given = registration.givenValue.map { Candidate.Source.given($0) }
        let source = record.map { .registration($0) } ?? given ?? .gone
        let own = Candidate(registration: record, key: key, holder: node, distance: distance, source: source)
        candidate = UncheckedTransfer(own)
    }

    /// Whether it wins a tie, itself or by its original.
    package var isPreferred: Bool { candidate.value.isPreferred }
}

/// The decision of one imposer on a request.
package enum DecisionFacts {
    case none
    case chosen(CandidateFacts)
    case tied([CandidateFacts])
    /// The imposer has ended, and would have answered.
    case disposed

    init(_ decision: Decision) {
        switch decision {
        case .none: self = .none
        case .chosen(let candidate): self = CandidateFacts(candidate).map { .chosen($0) } ?? .disposed
        case .tied(let candidates):
            self = .tied(candidates.inOrder { Int64($0.number) }.compactMap { CandidateFacts($0) })
        case .disposed: self = .disposed
        }
    }
}

/// What keeps the instance that an injection gets.
package enum KeeperFacts {
    case nobody
    case node(NodeFacts)
    /// No scope encloses the injection that may keep it.
    case noScope
}

/// What is known of a property wrapper of the library from its type.
package struct WrapperFacts {
    /// A way in which it keeps what it has injected.
    package enum Keeping {
        case strongly, weakly
        /// It injects at each read.
        case notAtAll
    }

    /// The type that it injects, one instance or all of them.
    package let dependency: any Any.Type
    /// Whether reading it fails if nothing is imposed that fits.
    package private(set) var needsAnswer = true
    package private(set) var keeping = Keeping.strongly
    /// Whether a provider's parameter may be of this type, and injects later.
    package private(set) var isParameter = false
    /// Whether it injects all instances that match.
    package private(set) var isForAll = false
}
