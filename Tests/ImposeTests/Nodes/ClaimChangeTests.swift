import Impose
import TestSupport
import Testing

private final class Service: Counted, @unchecked Sendable {}

/// Where a registration is, and what keeps its instances.
private enum Place: CaseIterable {
    case imposer, child, scopeItself, scopeOfImposer

    /// - Returns: What has the registration, and what is asked.
    func make() -> (holder: Imposer, asked: Imposer) {
        let imposer = Imposer()
        switch self {
        case .imposer: return (imposer, imposer)
        case .child:
            let child = Imposer(parent: imposer)
            return (child, child)
        case .scopeItself:
            let scope = imposer.openScope()
            return (scope, scope)
        case .scopeOfImposer: return (imposer, imposer.openScope())
        }
    }
}

private enum Change: CaseIterable {
    case replace, replaceByInstance, remove, removeAll, reset, resetOfAsked, store, storeAndReplace

    func make(on holder: Imposer, _ asked: Imposer, _ census: Census) {
        func replace() { holder.impose(for: Service.self, option: .scopedInstance) { Service(census, number: 2) } }
        func store() { try? asked.store(Service(census, number: 2), for: Service.self) }
        switch self {
        case .replace: replace()
        case .replaceByInstance: holder.impose(for: Service.self, instance: Service(census, number: 2))
        case .remove: holder.remove(for: Service.self)
        case .removeAll: holder.removeAll()
        case .reset: holder.reset()
        case .resetOfAsked: asked.reset()
        case .store: store()
        case .storeAndReplace:
            store()
            replace()
        }
    }

    /// What an injection gets afterwards. An open scope keeps what it makes through a reset of its imposer.
    func number(at place: Place) -> Int? {
        switch self {
        case .remove, .removeAll: nil
        case .reset: place == .scopeOfImposer ? 1 : 3
        case .resetOfAsked: 3
        default: 2
        }
    }

    /// Whether the instance that is being made is kept by an open scope until the end of that: nothing finds it.
    func isKept(at place: Place) -> Bool {
        place == .scopeOfImposer && self != .resetOfAsked && self != .store && self != .storeAndReplace
    }
}

@Suite("A claim whose registration changes on its way", .timeLimit(.minutes(10)))
struct ClaimChangeTests {
    @Test(
        "An instance whose registration changes while it is made is for who had asked by then",
        arguments: Change.allCases,
        Place.allCases
    )
    private func changed(change: Change, place: Place) throws {
        for _ in 0..<scaled(60) {
            let (census, calls, disposed) = (Census(), CallCounter(), Collected<Int>())
            do {
                let (holder, asked) = place.make()
                // The waiters are about to ask when the change is made.
                let (isBuilding, isChanged) = (Barrier(4), Barrier(2))
                holder.impose(for: Service.self, option: .scopedInstance) {
                    if calls.increment() > 1 { return Service(census, number: 3) }
                    isBuilding.wait()
                    isChanged.wait()
                    return Service(census, number: 1)
                }
                .onDispose { disposed.add($0.number) }
                let waited = Collected<Int?>()
                onThreads(4) { _, thread in
                    switch thread {
                    case 0: #expect(asked.inject(of: Service.self).number == 1)
                    case 1:
                        isBuilding.wait()
                        change.make(on: holder, asked, census)
                        if change.number(at: place) == 2 { #expect(asked.inject(of: Service.self).number == 2) }
                        isChanged.wait()
                    default:
                        isBuilding.wait()
                        waited.add(asked.unforceInject(of: Service.self)?.number)
                    }
                }
                let number = change.number(at: place)
                try #require(waited.all.allSatisfy { $0 == 1 || $0 == number }, "\(waited.all)")
                try #require(asked.unforceInject(of: Service.self)?.number == number)
                try #require(disposed.all.isEmpty)
                asked.dispose()
                // Whoever waited may have got another one before the change.
                let ones = disposed.all.count { $0 == 1 }
                try #require(ones == (change.isKept(at: place) ? 1 : 0), "\(disposed.all)")
            }
            try #require(census.comesDown())
        }
    }

    @Test("An open scope disposes at its end of what it made of a registration that was replaced while ten made it")
    func disposedAtTheEnd() {
        let (census, disposed) = (Census(), CallCounter())
        let imposer = Imposer()
        let (isBuilding, isReplaced) = (Barrier(11), Barrier(11))
        imposer.impose(for: Service.self, option: .scopedInstance) {
            isBuilding.wait()
            isReplaced.wait()
            return Service(census)
        }
        .onDispose { _ in disposed.increment() }
        let scopes = (0..<10).map { _ in imposer.openScope() }
        onThreads(11) { _, thread in
            if thread < 10 {
                _ = scopes[thread].inject(of: Service.self)
                return
            }
            isBuilding.wait()
            imposer.remove(for: Service.self)
            isReplaced.wait()
        }
        #expect(census.living == 10)
        #expect(disposed.count == 0)
        for (count, scope) in scopes.enumerated() {
            #expect(scope.existing(Service.self) == nil)
            scope.dispose()
            #expect(disposed.count == count + 1)
        }
        #expect(census.comesDown())
    }
}
