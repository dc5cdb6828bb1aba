import Impose
import ImposeInspecting
import ImposeTesting
import TestSupport
import Testing

private final class Database: Sendable {}

private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? {
    failure(of: injection)?.kind
}

@Suite("After the end of a scope", .imposing(empty: true), .timeLimit(.minutes(20)))
struct AfterTheEndTests {
    @Test(
        "In an ended scope only what lives outside and was not hidden there is answered",
        arguments: EndedScope.Thing.allCases,
        EndedScope.Asker.allCases
    )
    func table(thing: EndedScope.Thing, asker: EndedScope.Asker) async {
        for time in EndedScope.Time.allCases {
            await Imposer.isolated(empty: true) {
                let answers = await asker.answers(EndedScope(thing, imposed: time))
                for way in EndedScope.Way.allCases {
                    #expect(answers[way] == way.expected(thing), "\(way), imposed \(time)")
                }
            }
        }
    }

    @Test("a task that outlives its scope goes on with a database that lives outside")
    func database() async {
        Imposer.impose(for: Database.self, Database.init)
        let scope = Imposer.openScope()
        let hasEnded = Signal()
        let task = scope.run {
            Task {
                await hasEnded.wait()
                return inject(of: Database.self)
            }
        }
        scope.dispose()
        hasEnded.give()
        #expect(await task.value === inject(of: Database.self))
    }

    // MARK: Castable rules

    /// A scope that was disposed of, of an imposer that has something in another type than the one that is asked for.
    private func scope(_ imposing: (_ outside: Imposer, _ scope: Imposer) -> Void) -> Imposer {
        let scope = Imposer.openScope()
        imposing(.shared, scope)
        for name in [nil, "spare"] as [InjectionName?] { _ = try? cast(scope, named: name) }
        scope.dispose()
        return scope
    }

    private func cast(_ asked: Imposer, named name: InjectionName? = nil) throws(ImposeError) -> (any Washable)? {
        try asked.tryInject(named: name, ifNoMatchUse: .nearestAndCastable)
    }

    @Test("In an ended scope a cast finds what lives outside")
    func castOutside() throws {
        let scope = scope { outside, _ in outside.impose(for: (any Thing).self, Cup.init) }
        #expect(try cast(scope) is Cup)
    }

    @Test("In an ended scope a cast fails if the scope would keep what it finds")
    func castScoped() {
        let scope = scope { outside, _ in
            outside.impose(for: (any Thing).self, option: .scopedInstance, Cup.init)
            outside.impose(for: (any Other).self, Plate.init)
        }
        #expect(kind { () throws(ImposeError) in try cast(scope) } == .disposed)
        #expect(scope.unforceInject(of: (any Washable).self, ifNoMatchUse: .furthestAndCastable) == nil)
    }

    @Test("In an ended scope a cast fails if it finds by an alias what the scope would keep")
    func castAlias() {
        let scope = scope { outside, _ in
            outside.impose(for: Cup.self, option: .scopedInstance, Cup.init)
                .alias((any Thing).self, named: "spare") { $0 }
        }
        #expect(kind { () throws(ImposeError) in try cast(scope, named: "spare") } == .disposed)
    }

    @Test("In an ended scope a cast fails if what it finds needs what is the scope's")
    func castNeeding() {
        let scope = scope { outside, _ in
            Imposer.imposer(for: .secondary).impose(for: Database.self, option: .scopedInstance, Database.init)
            outside.impose(for: (any Thing).self, option: .closureBased) { (_: Database) in Cup() }
            outside.impose(for: (any Other).self, Plate.init)
        }
        #expect(kind { () throws(ImposeError) in try cast(scope) } == .disposed)
    }

    @Test(
        "In an ended scope a cast fails if the scope had anything of the name that is asked for"
    )
    func castOwn() throws {
        let scope = scope { outside, scope in
            outside.impose(for: (any Thing).self, named: "spare", Plate.init)
            outside.impose(for: (any Thing).self, Plate.init)
            scope.give(Cup(), for: (any Other).self)
        }
        #expect(kind { () throws(ImposeError) in try cast(scope) } == .disposed)
        #expect(try cast(scope, named: "spare") is Plate)
        // Without the rule nothing is cast, and the scope's registrations play no part.
        #expect(scope.unforceInject(of: (any Thing).self) is Plate)
    }

    // MARK: Hiding registrations

    @Test("In an ended scope its registrations hide the same name, for their type and supertypes")
    func keys() throws {
        Imposer.impose(for: Cup.self, Cup.init)
        Imposer.impose(for: (any Thing).self, Plate.init)
        let scope = Imposer.openScope()
        scope.give(Cup(), named: "spare")
        scope.give(Plate(), for: (any Other).self)
        scope.dispose()
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Cup.self) } == nil)
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Cup.self, named: "spare") } == .disposed)
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Cup?.self, named: "spare") } == .disposed)
        #expect(
            kind { () throws(ImposeError) in try scope.tryInject(of: (any Thing).self, named: "spare") } == .disposed
        )
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: (any Thing).self) } == nil)
        #expect(kind { () throws(ImposeError) in try scope.injectAll(of: (any Thing).self) } == nil)
        #expect(kind { () throws(ImposeError) in try scope.injectAll(of: (any Other).self) } == .disposed)
        #expect(try scope.tryInject(of: Database?.self) == nil)
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Database.self) } == .missing)
    }

    @Test("In an ended scope nothing is hidden by what was removed, or had no effect")
    func notInForce() throws {
        Imposer.impose(for: Cup.self, Cup.init)
        Imposer.impose(for: (any Thing).self, Plate.init)
        let scope = Imposer.openScope()
        scope.give(Cup())
        scope.remove(for: Cup.self)
        // An alias whose original is not there any more is as if it were not there.
        scope.impose(for: Plate.self, Plate.init).alias((any Thing).self) { $0 }
        scope.remove(for: Plate.self)
        #expect(scope.inject(of: (any Thing).self) is Plate)
        scope.dispose()
        #expect(try scope.tryInject(of: Cup?.self) != nil)
        #expect(try scope.tryInject(of: (any Thing).self) is Plate)
        #expect(try scope.tryInject(of: Plate?.self) == nil)
        try scope.store(Plate(), for: (any Thing).self)
    }

    @Test("What comes too late for a scope hides what it would have hidden, had it come in time")
    func late() throws {
        let name: InjectionName = "late"
        Imposer.impose(for: (any Thing).self, named: name, Plate.init)
        func ended(_ prepare: (Imposer) -> Void, _ late: (Imposer) -> Void) throws -> Bool {
            let scope = Imposer.openScope()
            prepare(scope)
            scope.dispose()
            late(scope)
            let kind = kind { () throws(ImposeError) in try scope.tryInject(of: (any Thing).self, named: name) }
            #expect(kind == nil || kind == .disposed)
            return kind == nil
        }
        let imposing: (Imposer) -> Registration<Cup> = { $0.impose(for: Cup.self, Cup.init) }
        let aliasing: (Registration<Cup>) -> Void = { $0.alias((any Thing).self, named: name) { $0 } }
        #expect(try !ended({ _ in }, { aliasing(imposing($0)) }))
        #expect(try !ended({ _ = imposing($0) }, { aliasing(imposing($0)) }))
        // What the policy has dropped has no alias.
        for isEarly in [true, false] {
            #expect(
                try ended({ if isEarly { _ = imposing($0) } }) { scope in
                    if !isEarly { _ = imposing(scope) }
                    aliasing(scope.impose(for: Cup.self, onConflict: .keep, Cup.init))
                }
            )
        }
        // An alias without its original is none.
        var removed: Registration<Cup>?
        #expect(
            try ended({ scope in
                removed = imposing(scope)
                scope.remove(for: Cup.self)
            }) { _ in removed.map(aliasing) }
        )
    }

    @Test("validate(building: true) of an ended scope ends, also where a provider asks by a castable rule")
    func validated() {
        Imposer.impose(for: Plate.self, option: .closureBased) { (imposer: Imposer) in
            _ = try imposer.tryInject(of: (any Washable)?.self, ifNoMatchUse: .nearestAndCastable)
            return Plate()
        }
        let scope = Imposer.openScope()
        scope.give(Cup(), for: (any Other).self)
        scope.dispose()
        scope.give(Cup(), for: (any Thing).self)
        _ = scope.validate(building: true)
    }

    @Test("In an ended scope a registration for an optional hides requests for that optional alone")
    func optionals() {
        Imposer.impose(for: Cup.self, Cup.init)
        let scope = Imposer.openScope()
        scope.give(Cup?.none)
        scope.dispose()
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Cup?.self) } == .disposed)
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Cup.self) } == nil)
    }

    // MARK: Scopes round it, and imposers beside it

    @Test("An inner scope that has ended answers with what the outer one keeps, until that ends")
    func nested() {
        Imposer.impose(for: Database.self, Database.init)
        Imposer.impose(for: Cup.self, option: .scopedInstance(in: "session"), Cup.init)
        let session = Imposer.openScope("session")
        session.give(Plate())
        let request = session.openScope("request")
        request.dispose()
        #expect(request.inject(of: Cup.self) === session.inject(of: Cup.self))
        #expect(request.inject(of: Plate.self) === session.inject(of: Plate.self))
        session.dispose()
        for asked in [request, session] {
            #expect(kind { () throws(ImposeError) in try asked.tryInject(of: Cup.self) } == .disposed)
            #expect(kind { () throws(ImposeError) in try asked.tryInject(of: Plate.self) } == .disposed)
            #expect(kind { () throws(ImposeError) in try asked.tryInject(of: Database.self) } == nil)
        }
    }

    @Test("An inner scope that ended with its outer one answers only what both let through")
    func inside() {
        Imposer.impose(for: Database.self, Database.init)
        Imposer.impose(for: Plate.self, Plate.init)
        Imposer.impose(for: Cup.self, Cup.init)
        let request = Imposer.openScope("request")
        let step = request.openScope("step")
        request.give(Plate())
        step.give(Cup())
        request.dispose()
        #expect(step.isDisposed)
        #expect(kind { () throws(ImposeError) in try step.tryInject(of: Database.self) } == nil)
        #expect(kind { () throws(ImposeError) in try step.tryInject(of: Plate.self) } == .disposed)
        #expect(kind { () throws(ImposeError) in try step.tryInject(of: Cup.self) } == .disposed)
        #expect(kind { () throws(ImposeError) in try request.tryInject(of: Cup.self) } == nil)
    }

    @Test("A private imposer that was disposed of answers nothing, and neither do imposers below it")
    func privateImposers() {
        Imposer.impose(for: Database.self, Database.init)
        let scope = Imposer.openScope()
        let (below, alone) = (Imposer(parent: scope), Imposer(parent: .shared))
        var scopes = [below.openScope(), alone.openScope()]
        scope.dispose()
        alone.dispose()
        // Nor does one that is made there later, no matter what is imposed on it.
        scopes += [Imposer(parent: scope), Imposer(parent: alone)]
        for made in scopes.suffix(2) { made.give(Database()) }
        for asked in [below, alone] + scopes {
            #expect(kind { () throws(ImposeError) in try asked.tryInject(of: Database.self) } == .disposed)
        }
        for scope in scopes.prefix(2) {
            #expect(scope.run { kind { () throws(ImposeError) in try tryInject(of: Database?.self) } } == .disposed)
        }
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Database.self) } == nil)
    }

    @Test("In an ended scope what is imposed outside later is answered, until it is removed")
    func changedOutside() {
        let scope = Imposer.openScope()
        scope.give(Plate())
        scope.dispose()
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Database.self) } == .missing)
        for _ in 0..<3 {
            Imposer.impose(for: Database.self, Database.init)
            let database: Database = inject()
            for _ in 0..<3 { #expect(scope.run { inject(of: Database.self) } === database) }
        }
        Imposer.remove(for: Database.self)
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Database.self) } == .missing)
        Imposer.impose(for: Plate.self, Plate.init)
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Plate.self) } == .disposed)
    }

    @Test("A provider that is running when its scope ends gets what lives outside, and nothing scoped")
    func duringConstruction() {
        Imposer.impose(for: Database.self, Database.init)
        let kinds = Collected<ImposeError.Kind?>()
        Imposer.impose(for: Cup.self, option: .closureBased) { () -> Cup in
            kinds.add(kind { () throws(ImposeError) in try tryInject(of: Plate.self) })
            Imposer.shared.disposeScopes(named: "request")
            kinds.add(kind { () throws(ImposeError) in try tryInject(of: Plate.self) })
            kinds.add(kind { () throws(ImposeError) in try tryInject(of: Database.self) })
            return Cup()
        }
        Imposer.withScope("request") { scope in
            scope.give(Plate())
            _ = inject(of: Cup.self)
        }
        #expect(kinds.all == [nil, .disposed, nil])
    }

    @Test(
        "Wrappers and handles in what an ended scope kept go on injecting what lives outside",
        arguments: End.allCases
    )
    fileprivate func wrappersOfKept(end: End) {
        Imposer.impose(for: Database.self, Database.init)
        Imposer.impose(for: Plate.self, Plate.init)
        Imposer.impose(for: Desk.self, option: .scopedInstance, Desk.init)
        // Another scope of the same kind was there before.
        Imposer.withScope { scope in
            scope.give(Plate())
            _ = inject(of: Desk.self)
        }
        var scope: Imposer? = Imposer.openScope()
        scope?.give(Plate())
        guard let desk = scope?.inject(of: Desk.self) else { return }
        if end != .lastReference { scope?.dispose() }
        if end != .disposal { scope = nil }
        #expect(desk.database === inject(of: Database.self))
        #expect(desk.handle() === inject(of: Database.self))
        #expect(kind { () throws(ImposeError) in try desk.$again.tryInject() } == nil)
        #expect(desk.plate == nil)
        #expect(kind { () throws(ImposeError) in try desk.plateHandle.tryInject() } == .disposed)
        withExtendedLifetime(scope) {}
    }
}

private protocol Washable: Sendable {}

private protocol Thing: Sendable {}

private protocol Other: Sendable {}

private final class Cup: Thing, Other, Washable {}

private final class Plate: Thing, Other, Washable {}

/// A way in which a scope ends.
private enum End: CaseIterable {
    case disposal, lastReference, both
}

private final class Desk: @unchecked Sendable {
    @UnforceInjected var database: Database?
    @UnforceInjected var plate: Plate?
    @Imposed var again: Database
    let handle: Injected<Database>
    let plateHandle: Injected<Plate>

    init(handle: Injected<Database>, plateHandle: Injected<Plate>) {
        (self.handle, self.plateHandle) = (handle, plateHandle)
    }
}
