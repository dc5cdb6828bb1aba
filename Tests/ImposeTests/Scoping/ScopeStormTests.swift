import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

/// Counts the parts of a storm.
private final class PartCensus: Sendable {
    let made = CallCounter()
    let gone = CallCounter()
    let wrong = Collected<String>()

    func check(_ isRight: Bool, _ text: @autoclosure () -> String) { if !isRight { wrong.add(text()) } }
}

/// An object that is counted, and is disposed of once at most.
private class Part: @unchecked Sendable {
    let census: PartCensus
    private let disposals = CallCounter()
    private let mark = 0xC0FFEE

    init(_ census: PartCensus) {
        self.census = census
        census.made.increment()
    }

    deinit { census.gone.increment() }

    func use() { census.check(mark == 0xC0FFEE && disposals.count < 2, "\(Self.self) is used after its end") }

    func dispose() {
        use()
        census.check(disposals.increment() == 1, "\(Self.self) is disposed of twice")
    }
}

private final class Root: Part, @unchecked Sendable {}

private protocol Holding: Sendable { var root: Root { get } }

private final class Branch: Part, Holding, @unchecked Sendable {
    let root: Root

    init(_ census: PartCensus, _ root: Root) {
        self.root = root
        super.init(census)
    }
}

/// What a scope is given.
private struct Number: Sendable { let value: Int }

private final class Work: Part, @unchecked Sendable {
    let number: Number
    let branch: Branch
    let later: Injected<Leaf>

    init(_ census: PartCensus, _ number: Number, _ branch: Branch, _ later: Injected<Leaf>) {
        (self.number, self.branch, self.later) = (number, branch, later)
        super.init(census)
    }
}

private final class Step: Part, @unchecked Sendable {
    let work: Work

    init(_ census: PartCensus, _ work: Work) {
        self.work = work
        super.init(census)
    }
}

/// Made anew each time, and asks later.
private final class Leaf: Part, @unchecked Sendable {
    @Injected var branch: Branch
    let imposer: Imposer

    init(_ census: PartCensus, _ imposer: Imposer) {
        self.imposer = imposer
        super.init(census)
    }
}

private final class Camera: Part, @unchecked Sendable {}

private final class Owner: InjectionOwner {
    let imposer: Imposer
    @OwnerInjected var root: Root

    init(_ imposer: Imposer) { self.imposer = imposer }
}

/// What threads do at once.
private enum Operation: CaseIterable {
    case root, branch, all, existing, leaf, handle, camera, owner, context
    case scope, nested, deep, named, use, useInside, swap, end, endAll
    case give, impose, removeOwn, resetOwn, storeOwn
    case replace, remove, reset, store, prefer, hook
    case copy, copyOfCopy, alone, child
}

/// The imposers that threads share, and what one thread does.
private final class Storm: Sendable {
    let census = PartCensus()
    private let shared = Shared<[Imposer?]>(Array(repeating: nil, count: 4))

    private func impose(_ number: Int, on imposer: Imposer = .shared) {
        let census = census
        switch number {
        case 0: imposer.impose(for: Root.self) { Root(census) }.onDispose { $0.dispose() }
        case 1:
            imposer.impose(for: Branch.self) { Branch(census, $0) }.onDispose { $0.dispose() }
                .alias((any Holding).self, named: "alias") { $0 }
        case 2:
            imposer.impose(for: Work.self, option: .scopedInstance) { Work(census, $0, $1, $2) }
                .onDispose { [weak self] in
                    $0.dispose()
                    // Ends within ends, on threads that wait for one another.
                    if $0.number.value % 50 == 0 { self?.exchange($0.number.value / 50 % 4, nil)?.dispose() }
                    self?.tried { () throws(ImposeError) in try tryInject(of: Root.self) }?.use()
                }
        case 3: imposer.impose(for: Step.self, option: .scopedInstance(in: "step")) { Step(census, $0) }
        case 4: imposer.impose(for: Leaf.self, option: .closureBased) { Leaf(census, $0) }
        default: imposer.impose(for: Camera.self, option: .weakInstance) { Camera(census) }
        }
    }

    func imposeAll() { for number in 0..<6 { impose(number) } }

    private func exchange(_ index: Int, _ scope: Imposer?) -> Imposer? {
        shared.withLock { shared in
            defer { if let scope { shared[index] = scope } }
            return shared[index]
        }
    }

    /// The scopes that are left, to be let go of.
    func takeAll() -> [Imposer?] {
        shared.withLock { shared in
            defer { shared = Array(repeating: nil, count: 4) }
            return shared
        }
    }

    /// Nil for what may happen to a thread while others change things.
    @discardableResult
    private func tried<T>(_ injection: () throws(ImposeError) -> T) -> T? {
        do {
            return try injection()
        } catch {
            census.check([.disposed, .missing, .noScope].contains(error.kind), "\(error)")
            return nil
        }
    }

    private func use(_ scope: Imposer, _ number: Int? = nil) {
        guard let work = tried({ () throws(ImposeError) in try scope.tryInject(of: Work.self) }) else { return }
        work.use()
        work.branch.root.use()
        if let number { census.check(work.number.value == number, "The number is that of another scope") }
        if let leaf = tried({ () throws(ImposeError) in try work.later.tryInject() }) {
            leaf.use()
            tried { () throws(ImposeError) in try leaf.$branch.tryInject() }?.use()
        }
        tried { () throws(ImposeError) in try scope.tryInject(of: Step.self) }?.work.use()
    }

    /// Does one thing at random.
    func step(_ random: inout SeededGenerator, depth: Int = 0) {
        let operation = Operation.allCases.randomElement(using: &random) ?? .root
        let (number, index) = (Int.random(in: 0..<1_000, using: &random), Int.random(in: 0..<4, using: &random))
        let inner = depth < 2
        func again(_ random: inout SeededGenerator) { if inner { step(&random, depth: depth + 1) } }
        switch operation {
        case .root: tried { () throws(ImposeError) in try tryInject(of: Root.self) }?.use()
        case .branch: tried { () throws(ImposeError) in try tryInject(of: (any Holding).self) }?.root.use()
        case .all:
            tried { () throws(ImposeError) in try injectAll(of: (any Holding).self) }?.forEach { $0.root.use() }
        case .existing: Imposer.existing(Branch.self)?.use()
        case .leaf:
            guard let leaf = tried({ () throws(ImposeError) in try tryInject(of: Leaf.self) }) else { return }
            tried { () throws(ImposeError) in try leaf.$branch.tryInject() }?.root.use()
        case .handle:
            guard let leaf = tried({ () throws(ImposeError) in try tryInject(of: Leaf.self) }) else { return }
            tried { () throws(ImposeError) in try leaf.imposer.tryInject(of: Branch.self) }?.use()
            use(leaf.imposer.openScope())
        case .camera: tried { () throws(ImposeError) in try tryInject(of: Camera.self) }?.use()
        case .owner:
            let owner = Owner(exchange(index, nil) ?? .shared)
            withExtendedLifetime(owner) { tried { () throws(ImposeError) in try owner.$root.tryInject() }?.use() }
        case .context:
            let context = exchange(index, nil)?.run { Imposer.currentContext() }
            context?.run { again(&random) }
        case .scope, .nested:
            Imposer.withScope(operation == .scope ? nil : "step") { scope in
                scope.give(Number(value: number))
                use(scope, number)
                again(&random)
                Imposer.withScope { use($0, number) }
                scope.dispose()
                census.check(scope.unforceInject(of: Work.self) == nil, "Something comes after the end")
            }
        case .deep:
            var scopes = [Imposer.openScope("step")]
            scopes[0].give(Number(value: number))
            for _ in 0..<5 { scopes.append(scopes[scopes.count - 1].openScope(number % 2)) }
            use(scopes[number % 6], number)
            scopes.remove(at: 1 + number % 5).dispose()
        case .named: Imposer.shared.scope(named: index).map { use($0) }
        case .use: exchange(index, nil).map { use($0) }
        case .useInside: exchange(index, nil).map { scope in use(scope.openScope("step")) }
        case .swap:
            let scope = Imposer.openScope(index)
            scope.give(Number(value: number))
            exchange(index, scope)?.dispose()
        case .end:
            exchange(index, nil).map { scope in
                scope.dispose()
                census.check(scope.unforceInject(of: Work.self) == nil, "Something comes after the end")
            }
        case .endAll: Imposer.shared.disposeScopes(named: index)
        case .give: exchange(index, nil)?.give(Number(value: number))
        case .impose: exchange(index, nil).map { impose(number % 6, on: $0) }
        case .removeOwn: exchange(index, nil)?.remove(for: Branch.self)
        case .resetOwn: exchange(index, nil)?.reset()
        case .storeOwn:
            tried { () throws(ImposeError) in try exchange(index, nil)?.store(Root(census), for: Root.self) }
        case .replace: impose(number % 6)
        case .remove:
            Imposer.remove(for: Branch.self)
            impose(1)
        case .reset: Imposer.reset()
        case .store: tried { () throws(ImposeError) in try Imposer.store(Root(census), for: Root.self) }
        case .prefer:
            Imposer.impose(for: Camera.self, option: .weakInstance) { [census] in Camera(census) }.preferred()
        case .hook: Imposer.impose(for: Root.self) { [census] in Root(census) }.onCreate { $0.use() }
        case .copy, .copyOfCopy: copy(isOfCopy: operation == .copyOfCopy, number) { again(&random) }
        case .alone, .child: alone(isChild: operation == .child) { again(&random) }
        }
    }

    private func copy(isOfCopy: Bool, _ number: Int, _ body: () -> Void) {
        Imposer.isolated(endsWithBody: number % 3 == 0) {
            let roots = (0..<2).map { _ in tried { () throws(ImposeError) in try tryInject(of: Root.self) } }
            census.check(roots[0] === roots[1], "A copy has two instances")
            Imposer.impose(for: Number.self, instance: Number(value: number))
            impose(number % 6)
            body()
            use(.shared, number)
            if isOfCopy { copy(isOfCopy: false, number + 1, body) }
            let own = tried { () throws(ImposeError) in try tryInject(of: Number.self) }
            census.check(own.map { $0.value == number } ?? true, "A copy has the number of another one")
        }
    }

    private func alone(isChild: Bool, _ body: () -> Void) {
        let imposer = isChild ? Imposer(parent: .shared) : Imposer()
        impose(0, on: imposer)
        impose(1, on: imposer)
        imposer.withScope("step") { scope in
            let branch = tried { () throws(ImposeError) in try scope.tryInject(of: Branch.self) }
            census.check(branch?.root === imposer.existing(Root.self), "The root is that of another imposer")
            body()
        }
        if isChild { imposer.dispose() }
    }
}

/// `IMPOSE_STORM_SECONDS=300 swift test --filter ScopeStormTests` goes on for longer, `IMPOSE_STORM_SEED` repeats the
/// choices of a run, though not what the threads make of them.
@Suite("A storm of scopes and copies", .timeLimit(.minutes(60)))
struct ScopeStormTests {
    @Test("Eight threads that do everything at once lose no instance, share none, and dispose of none twice")
    func storm() {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["IMPOSE_STORM_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))
        let end = environment["IMPOSE_STORM_SECONDS"].flatMap { Int($0) }.map { ContinuousClock.now + .seconds($0) }
        let (storm, operations) = (Storm(), CallCounter())
        Imposer.isolated(empty: true, endsWithBody: true) {
            storm.imposeAll()
            let context = Imposer.currentContext()
            onThreads(8) { _, thread in
                var random = SeededGenerator(seed: seed + UInt64(thread))
                var steps = 0
                context.run {
                    while end.map({ .now < $0 }) ?? (steps < scaled(10_000)) {
                        storm.step(&random)
                        steps += 1
                    }
                }
                for _ in 0..<steps { operations.increment() }
            }
            _ = storm.takeAll()
        }
        #expect(Set(storm.census.wrong.all) == [], "IMPOSE_STORM_SEED=\(seed)")
        #expect(eventually { storm.census.gone.count == storm.census.made.count })
        if end == nil { return }
        print("\(operations.count) steps, \(storm.census.made.count) parts, IMPOSE_STORM_SEED=\(seed)")
    }
}
