import Impose
import TestSupport
import Testing

private final class Service: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// What becomes of a registration while its instances are made.
private enum Change: CaseIterable {
    case replace, replaceByInstance, remove, removeAll, removeAndImpose

    func make(on imposer: Imposer, option: InjectOption) {
        func impose() { imposer.impose(for: Service.self, option: option) { Service(2) } }
        switch self {
        case .replace: impose()
        case .replaceByInstance: imposer.impose(for: Service.self, instance: Service(2))
        case .remove: imposer.remove(for: Service.self)
        case .removeAll: imposer.removeAll()
        case .removeAndImpose:
            imposer.remove(for: Service.self)
            impose()
        }
    }

    /// What an injection gets afterwards.
    var number: Int? { self == .remove || self == .removeAll ? nil : 2 }
}

@Suite("A registration that is replaced while scopes make its instances", .timeLimit(.minutes(10)))
struct ReplacedInScopesTests {
    private static let count = 10

    @Test(
        "An instance that is made in ten scopes at once, and whose registration goes meanwhile, is for who asked alone",
        arguments: Change.allCases,
        [InjectOption.scopedInstance, .scopedInstance(in: "request"), .closureBased]
    )
    private func inTenScopes(change: Change, option: InjectOption) {
        let imposer = Imposer()
        let (isBuilding, isChanged) = (Barrier(Self.count + 1), Barrier(Self.count + 1))
        imposer.impose(for: Service.self, option: option) {
            isBuilding.wait()
            isChanged.wait()
            return Service(1)
        }
        let scopes = (0..<Self.count).map { _ in imposer.openScope("request") }
        let instances = Collected<Watched<Service>>()
        onThreads(Self.count + 1) { _, thread in
            if thread == Self.count {
                isBuilding.wait()
                change.make(on: imposer, option: option)
                // In a scope that has none yet.
                let other = imposer.openScope("request")
                #expect(other.unforceInject(of: Service.self)?.number == change.number)
                isChanged.wait()
            } else {
                let service = scopes[thread].inject(of: Service.self)
                #expect(service.number == 1)
                instances.add(Watched(service))
                for _ in 0..<2 {
                    #expect(scopes[thread].unforceInject(of: Service.self)?.number == change.number)
                }
            }
        }
        for scope in scopes {
            let isKept = option != .closureBased || change == .replaceByInstance
            #expect(scope.existing(Service.self)?.number == (isKept ? change.number : nil))
            scope.dispose()
        }
        #expect(eventually { instances.all.allSatisfy { $0.isGone } })
    }

    @Test("Scopes whose registration is replaced again and again never go back to an earlier instance")
    func race() {
        let imposer = Imposer()
        let (replaced, wrong) = (CallCounter(), CallCounter())
        let last = scaled(2_000)
        imposer.impose(for: Service.self, option: .scopedInstance) { Service(0) }
        let scopes = (0..<3).map { _ in imposer.openScope() }
        onThreads(7) { _, thread in
            if thread == 0 {
                for number in 1...last {
                    imposer.impose(for: Service.self, option: .scopedInstance) { Service(number) }
                    replaced.increment()
                }
                return
            }
            var latest = 0
            while latest < last {
                let before = replaced.count
                let number = scopes[thread % 3].inject(of: Service.self).number
                if number < before || number < latest { wrong.increment() }
                latest = number
            }
        }
        #expect(wrong.count == 0)
    }
}
