import Impose
import TestSupport
import Testing

private protocol Service: AnyObject {}

private final class Worker: Service {}

private final class Helper: Service {}

@Suite("Removing and resetting")
struct RemovingTests {
    private let imposer = Imposer()

    /// Injects one and lets go of it, so that only the imposer holds it.
    private func weakly<Instance: AnyObject>(_ type: Instance.Type) throws -> WeakReference<Instance> {
        WeakReference(try imposer.tryInject(of: type))
    }

    private struct WeakReference<Instance: AnyObject> {
        weak var instance: Instance?

        init(_ instance: Instance) {
            self.instance = instance
        }
    }

    @Test("remove says whether there was something to remove")
    func removeReturns() {
        #expect(!imposer.remove(for: Worker.self))
        imposer.impose(for: Worker.self, Worker())
        #expect(imposer.remove(for: Worker.self))
        #expect(!imposer.remove(for: Worker.self))
    }

    @Test("remove says whether a given value was removed, which then hides nothing")
    func removeGiven() throws {
        imposer.impose(for: Worker.self, Worker())
        let scope = imposer.openScope()
        scope.give(Worker())
        #expect(try scope.tryInject(of: Worker.self) !== imposer.tryInject(of: Worker.self))
        #expect(scope.remove(for: Worker.self))
        #expect(try scope.tryInject(of: Worker.self) === imposer.tryInject(of: Worker.self))
        #expect(!scope.remove(for: Worker.self))
        #expect(imposer.isImposed(Worker.self))
    }

    @Test("remove takes the type and the name exactly")
    func removeExactly() throws {
        imposer.impose(for: Worker.self, Worker())
        imposer.impose(for: Worker.self, named: "night", Worker())
        #expect(!imposer.remove(for: Service.self))
        #expect(!imposer.remove(for: Worker.self, named: "day"))
        #expect(imposer.remove(for: Worker.self))
        #expect(imposer.isImposed(Worker.self, named: "night"))
        #expect(!imposer.isImposed(Worker.self))
    }

    @Test("what was removed is missing")
    func removed() throws {
        imposer.impose(for: Service.self, Worker())
        _ = try imposer.tryInject(of: Service.self)
        imposer.remove(for: Service.self)
        let error = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Service.self) }
        #expect(error?.kind == .missing)
    }

    @Test("what was removed can be imposed again")
    func imposedAgain() throws {
        imposer.impose(for: Service.self, Worker())
        imposer.remove(for: Service.self)
        imposer.impose(for: Service.self, onConflict: .keep, Helper())
        #expect(try imposer.tryInject(of: Service.self) is Helper)
    }

    @Test("removing leaves the parent's registration to be found")
    func removedFromChild() throws {
        imposer.impose(for: Service.self, Worker())
        let child = Imposer(parent: imposer)
        child.impose(for: Service.self, Helper())
        #expect(try child.tryInject(of: Service.self) is Helper)
        #expect(child.remove(for: Service.self))
        #expect(!child.remove(for: Service.self))
        #expect(try child.tryInject(of: Service.self) is Worker)
    }

    @Test("removeAll removes every registration, whatever its name")
    func removeAll() {
        imposer.impose(for: Worker.self, Worker())
        imposer.impose(for: Worker.self, named: "night", Worker())
        imposer.impose(for: Helper.self, instance: Helper())
        imposer.removeAll()
        #expect(!imposer.isImposed(Worker.self))
        #expect(!imposer.isImposed(Worker.self, named: "night"))
        #expect(!imposer.isImposed(Helper.self))
    }

    @Test("reset keeps the registrations and makes new instances")
    func reset() throws {
        let counter = CallCounter()
        imposer.impose(for: Worker.self) {
            counter.increment()
            return Worker()
        }
        let before = try imposer.tryInject(of: Worker.self)
        imposer.reset()
        #expect(imposer.isImposed(Worker.self))
        let after = try imposer.tryInject(of: Worker.self)
        #expect(before !== after)
        #expect(try imposer.tryInject(of: Worker.self) === after)
        #expect(counter.count == 2)
    }

    @Test("an instance that was imposed survives a reset", arguments: [false, true])
    func resetKeepsInstance(isUsed: Bool) throws {
        let worker = Worker()
        let identity = ObjectIdentifier(worker)
        imposer.impose(for: Worker.self, instance: worker)
        if isUsed { _ = try imposer.tryInject(of: Worker.self) }
        imposer.reset()
        #expect(try ObjectIdentifier(imposer.tryInject(of: Worker.self)) == identity)
    }

    @Test("reset leaves the parent's instances alone")
    func resetChild() throws {
        imposer.impose(for: Worker.self) { Worker() }
        let child = Imposer(parent: imposer)
        let before = try child.tryInject(of: Worker.self)
        child.reset()
        #expect(try child.tryInject(of: Worker.self) === before)
    }

    fileprivate enum Ending: CaseIterable {
        case replace, replaceByInstance, remove, removeAll, reset

        func end(_ imposer: Imposer) {
            switch self {
            case .replace: imposer.impose(for: Worker.self, Worker())
            case .replaceByInstance: imposer.impose(for: Worker.self, instance: Worker())
            case .remove: imposer.remove(for: Worker.self)
            case .removeAll: imposer.removeAll()
            case .reset: imposer.reset()
            }
        }
    }

    @Test("A kept instance is let go of when its registration ends, whatever ends that", arguments: Ending.allCases)
    fileprivate func release(ending: Ending) throws {
        imposer.impose(for: Worker.self) { Worker() }
        let worker = try weakly(Worker.self)
        #expect(worker.instance != nil)
        ending.end(imposer)
        // Or as soon as no injection of another test is in the middle of it that goes through several directories.
        #expect(eventually { worker.instance == nil })
    }

    @Test("an imposed instance is let go of when its registration ends", arguments: Ending.allCases)
    fileprivate func releaseImposed(ending: Ending) throws {
        imposer.impose(for: Worker.self, instance: Worker())
        let worker = try weakly(Worker.self)
        #expect(worker.instance != nil)
        ending.end(imposer)
        #expect(ending == .reset ? worker.instance != nil : eventually { worker.instance == nil })
    }

    @Test("an imposer takes its instances along when it goes")
    func releaseWithImposer() throws {
        var imposer: Imposer? = Imposer()
        imposer?.impose(for: Worker.self) { Worker() }
        let worker = WeakReference(try #require(try imposer?.tryInject(of: Worker.self)))
        #expect(worker.instance != nil)
        imposer = nil
        #expect(eventually { worker.instance == nil })
    }

    @Test("an imposer does not keep what is closure-based")
    func closureBased() throws {
        imposer.impose(for: Worker.self, option: .closureBased) { Worker() }
        #expect(try weakly(Worker.self).instance == nil)
    }

    @Test("a registration that is dropped under .keep leaves the kept instance")
    func keepKeepsInstance() throws {
        imposer.impose(for: Worker.self) { Worker() }
        let worker = try weakly(Worker.self)
        imposer.impose(for: Worker.self, onConflict: .keep, Worker())
        #expect(worker.instance != nil)
    }
}

@Suite("isImposed")
struct IsImposedTests {
    private let imposer = Imposer()

    @Test("isImposed makes no instance")
    func makesNothing() {
        let counter = CallCounter()
        imposer.impose(for: Worker.self) {
            counter.increment()
            return Worker()
        }
        for rules in [InjectionRules.nearest, .furthest, .nearestAndCastable, .furthestAndCastable] {
            #expect(imposer.isImposed(Worker.self, ifNoMatchUse: rules))
            #expect(imposer.isImposed(Service.self, ifNoMatchUse: rules))
            #expect(!imposer.isImposed(Helper.self, ifNoMatchUse: rules))
        }
        #expect(counter.count == 0)
    }

    @Test("isImposed is false for a tie and true once the tie is settled")
    func tie() {
        imposer.impose(for: Worker.self, Worker())
        let helper = imposer.impose(for: Helper.self, Helper())
        #expect(!imposer.isImposed(Service.self))
        helper.preferred()
        #expect(imposer.isImposed(Service.self))
    }

    @Test("isImposed looks at the name")
    func names() {
        imposer.impose(for: Worker.self, named: "night", Worker())
        #expect(!imposer.isImposed(Worker.self))
        #expect(!imposer.isImposed(Service.self, named: "day"))
        #expect(imposer.isImposed(Service.self, named: "night"))
    }

    @Test("isImposed looks into the parents")
    func parents() {
        imposer.impose(for: Worker.self, Worker())
        #expect(Imposer(parent: Imposer(parent: imposer)).isImposed(Service.self))
    }

    @Test("isImposed does not count what only a cast would find")
    func casts() {
        imposer.impose(for: Service.self, Worker())
        #expect(!imposer.isImposed(Worker.self, ifNoMatchUse: .nearestAndCastable))
    }
}
