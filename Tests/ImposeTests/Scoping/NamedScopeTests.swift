import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Basket: Sendable {}

private struct Customer: Sendable, Equatable {
    let name: String
}

private protocol Work: AnyObject, Sendable {}

private final class UnitOfWork: Work {}

private enum Kind: Hashable, Sendable {
    case request(Int)
}

extension Imposer {
    /// Imposes a unit of work for each request.
    @discardableResult
    fileprivate func imposeWork() -> Registration<UnitOfWork> {
        impose(for: UnitOfWork.self, option: .scopedInstance(in: "request"), UnitOfWork.init)
    }
}

private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? {
    failure(of: injection)?.kind
}

@Suite("A scoped instance of a named scope", .imposing(empty: true))
struct NamedScopeTests {
    // MARK: Which scope keeps it

    @Test("is one for each scope of that name")
    func onePerScope() {
        Imposer.shared.imposeWork()
        let (one, other) = (Imposer.openScope("request"), Imposer.openScope("request"))
        let work: UnitOfWork = one.inject()
        for _ in 0..<3 {
            #expect(one.inject(of: UnitOfWork.self) === work)
            #expect(one.run { inject(of: UnitOfWork.self) } === work)
            #expect(other.inject(of: UnitOfWork.self) !== work)
        }
    }

    @Test("is shared by the scopes inside, of any name, whichever asks first", arguments: 0..<4)
    func shared(first: Int) {
        Imposer.shared.imposeWork()
        let request = Imposer.openScope("request")
        let step = request.openScope("step")
        let scopes = [request, request.openScope(), step, step.openScope("detail")]
        let work: UnitOfWork = scopes[first].inject()
        for _ in 0..<3 {
            for scope in scopes {
                #expect(scope.inject(of: UnitOfWork.self) === work)
                #expect(scope.run { inject(of: UnitOfWork.self) } === work)
            }
        }
    }

    @Test("is shared by the scopes inside, whichever of them have registrations of their own", arguments: 0..<8)
    func sharedWithRegistrations(occupied: Int) {
        Imposer.shared.imposeWork()
        let request = Imposer.openScope("request")
        let step = request.openScope("step")
        let scopes = [request, step, step.openScope("detail")]
        for (level, scope) in scopes.enumerated() where occupied & (1 << level) != 0 { scope.give(level) }
        let work: UnitOfWork = scopes[2].inject()
        for _ in 0..<3 {
            for scope in scopes { #expect(scope.inject(of: UnitOfWork.self) === work) }
        }
    }

    @Test("is kept by the nearest scope of that name, where one is inside another")
    func nearest() {
        Imposer.shared.imposeWork()
        let outer = Imposer.openScope("request")
        let inner = outer.openScope("step").openScope("request")
        let step = inner.openScope("step")
        let work: UnitOfWork = step.inject()
        #expect(inner.inject(of: UnitOfWork.self) === work)
        #expect(outer.inject(of: UnitOfWork.self) !== work)
        inner.dispose()
        #expect(outer.unforceInject(of: UnitOfWork.self) != nil)
    }

    @Test("is kept by a scope that encloses the one that is asked through a private imposer")
    func throughPrivate() {
        Imposer.shared.imposeWork()
        let request = Imposer.openScope("request")
        let child = Imposer(parent: request)
        let work: UnitOfWork = child.openScope("step").inject()
        #expect(child.inject(of: UnitOfWork.self) === work)
        #expect(request.inject(of: UnitOfWork.self) === work)
    }

    @Test("is that of the scope that is running, also for another imposer's registration")
    func running() {
        let payments = Imposer()
        payments.imposeWork()
        Imposer.imposer(for: .secondary).impose(for: Basket.self, option: .scopedInstance(in: "request"), Basket.init)
        Imposer.withScope("request") { request in
            let work: UnitOfWork = payments.inject()
            let basket: Basket = inject()
            Imposer.withScope("step") { _ in
                #expect(payments.inject(of: UnitOfWork.self) === work)
                #expect(inject(from: .secondary, of: Basket.self) === basket)
            }
            #expect(request.inject(of: Basket.self) === basket)
        }
    }

    @Test("is that of the imposer's own scope, whatever is running")
    func ownScope() {
        Imposer.shared.imposeWork()
        let (one, other) = (Imposer.openScope("request"), Imposer.openScope("request"))
        let step = other.openScope()
        #expect(one.run { step.inject(of: UnitOfWork.self) } === other.inject(of: UnitOfWork.self))
        // Its own scope is of another name, so the running one does not count.
        let session = Imposer.openScope("session")
        #expect(one.run { kind { () throws(ImposeError) in try session.tryInject(of: UnitOfWork.self) } } == .noScope)
    }

    @Test("is found by a name of any type, and an InjectionName is the name that it was made from")
    func names() {
        Imposer.impose(for: UnitOfWork.self, option: .scopedInstance(in: Kind.request(1)), UnitOfWork.init)
        Imposer.impose(for: Basket.self, option: .scopedInstance(in: InjectionName("request")), Basket.init)
        let request = Imposer.openScope(Kind.request(1)).openScope("request").openScope(Kind.request(2))
        #expect(request.unforceInject(of: UnitOfWork.self) != nil)
        #expect(request.unforceInject(of: Basket.self) != nil)
        let other = Imposer.openScope(Kind.request(2))
        #expect(kind { () throws(ImposeError) in try other.tryInject(of: UnitOfWork.self) } == .noScope)
        #expect(InjectOption.scopedInstance(in: "request") == .scopedInstance(in: InjectionName("request")))
        #expect(InjectOption.scopedInstance(in: "request") != .scopedInstance(in: "session"))
        #expect(InjectOption.scopedInstance(in: "request") != .scopedInstance)
    }

    @Test("is called by its name in texts")
    func texts() {
        #expect("\(InjectOption.scopedInstance(in: "request"))" == "scopedInstance(in: \"request\")")
        #expect("\(InjectOption.scopedInstance(in: Kind.request(1)))" == "scopedInstance(in: Kind.request(1))")
    }

    // MARK: Without such a scope

    @Test("is an error of kind noScope, however it is asked for, and never nil for an optional")
    func noScope() {
        Imposer.shared.imposeWork().alias((any Work).self) { $0 }
        for asked in [Imposer.shared, Imposer.openScope("session"), Imposer(parent: Imposer.openScope())] {
            #expect(kind { () throws(ImposeError) in try asked.tryInject(of: UnitOfWork.self) } == .noScope)
            #expect(kind { () throws(ImposeError) in try asked.tryInject(of: UnitOfWork?.self) } == .noScope)
            #expect(kind { () throws(ImposeError) in try asked.tryInject(of: (any Work).self) } == .noScope)
            #expect(kind { () throws(ImposeError) in try asked.tryInject(of: (any Work)?.self) } == .noScope)
            #expect(kind { () throws(ImposeError) in try asked.injectAll(of: (any Work).self) } == .noScope)
            #expect(kind { () throws(ImposeError) in try asked.store(UnitOfWork(), for: UnitOfWork.self) } == .noScope)
            #expect(asked.unforceInject(of: UnitOfWork.self) == nil)
            for type in [UnitOfWork.self, UnitOfWork?.self, (any Work).self] as [Any.Type] {
                func check<T>(_: T.Type) {
                    #expect(!asked.isImposed(T.self))
                }
                _openExistential(type, do: check)
            }
        }
    }

    @Test("is one outside again when the scope has ended")
    func noScopeAfterwards() {
        Imposer.shared.imposeWork()
        for _ in 0..<3 {
            Imposer.withScope("request") { _ in _ = inject(of: UnitOfWork.self) }
            #expect(kind { () throws(ImposeError) in try tryInject(of: UnitOfWork.self) } == .noScope)
        }
    }

    @Test("is one beside the scope of that name: only what encloses counts")
    func beside() {
        Imposer.shared.imposeWork()
        Imposer.withScope("request") { _ in
            Imposer.shared.withScope("job") { _ in
                #expect(kind { () throws(ImposeError) in try tryInject(of: UnitOfWork.self) } == .noScope)
            }
            #expect(unforceInject(of: UnitOfWork.self) != nil)
        }
    }

    @Test("is one for what lives longer than the scope, also where that is built inside one")
    func captive() {
        final class Statistics: Sendable {
            init(work: UnitOfWork) {}
        }
        Imposer.shared.imposeWork()
        Imposer.impose(for: Statistics.self, Statistics.init)
        let error = Imposer.withScope("request") { _ in
            failure { () throws(ImposeError) in try tryInject(of: Statistics.self) }
        }
        #expect(error?.kind == .noScope)
        #expect(error?.path.count == 2)
        let session = Imposer.openScope("session")
        session.impose(for: Statistics.self, Statistics.init)
        let inner = session.openScope("request")
        #expect(kind { () throws(ImposeError) in try inner.tryInject(of: Statistics.self) } == .noScope)
    }

    @Test("The text says which scopes were running, from the inside out, and how to open one")
    func text() {
        let imposer = Imposer()
        imposer.impose(
            for: UnitOfWork.self,
            option: .scopedInstance(in: Kind.request(1)),
            fileID: "Shop/Start.swift",
            line: 2,
            UnitOfWork()
        )
        func text(_ asked: Imposer) -> String? {
            failure { () throws(ImposeError) in
                try asked.tryInject(of: UnitOfWork.self, fileID: "Shop/Desk.swift", line: 9)
            }?.description.onOneLine
        }
        let session = imposer.openScope("session", fileID: "Shop/Desk.swift", line: 3)
        let step = session.openScope(fileID: "Shop/Desk.swift", line: 4)
        let head = """
            Impose can't inject UnitOfWork: it is imposed as .scopedInstance(in: Kind.request(1)) at Shop/Start.swift:2, \
            and no scope Kind.request(1) encloses the injection:
            """
        let running = """
            what runs is scope, opened at Shop/Desk.swift:4, in scope "session", opened at Shop/Desk.swift:3.
            """
        #expect(text(step)?.hasPrefix("\(head) \(running)") == true)
        #expect(text(imposer)?.hasPrefix("\(head) none is running.") == true)
        #expect(
            text(step)?.contains("withScope(Kind.request(1)) { scope in _ = scope.inject(of: UnitOfWork.self) }")
                == true
        )
    }

    // MARK: Registrations inside

    @Test("made on the named scope itself is kept there, and hides the outer one")
    func registeredInNamed() {
        Imposer.shared.imposeWork()
        let request = Imposer.openScope("request")
        let outer: UnitOfWork = request.inject()
        request.imposeWork()
        let step = request.openScope("step")
        let work: UnitOfWork = step.inject()
        #expect(work !== outer)
        #expect(request.inject(of: UnitOfWork.self) === work)
    }

    @Test("made on a scope inside the named one is kept in the scope that has it, and goes with that one")
    func registeredInside() {
        let disposed = CallCounter()
        let request = Imposer.openScope("request")
        let step = request.openScope("step")
        step.imposeWork().onDispose { _ in disposed.increment() }
        let detail = step.openScope("detail")
        let work: UnitOfWork = detail.inject()
        #expect(step.inject(of: UnitOfWork.self) === work)
        #expect(request.unforceInject(of: UnitOfWork.self) == nil)
        detail.dispose()
        #expect(disposed.count == 0)
        #expect(step.inject(of: UnitOfWork.self) === work)
        step.dispose()
        #expect(disposed.count == 1)
    }

    @Test("made on a scope outside is kept by the named one inside that")
    func registeredOutside() {
        let session = Imposer.openScope("session")
        session.imposeWork()
        let (one, other) = (session.openScope("request"), session.openScope("request"))
        #expect(one.openScope().inject(of: UnitOfWork.self) === one.inject(of: UnitOfWork.self))
        #expect(one.inject(of: UnitOfWork.self) !== other.inject(of: UnitOfWork.self))
        #expect(kind { () throws(ImposeError) in try session.tryInject(of: UnitOfWork.self) } == .noScope)
    }

    @Test("made on a private imposer below the named scope is kept by that scope, or by the scope inside that it is in")
    func registeredBelow() {
        let request = Imposer.openScope("request")
        let child = Imposer(parent: request)
        child.imposeWork()
        let work: UnitOfWork = child.openScope().inject()
        #expect(child.inject(of: UnitOfWork.self) === work)
        #expect(request.run { child.inject(of: UnitOfWork.self) } === work)
        let step = request.openScope("step")
        let below = Imposer(parent: step)
        below.imposeWork()
        let inner: UnitOfWork = below.openScope().inject()
        #expect(inner !== work)
        #expect(below.inject(of: UnitOfWork.self) === inner)
        step.dispose()
        #expect(kind { () throws(ImposeError) in try below.tryInject(of: UnitOfWork.self) } == .disposed)
        #expect(child.inject(of: UnitOfWork.self) === work)
    }

    // MARK: Whose it is

    @Test("is not seen in another directory, and the copies of its registration keep their own")
    func isolation() {
        Imposer.shared.imposeWork()
        let request = Imposer.openScope("request")
        let work: UnitOfWork = request.inject()
        Imposer.isolated {
            #expect(kind { () throws(ImposeError) in try tryInject(of: UnitOfWork.self) } == .noScope)
            Imposer.withScope("request") { _ in
                #expect(inject(of: UnitOfWork.self) !== work)
                Imposer.withScope("step") { _ in #expect(inject(of: UnitOfWork.self) !== work) }
            }
            #expect(request.run { inject(of: UnitOfWork.self) } === work)
        }
    }

    @Test("is one for each list of arguments, which must be Hashable")
    func arguments() {
        final class Cursor: Sendable {
            let table: String
            init(table: String) { self.table = table }
        }
        struct Query: Sendable {}
        Imposer.impose(for: Cursor.self, option: .scopedInstance(in: "request"), Cursor.init)
        Imposer.impose(for: Basket.self, option: .scopedInstance(in: "request")) { (_: Query) in Basket() }
        let request = Imposer.openScope("request")
        let step = request.openScope()
        let orders: Cursor = step.inject(arguments: "orders")
        #expect(orders.table == "orders")
        #expect(request.inject(of: Cursor.self, arguments: "orders") === orders)
        #expect(request.inject(of: Cursor.self, arguments: "stock") !== orders)
        #expect(
            kind { () throws(ImposeError) in try step.tryInject(of: Basket.self, arguments: Query()) } == .arguments
        )
        let other = Imposer.openScope("request")
        #expect(other.inject(of: Cursor.self, arguments: "orders") !== orders)
    }

    @Test("is the same by its aliases and by what it is a subtype of, in all scopes inside")
    func aliases() throws {
        Imposer.shared.imposeWork().alias((any Work).self, named: "alias") { $0 }
        let request = Imposer.openScope("request")
        let step = request.openScope()
        let work = try #require(step.inject(of: (any Work).self, named: "alias") as? UnitOfWork)
        for asked in [request, step] {
            #expect(asked.inject(of: UnitOfWork.self) === work)
            #expect(asked.inject(of: (any Work).self) as? UnitOfWork === work)
            #expect(asked.inject(of: (any Work).self, named: "alias") as? UnitOfWork === work)
            let castable = InjectionRules.nearestAndCastable
            #expect(asked.inject(of: (any Work).self, named: "alias", ifNoMatchUse: castable) as? UnitOfWork === work)
            #expect(try asked.injectAll(of: (any Work).self).map { ObjectIdentifier($0) } == [ObjectIdentifier(work)])
        }
    }

    @Test("is replaced for all of them by a store, wherever inside that is made, and for no other scope of the name")
    func stores() throws {
        let disposed = CallCounter()
        Imposer.shared.imposeWork().onDispose { _ in disposed.increment() }
        let (request, other) = (Imposer.openScope("request"), Imposer.openScope("request"))
        let step = request.openScope("step")
        let (made, others): (UnitOfWork, UnitOfWork) = (step.inject(), other.inject())
        let stored = UnitOfWork()
        try step.store(stored, for: UnitOfWork.self)
        #expect(disposed.count == 1)
        withExtendedLifetime(made) {}
        for asked in [request, step, request.openScope()] { #expect(asked.inject(of: UnitOfWork.self) === stored) }
        #expect(other.inject(of: UnitOfWork.self) === others)
        step.dispose()
        #expect(request.inject(of: UnitOfWork.self) === stored)
        request.dispose()
        #expect(disposed.count == 1)
    }

    @Test("is found by optional requests, injectAll and isImposed inside the scope")
    func queries() throws {
        Imposer.shared.imposeWork()
        let request = Imposer.openScope("request")
        let step = request.openScope()
        let work: UnitOfWork = request.inject()
        #expect(try step.tryInject(of: UnitOfWork?.self) === work)
        #expect(try step.injectAll(of: (any Work).self).count == 1)
        #expect(step.isImposed(UnitOfWork.self) && step.isImposed((any Work)?.self))
        #expect(!Imposer.isImposed(UnitOfWork.self))
        #expect(step.run { Imposer.isImposed(UnitOfWork.self) })
    }
}
