import Impose
import TestSupport
import Testing

private final class Service: Counted, @unchecked Sendable {}

/// A change that is made while an instance is being built of the registration that it concerns.
private enum Change: CaseIterable {
    case replace, remove, removeAll, reset, store, replaceAndRemove, resetTwice

    func make(on imposer: Imposer, _ census: Census, _ provider: @escaping @Sendable () -> Service) {
        switch self {
        case .replace: imposer.impose(for: Service.self, provider)
        case .remove: imposer.remove(for: Service.self)
        case .removeAll: imposer.removeAll()
        case .reset: imposer.reset()
        case .store: try? imposer.store(Service(census, number: -1))
        case .replaceAndRemove:
            imposer.impose(for: Service.self, provider)
            imposer.remove(for: Service.self)
        case .resetTwice:
            imposer.reset()
            imposer.reset()
        }
    }

    /// Whether what was there is to be imposed again for another round.
    var removes: Bool { [.remove, .removeAll, .replaceAndRemove].contains(self) }
}

/// Imposes a service whose provider makes a change the first time that it runs.
private final class Workshop: Sendable {
    let imposer: Imposer
    let census = Census()
    let disposed = CallCounter()
    private let toChange = Shared<(@Sendable () -> Void)?>(nil)

    init(_ imposer: Imposer) { self.imposer = imposer }

    var provider: @Sendable () -> Service {
        { [unowned self] in
            let change = toChange.withLock { change in
                defer { change = nil }
                return change
            }
            change?()
            return Service(census)
        }
    }

    func impose(option: InjectOption = .singleInstance) {
        imposer.impose(for: Service.self, option: option, provider).onDispose { [unowned self] _ in disposed.increment()
        }
    }

    /// The next time that the provider runs, it does something first.
    func next(_ change: @escaping @Sendable () -> Void) { toChange.withLock { $0 = change } }
}

@Suite("A change while an instance is built", .timeLimit(.minutes(10)))
struct ChangeWhileBuildingTests {
    @Test(
        "What a provider makes whose registration it changes itself is kept by nobody",
        arguments: Change.allCases,
        [false, true]
    )
    private func byItself(change: Change, isChild: Bool) throws {
        let root = Imposer()
        let workshop = Workshop(isChild ? Imposer(parent: root) : root)
        workshop.impose()
        for round in 0..<200 {
            if change.removes { workshop.impose() }
            workshop.imposer.reset()
            workshop.next { [unowned workshop] in
                change.make(on: workshop.imposer, workshop.census, workshop.provider)
            }
            _ = workshop.imposer.inject(of: Service.self)
            // Nobody has it, but for what was stored. It belongs to who asked, and is not disposed of.
            if round % 50 == 0 { try #require(workshop.census.comesDown(to: change == .store ? 1 : 0)) }
        }
        #expect(workshop.disposed.count == 0)
        workshop.imposer.removeAll()
        #expect(workshop.census.comesDown())
        #expect(workshop.disposed.count == 0)
    }

    @Test(
        "What is built of a registration that another thread changes meanwhile is kept by nobody",
        arguments: Change.allCases
    )
    private func byAnother(change: Change) throws {
        let workshop = Workshop(Imposer())
        let (isBuilding, isChanged) = (Barrier(2), Barrier(2))
        workshop.impose()
        for _ in 0..<scaled(60) {
            if change.removes { workshop.impose() }
            workshop.imposer.reset()
            workshop.next {
                isBuilding.wait()
                isChanged.wait()
            }
            onThreads(2) { _, thread in
                if thread == 0 {
                    let service = workshop.imposer.inject(of: Service.self)
                    #expect(workshop.imposer.existing(Service.self) !== service)
                } else {
                    isBuilding.wait()
                    change.make(on: workshop.imposer, workshop.census, workshop.provider)
                    isChanged.wait()
                }
            }
            // Kept now is only what was stored, or nothing.
            try #require(workshop.census.comesDown(to: change == .store ? 1 : 0))
        }
        #expect(workshop.disposed.count == 0)
    }

    @Test("Who waits for an instance whose registration is replaced meanwhile gets one of the new registration")
    func waiting() throws {
        for _ in 0..<scaled(100) {
            let (imposer, census) = (Imposer(), Census())
            let (isBuilding, isReplaced) = (Barrier(4), Barrier(2))
            imposer.impose(for: Service.self) {
                isBuilding.wait()
                isReplaced.wait()
                return Service(census, number: 1)
            }
            let numbers = Collected<Int>()
            onThreads(4) { _, thread in
                switch thread {
                case 0: numbers.add(imposer.inject(of: Service.self).number)
                case 1:
                    isBuilding.wait()
                    imposer.impose(for: Service.self) { Service(census, number: 2) }
                    // On whoever waits, and on whoever comes now.
                    numbers.add(imposer.inject(of: Service.self).number)
                    isReplaced.wait()
                default:
                    isBuilding.wait()
                    numbers.add(imposer.inject(of: Service.self).number)
                }
            }
            try #require(numbers.all.sorted() == [1, 2, 2, 2])
            imposer.removeAll()
            try #require(census.comesDown())
        }
    }

    @Test("Replacements that others inject through leave one instance behind", arguments: [false, true])
    func churn(isChild: Bool) {
        let root = Imposer()
        let imposer = isChild ? Imposer(parent: root) : root
        let (census, isOver) = (Census(), CallCounter())
        imposer.impose(for: Service.self) { Service(census) }
        onThreads(3) { _, thread in
            if thread > 0 {
                while isOver.count == 0 { _ = imposer.inject(of: Service.self) }
                return
            }
            for _ in 0..<scaled(6_000) { imposer.impose(for: Service.self) { Service(census) } }
            isOver.increment()
        }
        #expect(census.comesDown(to: 1))
        imposer.remove(for: Service.self)
        #expect(census.comesDown())
    }

    @Test("Replacements that others inject through in open scopes leave nothing behind when the scopes end")
    func churnInScopes() {
        let (imposer, census, isOver) = (Imposer(), Census(), CallCounter())
        imposer.impose(for: Service.self, option: .scopedInstance) { Service(census) }
        onThreads(3) { _, thread in
            if thread > 0 {
                while isOver.count == 0 {
                    let scope = imposer.openScope()
                    for _ in 0..<5 { _ = scope.inject(of: Service.self) }
                }
                return
            }
            for _ in 0..<scaled(3_000) {
                imposer.impose(for: Service.self, option: .scopedInstance) { Service(census) }
            }
            isOver.increment()
        }
        #expect(census.comesDown())
    }
}
