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

    @Test("An instance for a named scope is one for each scope of that name")
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

    @Test("An instance for a named scope is shared by the scopes inside, whichever asks first", arguments: 0..<4)
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

    @Test("An instance for a named scope is shared by scopes inside with registrations of their own", arguments: 0..<8)
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

    @Test("An instance for a named scope is kept by the nearest scope of that name")
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

    @Test("An instance for a named scope is kept by one that encloses the asked private imposer's")
    func throughPrivate() {
        Imposer.shared.imposeWork()
        let request = Imposer.openScope("request")
        let child = Imposer(parent: request)
        let work: UnitOfWork = child.openScope("step").inject()
        #expect(child.inject(of: UnitOfWork.self) === work)
        #expect(request.inject(of: UnitOfWork.self) === work)
    }

    @Test("An instance for a named scope is that of the running scope, whichever imposer has it")
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

    @Test("An instance for a named scope is that of the asked scope's own, whatever is running")
    func ownScope() {
        Imposer.shared.imposeWork()
        let (one, other) = (Imposer.openScope("request"), Imposer.openScope("request"))
        let step = other.openScope()
        #expect(one.run { step.inject(of: UnitOfWork.self) } === other.inject(of: UnitOfWork.self))
        // Its own scope is of another name, so the running one does not count.
        let session = Imposer.openScope("session")
        #expect(one.run { kind { () throws(ImposeError) in try session.tryInject(of: UnitOfWork.self) } } == .noScope)
    }

    @Test("A named scope is found by a name of any type, and InjectionName is what it was made from")
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

    @Test("The option of a named scope prints with its name")
    func texts() {
        #expect("\(InjectOption.scopedInstance(in: "request"))" == "scopedInstance(in: \"request\")")
        #expect("\(InjectOption.scopedInstance(in: Kind.request(1)))" == "scopedInstance(in: Kind.request(1))")
    }

    // MARK: Without such a scope

    @Test("An instance for a named scope outside of it is an error noScope, for optionals, too")
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

    @Test("An instance for a named scope is an error outside again when the scope has ended")
    func noScopeAfterwards() {
        Imposer.shared.imposeWork()
        for _ in 0..<3 {
            Imposer.withScope("request") { _ in _ = inject(of: UnitOfWork.self) }
            #expect(kind { () throws(ImposeError) in try tryInject(of: UnitOfWork.self) } == .noScope)
        }
    }

    @Test("An instance for a named scope is an error in a scope beside it")
    func beside() {
        Imposer.shared.imposeWork()
        Imposer.withScope("request") { _ in
            Imposer.shared.withScope("job") { _ in
                #expect(kind { () throws(ImposeError) in try tryInject(of: UnitOfWork.self) } == .noScope)
            }
            #expect(unforceInject(of: UnitOfWork.self) != nil)
        }
    }

    @Test("An instance for a named scope is an error for what lives longer than that scope")
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

    @Test("The error noScope says which scopes were running, from the inside out, and how to open one")
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

    @Test("What is imposed on a named scope for itself is kept there, and hides the outer one")
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

    @Test("What is imposed on a scope inside the named one is kept by the scope that has it")
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

    @Test("What is imposed on an outer scope for a named one is kept by the named one")
    func registeredOutside() {
        let session = Imposer.openScope("session")
        session.imposeWork()
        let (one, other) = (session.openScope("request"), session.openScope("request"))
        #expect(one.openScope().inject(of: UnitOfWork.self) === one.inject(of: UnitOfWork.self))
        #expect(one.inject(of: UnitOfWork.self) !== other.inject(of: UnitOfWork.self))
        #expect(kind { () throws(ImposeError) in try session.tryInject(of: UnitOfWork.self) } == .noScope)
    }

    @Test("What a private imposer below a named scope imposes for it is kept by the scope it lies in")
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

    @Test("An instance for a named scope is not seen in another directory, which keeps its own")
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

    @Test("An instance for a named scope is one for each list of arguments")
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

    @Test("An instance for a named scope is the same by alias and subtype, in all scopes inside")
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

    @Test("Storing inside a named scope replaces that scope's instance, and no other one's")
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

    @Test("An instance for a named scope is found by optionals, injectAll and isImposed inside")
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
