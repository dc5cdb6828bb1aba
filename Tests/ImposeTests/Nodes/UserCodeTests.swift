import Foundation
import ImposeTesting
import TestSupport
import Testing

@testable import Impose

private protocol Value: Sendable {}

/// A value that runs a closure when it goes.
private final class Service: Value {
    private let ending: Ending

    init(_ end: @escaping @Sendable () -> Void = {}) { ending = Ending(end) }
}

/// The same as a struct, which is kept in a box.
private struct Box: Value {
    let ending: Ending
}

/// A key whose code runs closures: one where it is hashed and compared, and one where it goes.
private final class Key: Hashable, Sendable {
    let number: Int
    let ending: Ending
    let hashing: @Sendable () -> Void

    init(_ number: Int, hashing: @escaping @Sendable () -> Void = {}, end: @escaping @Sendable () -> Void = {}) {
        (self.number, self.hashing, ending) = (number, hashing, Ending(end))
    }

    static func == (one: Key, other: Key) -> Bool {
        one.hashing()
        return one.number == other.number
    }

    func hash(into hasher: inout Hasher) {
        hashing()
        hasher.combine(number)
    }
}

/// A module that runs a closure when it goes.
private final class Module: ModuleInjector, Hashable, Sendable {
    private let ending: Ending

    init(_ end: @escaping @Sendable () -> Void) { ending = Ending(end) }

    static func == (one: Module, other: Module) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    func provide(for imposer: Imposer) { imposer.impose(for: Int.self, 1) }
}

/// An executor that asks an imposer whenever it gets a job.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class AskingExecutor: TaskExecutor {
    private let imposer: Imposer
    private let queue = DispatchQueue(label: "asking")
    let asked = CallCounter()

    init(_ imposer: Imposer) { self.imposer = imposer }

    func enqueue(_ job: consuming ExecutorJob) {
        // Another name each time, so that nothing is remembered.
        _ = imposer.unforceInject(of: Int.self, named: "\(asked.count)")
        asked.increment()
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Something that makes an imposer let go of what it has.
private enum Dropping: CaseIterable {
    case replace, replaceByInstance, remove, removeAll, reset, store, keepPolicy
    case give, giveAgain, removeGiven, endScope, endChild, end, endAboveIt
    case replaceNamed, fail, detach, weak, hooks, alias

    /// Lets go of objects that run a closure then.
    ///
    /// - Parameters:
    ///   - imposer: A private imposer that nothing is imposed on.
    ///   - object: Makes such an object.
    func drop(_ imposer: Imposer, _ object: @escaping @Sendable () -> Ending) {
        @Sendable func service() -> Service {
            let ending = object()
            return Service { withExtendedLifetime(ending) {} }
        }
        func impose(on imposer: Imposer, option: InjectOption = .singleInstance) {
            let captured = object()
            imposer.impose(for: Box.self, option: option) {
                withExtendedLifetime(captured) {}
                return Box(ending: object())
            }
            _ = imposer.unforceInject(of: Box.self)
            // Converted, and remembered like that.
            _ = imposer.unforceInject(of: Value.self)
        }
        switch self {
        case .replace:
            for _ in 0..<5 { impose(on: imposer) }
        case .replaceByInstance:
            for _ in 0..<5 { imposer.impose(for: Box.self, instance: Box(ending: object())) }
        case .remove:
            impose(on: imposer)
            imposer.remove(for: Box.self)
        case .removeAll:
            impose(on: imposer)
            imposer.removeAll()
        case .reset:
            impose(on: imposer)
            imposer.reset()
        case .store:
            impose(on: imposer)
            for _ in 0..<3 { try? imposer.store(Box(ending: object())) }
        case .keepPolicy:
            impose(on: imposer)
            let captured = object()
            imposer.impose(for: Box.self, onConflict: .keep) {
                withExtendedLifetime(captured) {}
                return Box(ending: object())
            }
        case .give:
            let scope = imposer.openScope()
            for _ in 0..<3 {
                scope.give(Box(ending: object()))
                impose(on: scope)
            }
        case .giveAgain:
            let scope = imposer.openScope()
            for _ in 0..<5 { scope.give(Box(ending: object()), named: "n") }
        case .removeGiven:
            let scope = imposer.openScope()
            scope.give(Box(ending: object()))
            scope.remove(for: Box.self)
            scope.give(Box(ending: object()))
            scope.removeAll()
        case .endScope:
            let scope = imposer.openScope()
            impose(on: scope)
            scope.give(Box(ending: object()), named: "n")
            scope.dispose()
            // Again, where nothing is kept any more.
            impose(on: scope)
            scope.give(Box(ending: object()))
        case .endChild:
            let child = Imposer(parent: imposer)
            impose(on: child)
            child.dispose()
            impose(on: child)
        case .end:
            impose(on: imposer)
            imposer.dispose()
        case .endAboveIt:
            let inner = Imposer(parent: imposer).openScope().openScope()
            impose(on: inner)
            impose(on: imposer)
            imposer.dispose()
        case .replaceNamed:
            for number in 0..<20 {
                imposer.impose(for: Box.self, named: InjectionName(number % 3)) { Box(ending: object()) }
                _ = imposer.unforceInject(of: Value.self, named: InjectionName(number % 3))
            }
        case .fail:
            imposer.impose(for: Box.self) { () throws -> Box in
                let box = Box(ending: object())
                withExtendedLifetime(box) {}
                throw CancellationError()
            }
            for _ in 0..<3 { _ = imposer.unforceInject(of: Box.self) }
        case .detach:
            imposer.impose(for: Box.self) { [weak imposer] in
                imposer?.reset()
                return Box(ending: object())
            }
            for _ in 0..<3 { _ = imposer.unforceInject(of: Box.self) }
        case .weak:
            imposer.impose(for: Service.self, option: .weakInstance) { service() }
            for _ in 0..<3 { _ = imposer.unforceInject(of: Service.self) }
        case .hooks:
            for _ in 0..<3 {
                let captured = object()
                let registration = imposer.impose(for: Box.self) { Box(ending: object()) }
                for _ in 0..<3 { registration.onCreate { _ in withExtendedLifetime(captured) {} } }
                registration.decorated { _ in Box(ending: object()) }
                _ = imposer.unforceInject(of: Box.self)
            }
        case .alias:
            for _ in 0..<3 {
                let captured = object()
                imposer.impose(for: Box.self) { Box(ending: object()) }.alias((any Value).self) { box in
                    withExtendedLifetime(captured) {}
                    return box
                }
                _ = imposer.unforceInject(of: Value.self)
            }
        }
    }
}

@Suite("Code of the user's that an imposer runs", .timeLimit(.minutes(20)))
struct UserCodeTests {
    /// Injects what is imposed, changes the imposer, and opens a scope: whatever takes a lock.
    private static func use(_ imposer: Imposer?) {
        guard let imposer else { return }
        _ = imposer.unforceInject(of: Int.self)
        _ = imposer.unforceInject(of: Value.self)
        imposer.impose(for: Int.self, named: "other") { 1 }
        _ = imposer.unforceInject(of: Int.self, named: "other")
        imposer.openScope().dispose()
    }

    @Test(
        "An object that an imposer lets go of may use that imposer in its deinit",
        arguments: Dropping.allCases
    )
    private func deinits(dropping: Dropping) {
        let (imposer, ended) = (Imposer(), CallCounter())
        onAnotherThread {
            dropping.drop(imposer) {
                Ending { [weak imposer] in
                    // Using it makes further ones.
                    if ended.increment() <= 20 { Self.use(imposer) }
                }
            }
            imposer.removeAll()
        }
        #expect(eventually { ended.count > 0 })
    }

    @Test(
        "An object that an isolated copy lets go of may use the copy in its deinit, when what was copied had let go of it",
        arguments: 1..<12
    )
    func copied(count: Int) {
        let ended = CallCounter()
        Imposer.isolated(empty: true) {
            func impose(_ numbers: Range<Int>) {
                for number in numbers {
                    let ending = Ending {
                        Self.use(.shared)
                        ended.increment()
                    }
                    Imposer.impose(for: String.self, named: InjectionName(number)) {
                        withExtendedLifetime(ending) {}
                        return ""
                    }
                }
            }
            impose(0..<12)
            let original = Imposer.shared
            Imposer.isolated {
                // The copy is the last to have these.
                original.removeAll()
                // From the ninth on the copy makes a registry of its own.
                impose(0..<count)
                for number in 0..<count { Imposer.remove(for: String.self, named: InjectionName(number)) }
            }
        }
        #expect(eventually { ended.count == 12 + count })
    }

    // In processes of their own: where this does not hold they stand still.

    @Test("A name that an imposer lets go of may use that imposer in its deinit")
    func names() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            for isScope in [false, true] {
                let (root, ended) = (Imposer(), CallCounter())
                let imposer = isScope ? root.openScope() : root
                @Sendable func name(_ number: Int) -> InjectionName {
                    let end: @Sendable () -> Void = { [weak imposer] in
                        Self.use(imposer)
                        ended.increment()
                    }
                    return InjectionName(Key(number, end: end))
                }
                for _ in 0..<3 {
                    for number in 0..<4 {
                        // Equal names have one key. The others go at once.
                        imposer.give(number, named: name(number))
                        imposer.impose(for: String.self, named: name(number)) { "" }
                        _ = imposer.unforceInject(of: Int.self, named: name(number))
                        imposer.impose(for: Int.self, named: name(number)) { 1 }
                    }
                    for number in 0..<3 {
                        imposer.give(number, named: name(number))
                        imposer.remove(for: Int.self, named: name(number))
                        imposer.remove(for: String.self, named: name(number))
                    }
                    imposer.give(1, named: name(1))
                    imposer.removeAll()
                }
                #expect(ended.count > 20)
            }
        }
    }

    @Test("A name that a scope lets go of when everything is removed may use that scope in its deinit")
    func namesOfAll() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (scope, ended) = (Imposer().openScope(), CallCounter())
            let end: @Sendable () -> Void = { [weak scope] in
                Self.use(scope)
                ended.increment()
            }
            scope.give(1, named: InjectionName(Key(1, end: end)))
            // Inspecting remembers what was removed as long as there is the scope.
            scope.removeAll()
            scope.give(1, named: InjectionName(Key(1, end: end)))
            scope.dispose()
            #expect(eventually { ended.count > 0 })
        }
    }

    @Test("A name that an isolated copy lets go of may use the copy in its deinit")
    func namesOfCopies() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let ended = CallCounter()
            Self.removeInCopy {
                Self.use(.shared)
                ended.increment()
            }
            #expect(ended.count == 12)
        }
    }

    private static func removeInCopy(_ end: @escaping @Sendable () -> Void) {
        Imposer.isolated(empty: true) {
            for number in 0..<12 { Imposer.impose(for: Int.self, named: InjectionName(Key(number)), instance: number) }
            Imposer.isolated {
                for number in 0..<12 { Imposer.remove(for: Int.self, named: InjectionName(Key(number, end: end))) }
            }
        }
    }

    @Test("The == and the hash of a name may be computed by code that injects")
    func hashing() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            Self.hashNames()
        }
    }

    private static func hashNames() {
        let (imposer, hashed) = (Imposer(), CallCounter())
        let scope = imposer.openScope()
        let hashing: @Sendable () -> Void = { [weak imposer, weak scope] in
            hashed.increment()
            Self.use(imposer)
            Self.use(scope)
        }
        for asked in [imposer, scope] {
            for number in 0..<20 {
                asked.impose(for: String.self, named: InjectionName(Key(number, hashing: hashing))) { "\(number)" }
            }
            for number in 0..<20 {
                let name = InjectionName(Key(number, hashing: hashing))
                for _ in 0..<2 { #expect(asked.unforceInject(of: String.self, named: name) == "\(number)") }
                #expect(asked.isImposed(String.self, named: name))
                #expect(asked.existing(String.self, named: name) != nil)
                #expect(asked.unforceInject(of: Value.self, named: name) == nil)
                try? asked.store("stored", named: name)
                #expect((try? asked.injectAll(of: String.self, named: name))?.first == "stored")
                asked.give("given", named: name)
            }
            for number in 0..<20 {
                #expect(
                    asked.remove(for: String.self, named: InjectionName(Key(number, hashing: hashing)))
                        || asked === scope
                )
            }
            asked.removeAll()
        }
        #expect(hashed.count > 0)
    }

    @Test("A module that an imposer lets go of may use that imposer in its deinit")
    func modules() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (imposer, ended) = (Imposer(), CallCounter())
            imposer.provide(
                using: Module {
                    Self.use(imposer)
                    ended.increment()
                }
            )
            imposer.removeAll()
            #expect(ended.count == 1)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("An executor may inject when a store lets its task go on")
    func executor() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (imposer, isStored) = (Imposer(), Shared(false))
            imposer.impose(for: Service.self) {
                spin { isStored.withLock { $0 } }
                return Service()
            }
            let executor = AskingExecutor(imposer)
            let builder = Thread { _ = imposer.inject(of: Service.self) }
            builder.start()
            spin { imposer.isBuilding(Service.self) }
            let task = Task(executorPreference: executor) { try await imposer.injectAsync(of: Service.self) }
            while imposer.waiters(for: Service.self) == 0 { await Task.yield() }
            let (stored, asked) = (Service(), executor.asked.count)
            try imposer.store(stored)
            if try await task.value !== stored { fatalError("Another one") }
            if executor.asked.count == asked { fatalError("The executor was not asked") }
            isStored.withLock { $0 = true }
        }
    }

    @Test("The key of a custom imposer's type may be compared and hashed by code that injects")
    func types() {
        struct Region: Hashable, Sendable {
            let number: Int

            static func == (one: Region, other: Region) -> Bool {
                UserCodeTests.use(.shared)
                return one.number == other.number
            }

            func hash(into hasher: inout Hasher) { UserCodeTests.use(.shared) }
        }
        Imposer.isolated(empty: true) {
            for _ in 0..<2 {
                for number in 0..<5 {
                    Imposer.imposer(for: .custom(Region(number: number))).impose(for: Int.self, number)
                }
            }
            #expect(Imposer.imposer(for: .custom(Region(number: 4))).inject(of: Int.self) == 4)
        }
    }
}
