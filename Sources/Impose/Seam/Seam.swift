/// What inspecting, and `ImposeTesting` upon it, may see of the core.
///
/// Inspecting is given facts, whose fields it reads: a `Failure` and its `Request`, registrations, each with the imposer
/// that holds it in a `Candidate`, `Expectation`s, the type of a `DependencyWrapper`, and the `Origin` and the `Matching` of
/// a search. They never change, but for what a registration is told once it is imposed: `eager()`, for example. Everything
/// else it asks here. So a change of the core that keeps these functions and fields is none for inspecting.
package enum Seam {}

// MARK: - Imposers

extension Seam {
    /// The directory of the calling code.
    package static var currentDirectory: Directory { .current }

    /// Whether the calling code belongs to a test that is told of errors which stop the program.
    package static var isInTest: Bool { (TrapHandlers.current ?? Directory.current.trapHandler) != nil }

    /// The isolated directories that are alive and began as copies of another one.
    package static func copies(of directory: Directory) -> [Directory] { DirectoryCopies.all(of: directory) }

    /// Whether it was made for a test.
    package static func isOfTest(_ directory: Directory) -> Bool { directory.trapHandler != nil }

    /// The directory that an imposer belongs to, by itself or by its parents; nil if it belongs to none.
    package static func directory(of imposer: ImposerNode) -> Directory? { imposer.homeDirectory }

    /// The imposers of a directory, in the order in which they fall back on each other.
    package static func imposers(of directory: Directory) -> [ImposerNode] { directory.members }

    /// The imposer of a directory that answers requests to one of a type: itself, or the primary one as long as nobody
    /// has used it.
    package static func imposer(_ type: ImposerType, of directory: Directory) -> ImposerNode {
        directory.imposerAnswering(type).node
    }

    /// The number that tells an imposer from all others of the process.
    package static func number(of imposer: ImposerNode) -> SerialNumber { imposer.number }

    /// The name of an imposer in texts, which also says whether it is in a directory, private or a scope.
    package static func title(of imposer: ImposerNode) -> ImposerTitle { imposer.title }

    /// An imposer and its parents, the innermost first.
    package static func lineage(of imposer: ImposerNode) -> [ImposerNode] { Array(imposer.lineage) }

    /// The scope that an imposer is or is in; nil if it is in none.
    package static func nearestScope(of imposer: ImposerNode) -> ImposerNode? { imposer.nearestScope }

    /// An imposer and all those below it that are alive.
    package static func family(of imposer: ImposerNode) -> [ImposerNode] { imposer.withAllBelow }

    /// The line that opened a scope; nil for other imposers.
    package static func opening(of scope: ImposerNode) -> Location? { scope.opening }

    /// Whether a body runs for which it was opened, as by `withScope`.
    package static func hasBody(_ scope: ImposerNode) -> Bool { scope.body.isUnderWay }

    /// The end of an imposer that was disposed of.
    package static func end(of imposer: ImposerNode) -> ImposerEnd {
        guard let disposal = imposer.disposal else { return .call }
        if case .test = disposal.cause { return .test }
        if disposal.body != nil { return .isolatedBody }
        if disposal.cause == .block { return .block }
        return disposal.location == nil && !imposer.isMember ? .lastReference : .call
    }

    /// A way in which an imposer ends.
    package enum ImposerEnd {
        case call
        /// The block that the scope was opened for returned.
        case block
        /// The isolated directory ended with its body.
        case isolatedBody
        /// The isolated directory ended with the test that it was made for.
        case test
        /// Nothing held it any more.
        case lastReference
    }
}

// MARK: - Registrations

extension Seam {
    /// The registrations of an imposer in the order they were made, also those that are not in force.
    package static func registrations(of imposer: ImposerNode) -> [RegistrationRecord] {
        imposer.records.compactMap { $0 }
    }

    /// Whether a registration of an imposer can answer: an alias whose original is not imposed any more can't.
    package static func isInForce(_ registration: RegistrationRecord, in imposer: ImposerNode) -> Bool {
        imposer.isInForce(registration)
    }

    /// The registration of an imposer for exactly a type and a name.
    package static func registration(for key: RegistrationKey, of imposer: ImposerNode) -> RegistrationRecord? {
        imposer.record(for: key)
    }

    /// The announcements of values that scopes below an imposer are given.
    package static func expectations(of imposer: ImposerNode) -> [Expectation] { imposer.expectations }

    /// Whether an imposer was reset, itself or the one that it is a copy of.
    package static func wasReset(_ imposer: ImposerNode) -> Bool { imposer.registry.withLock { $0.wasReset } }

    /// Everything that is imposed or expected in a directory, in some nodes, and in the open scopes below.
    ///
    /// - Complexity: O(n) in the number of registrations.
    package static func contents(
        of directory: Directory,
        and nodes: [ImposerNode]
    ) -> (registrations: [RegistrationRecord], expectations: [Expectation]) {
        let contents = all(of: directory, and: nodes).map { node in
            node.registry.withLock { registry in
                (registry.keysInForce.compactMap { registry.record(for: $0) }, registry.expectations)
            }
        }
        return (contents.flatMap { $0.0 }, contents.flatMap { $0.1?.content ?? [] })
    }

    /// The types of the modules that have provided in a directory, on some nodes, and in the open scopes below.
    package static func modules(providedIn directory: Directory, and nodes: [ImposerNode]) -> Set<ObjectIdentifier> {
        all(of: directory, and: nodes).reduce(into: []) { modules, node in
            // A copy, since the set is changed in place, see `Registry`.
            modules.formUnion(node.registry.withLock { $0.modules.map { $0 } })
        }
    }

    private static func all(of directory: Directory, and nodes: [ImposerNode]) -> [ImposerNode] {
        var all: [SerialNumber: ImposerNode] = [:]
        for node in directory.nodes + nodes { node.forEach { all[$0.number] = $0 } }
        return Array(all.values)
    }

    /// A registration as users are told of it.
    package static func info(on registration: RegistrationRecord) -> Imposer.RegistrationInfo {
        Imposer.RegistrationInfo(registration)
    }

    /// An announcement of given values as users are told of it.
    package static func info(on expectation: Expectation) -> Imposer.ExpectationInfo {
        Imposer.ExpectationInfo(expectation)
    }

    /// The type of the module that made a registration; nil if none did.
    package static func module(of registration: RegistrationRecord) -> (any Any.Type)? { registration.module }

    /// The line of the registration that one has replaced; nil if there was none.
    package static func replaced(by registration: RegistrationRecord) -> Location? { registration.replaced }

    /// Whether instances of a registration are kept by an imposer or a scope.
    package static func isKept(_ registration: RegistrationRecord) -> Bool { registration.isKept }

    /// Whether an instance is kept, but neither by scopes of a name nor by whichever scope is running.
    package static func outlives(_ registration: RegistrationRecord, scopesNamed name: InjectionName) -> Bool {
        registration.outlives(scopesNamed: name)
    }

    /// The arguments of a request for a provider: its own, and the owner if the provider takes that.
    package static func arguments(of request: Request, for registration: RegistrationRecord) -> [Argument] {
        request.arguments(for: registration)
    }

    /// The types of those arguments that are not `Hashable`.
    package static func unhashableArguments(of request: Request, for registration: RegistrationRecord)
        -> [any Any.Type]
    {
        request.unhashableArguments(for: registration)
    }

    /// The arguments by the position of the parameter that each is for; nil if one fits no parameter.
    package static func placed(_ arguments: [Argument], for parameters: [any Any.Type]) -> [Int: Argument]? {
        arguments.placed(for: parameters)
    }

    /// The notes on a registration.
    ///
    /// - Parameter new: The notes to keep if there are none.
    package static func notes(on registration: RegistrationRecord, orElse new: @autoclosure () -> Notes? = nil)
        -> Notes?
    {
        registration.notes.load() ?? new().map { registration.notes.storeIfNil($0) }
    }

    /// The notes on the imposer of a node.
    ///
    /// - Parameter new: The notes to keep if there are none.
    package static func notes(on node: ImposerNode, orElse new: @autoclosure () -> Notes? = nil) -> Notes? {
        node.notes.load() ?? new().map { node.notes.storeIfNil($0) }
    }

    /// A type as one of the wrappers of this library; nil if it is none.
    package static func wrapper(_ type: any Any.Type) -> (any DependencyWrapper.Type)? {
        // Wrappers are structs. Of other types, protocols before all, the runtime would have to be asked: it looks
        // through all conformances of the process, once for each type, to find that there is none.
        Metadata(of: type).isStruct ? type as? any DependencyWrapper.Type : nil
    }
}

// MARK: - Instances

extension Seam {
    /// The instance that an injection from an imposer, outside all scopes, would get if it is kept already; nil for an
    /// alias. Makes none, and runs no code of the user, as the conversion of an alias would.
    package static func keptInstance(of registration: RegistrationRecord, heldBy imposer: ImposerNode) -> Any? {
        registration.original == nil ? registration.keptInstance(heldBy: imposer) : nil
    }

    /// Whether the instance that an injection in a scope would get is made.
    package static func isMade(_ registration: RegistrationRecord, heldBy holder: ImposerNode, in scope: ImposerNode?)
        -> Bool
    {
        guard registration.isKept else { return false }
        let keeper = registration.keeper(heldBy: holder, for: scope)
        return keeper?.existingInstance(of: registration)?.held != nil
    }

    /// The scope in which the parameters of a provider are asked for.
    ///
    /// - Parameters:
    ///   - holder: The imposer that holds the registration.
    ///   - scope: The scope in which the instance is asked for.
    package static func scopeOfParameters(
        of registration: RegistrationRecord,
        heldBy holder: ImposerNode,
        askedIn scope: ImposerNode?
    ) -> ImposerNode? {
        registration.scopeOfParameters(heldBy: holder, askedIn: scope)
    }
}

// MARK: - The search

extension Seam {
    /// The imposers that are searched for a request, in order.
    package static func searchOrder(from origin: Origin) -> SearchOrder { SearchOrder(from: origin) }

    /// The decisions of the imposers that are searched, up to the first one that ends the search.
    package static func decisions(for matching: Matching, in order: SearchOrder) -> [Decision] {
        Array(order.decisions(for: matching))
    }

    /// The same as if nothing had been disposed of: a survey looks at copies, whose instances may have been built and
    /// disposed of already.
    package static func decisions(asWiredFor matching: Matching, in order: SearchOrder) -> [Decision] {
        Array(order.decisions(asWiredFor: matching))
    }

    /// The first imposer of an order that was disposed of and stops searches.
    package static func barred(in order: SearchOrder) -> ImposerNode? { order.barred }

    /// Every registration of one imposer that matches.
    package static func candidates(for matching: Matching, in imposer: ImposerNode) -> [Candidate] {
        matching.all(in: imposer)
    }

    /// Every registration that an injection of all would find, the nearest first.
    package static func allCandidates(for matching: Matching, in order: SearchOrder, askedIn scope: ImposerNode?)
        -> [Candidate]
    {
        matching.all(in: order, askedIn: scope)
    }

    /// The registration that answers, as far as that can be said without making an instance.
    package static func winner(of matching: Matching, in order: SearchOrder) -> Candidate? {
        Resolver.winner(matching, order)
    }

    /// A function from a type that something was imposed for to its distance from the requested one; nil where there is
    /// none. It has the requested type taken apart already: for many registrations, get it once.
    package static func distances(to matching: Matching) -> (any Any.Type) -> Int? { matching.distances }

    /// The distance of an instance that was cast, by its own type.
    package static func distance(ofInstanceOf type: any Any.Type, to matching: Matching) -> Int {
        matching.distance(ofInstanceOf: type)
    }

    /// The choice that rules make among candidates.
    package static func choice(among candidates: [Candidate], by rules: InjectionRules) -> Choice {
        rules.rank(candidates)
    }

    /// Whether a candidate is an alias whose instance one of the others delivers, which then stands for both.
    package static func isStoodFor(_ candidate: Candidate, byOneOf others: [Candidate]) -> Bool {
        candidate.isStoodFor(byOneOf: others)
    }

    /// The reason that an injection in a scope gets no instance of the registration that answers it; nil if it does.
    package static func obstacle(to candidate: Candidate, in scope: ImposerNode?) -> Obstacle? {
        Obstacle(to: candidate, in: scope)
    }
}

// MARK: - Failures

extension Seam {
    /// The registrations that the calling code is building, each for the one before, with the types asked for.
    package static var underway: [(type: any Any.Type, registration: RegistrationRecord)] {
        ResolutionPath.current.map { ($0.type, $0.registration) }
    }

    /// The registration that is built outside scopes of the name that another one needs; nil if none is.
    package static func outlivingScope(of registration: RegistrationRecord) -> RegistrationRecord? {
        registration.outlivingScope
    }

    /// The parts of the core's own text of a failure.
    ///
    /// - Parameters:
    ///   - problem: The problem in more detail than the core knows; nil for the core's own.
    ///   - names: The names of the types in it.
    package static func text(
        of failure: Failure,
        for request: Request,
        problem: String?,
        _ names: TypeNames
    ) -> (headline: String, problem: String, action: String) {
        let problem = problem ?? failure.problem(for: request, names)
        return (failure.headline(for: request, problem, names), problem, failure.action(at: request))
    }

    /// The types that the text of a failure names.
    package static func types(in failure: Failure, for request: Request) -> [any Any.Type] {
        failure.types(for: request)
    }
}

// MARK: - Acting

extension Seam {
    /// Runs a body in an isolated copy of a directory, where every request is observed.
    package static func inCopy<Result>(of directory: Directory, _ body: (Directory) -> Result) -> Result {
        Context.run(in: Context(directory, scope: nil)) {
            Context.run(in: .isolated(remembersAnswers: false)) { body(.current) }
        }
    }

    /// Runs a test in an isolated directory, which ends with it.
    ///
    /// - Parameters:
    ///   - empty: Whether to begin without any registration.
    ///   - test: The name of the test in errors, with its place.
    ///   - trapHandler: Is called with an error that is about to stop the program, on the thread that it stops.
    ///   - body: The test. Tasks that it starts run in the directory as well.
    nonisolated(nonsending) package static func isolated<Result>(
        empty: Bool,
        test: String,
        trapHandler: @escaping TrapHandler,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let context = Context.isolated(empty: empty, endsWithBody: true, trapHandler: trapHandler)
        return try await BodyThenEnd.run {
            try await TrapHandlers.$current.withValue(trapHandler) { try await Context.run(in: context, body) }
        } then: {
            await context.directory.endAwaiting(Disposal(.test(test), at: nil))
        }
    }

    /// Returns a copy of an imposer and its parents in a directory, with the same registrations and no instances.
    package static func copy(_ imposer: ImposerNode, in directory: Directory) -> Imposer {
        .copy(of: imposer, in: directory)
    }

    /// Makes the instance for a request. User code runs.
    ///
    /// - Throws: The error that the injection would throw.
    package static func make(_ request: Request, from origin: Origin) throws(ImposeError) {
        _ = try Resolver.resolve(request, as: Any.self, from: origin)
    }

    /// Tells the observers of an imposer's directory of an event. Nothing may be locked.
    package static func report(_ kind: ImposeEvent.Kind, in imposer: ImposerNode, at location: Location) {
        Observers.report(kind, in: imposer, at: location)
    }
}
