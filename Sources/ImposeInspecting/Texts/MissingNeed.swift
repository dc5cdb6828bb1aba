internal import Impose

/// What nothing is imposed for, and who asks for it. An error, a finding of `validate` and an explanation ask it for
/// the cause and for what to type.
struct MissingNeed {
    enum Asker {
        /// A call or a property; nil where the line is not known.
        case injection(Location?)
        /// A parameter of what a registration's provider is.
        case parameter(RegistrationFacts)
        /// A property, a call or a root, and whether it asks under a name; nil if that can't be seen.
        case program(isNamed: Bool?)

        /// The registration whose parameter asks; nil if something else does.
        var registration: RegistrationFacts? { if case .parameter(let record) = self { record } else { nil } }
    }

    let request: Request
    /// The imposers that were or would be searched.
    let order: SearchOrder
    let asker: Asker
    /// What is being built for the request, outermost first, or the registration whose provider needs it.
    let building: [RegistrationFacts]
    /// Whether it is about an injection here and now: what is open elsewhere may have it.
    let isHereAndNow: Bool
    let conforming: ConformingTypes
    let modules: UnprovidedModules
    /// The registration of another protocol that the conforming type is imposed for.
    let imposedAs: RegistrationFacts?
    /// Whether a line is known that could impose it: with a conforming type, or with the type itself.
    let canBeMade: Bool
    /// Why nothing answers, the likeliest first. There is at least one.
    private(set) var causes: [MissingCause] = []

    /// - Parameters:
    ///   - request: What is asked for, where. Its line need not be known.
    ///   - module: The Swift module that asks; nil for that of the line.
    ///   - failures: The registrations that could not be made, to see whether they can be cast.
    init(
        _ request: Request,
        _ order: SearchOrder,
        by asker: Asker,
        in module: String? = nil,
        building: [RegistrationFacts] = [],
        isHereAndNow: Bool = false,
        couldNotBeMade failures: [CastingFailure] = [],
        _ modules: UnprovidedModules
    ) {
        (self.request, self.order, self.asker, self.building) = (request, order, asker, building)
        (self.isHereAndNow, self.modules) = (isHereAndNow, modules)
        let module = module ?? request.location.module
        let type = TypeRelation.unwrapped(request.type)
        conforming = ConformingTypes(to: type, askedIn: module)
        imposedAs = conforming.alreadyImposed(among: order.flatMap { $0.registrations })
        canBeMade = !conforming.types.isEmpty || order.imposerForMissingType.canFillInitializer(of: type)
        causes = MissingCause.all(of: self, failures)
    }

    /// The need of an error or of an explanation.
    init(_ request: Request, _ order: SearchOrder, couldNotBeMade failures: [CastingFailure], isExplaining: Bool) {
        let building = Seam.underWay.map(\.registration)
        self.init(
            request,
            order,
            by: request.dependent().map { .parameter($0) } ?? .injection(isExplaining ? nil : request.location),
            building: building,
            isHereAndNow: true,
            couldNotBeMade: failures,
            UnprovidedModules(in: Seam.currentDirectory, askedIn: request.location.module)
        )
    }

    var cause: MissingCause { causes[0] }

    var query: Query { Query(request) }

    /// The type without the optionals around it.
    var type: any Any.Type { query.wrapped }

    /// The key to impose it under.
    var key: RegistrationKey { RegistrationKey(type: type, name: request.name) }

    var imposer: NodeFacts { order.imposerForMissingType }

    /// The private imposer without a parent at which the search ends; nil if it ends in a directory.
    var privateRoot: NodeFacts? {
        order.last.flatMap { last in if case .named = last.title { last } else { nil } }
    }

    /// The registrations of what was searched.
    var registrations: [RegistrationFacts] { order.flatMap { $0.registrations } }

    /// The registrations that come near, as errors list them. A longer list would not help anybody.
    var candidates: [ImposeError.Candidate] { Array(causes.compactMap(\.candidate).prefix(3)) }

    /// The types that the texts name.
    var types: [any Any.Type] {
        [type, request.type] + conforming.types + modules.types + causes.prefix(3).flatMap(\.types)
            + [imposedAs?.type, neighbour?.moduleInjector].compactMap { $0 }
    }

    /// The open scope that was not given what is missing: the one that keeps what needs it, or else the innermost one;
    /// nil if none is searched.
    var ungivenScope: NodeFacts? {
        guard isHereAndNow else { return nil }
        let keeper = building.reversed().firstResult { record in
            record.option.scopeName.flatMap { name in order.first { $0.name == name } }
        }
        return keeper ?? order.first(where: \.isOfScope)
    }

    /// The registration beside which it could be imposed: the latest one of the likeliest Swift module; nil if there is
    /// none.
    var neighbour: RegistrationFacts? {
        if let record = imposedAs ?? building.last { return record }
        let records = imposer.isOfScope ? [] : imposer.registrations.filter { $0.original == nil }
        return (swiftModules + [request.location.module]).firstResult { module in
            records.last { $0.location.module == module }
        } ?? records.last
    }

    /// The Swift modules that most likely impose it.
    var swiftModules: [String] { [conforming.swiftModule, TypeNames.swiftModule(of: type)].compactMap { $0 } }
}

extension SearchOrder {
    /// The imposer in which to impose a missing type: preferably not a scope.
    var imposerForMissingType: NodeFacts { first { !$0.isOfScope } ?? first { _ in true } ?? Imposer.shared.node }

    /// The imposers, each with the number of its registrations.
    var withCounts: [String] {
        map { imposer in
            let count = imposer.registrations.count
            if count == 0, imposer.isOfScope { return "\(imposer) (given nothing)" }
            return "\(imposer) (\(count == 1 ? "1 registration" : "\(count) registrations"))"
        }
    }

    /// The expectations, for scopes of any name, that match a request; for each scope name the nearest.
    func expectations(for query: Query) -> [Expectation] {
        let all = flatMap(\.expectations)
        if all.isEmpty { return [] }
        let fitting = all.compactMap { expectation in
            query.distance(of: expectation).map { (expectation: expectation, distance: $0) }
        }
        return fitting.filter { one in
            !fitting.contains { $0.distance < one.distance && $0.expectation.scopeName == one.expectation.scopeName }
        }
        .map(\.expectation)
    }
}

extension Query {
    /// The distance of an expected value from the requested type; nil if it is no answer.
    func distance(of expectation: Expectation) -> Int? {
        expectation.key.name == key.name ? Seam.distances(to: self)(expectation.type) : nil
    }
}
