import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

/// An instance that holds the directory that it is created in, and some memory.
private final class Mock: Sendable {
    private let bytes = [UInt8](repeating: 1, count: 16 << 10)
    private let other = Injected<Other>()
}

private final class Other: Sendable {
    let mock: Mock?

    init(mock: Mock? = nil) { self.mock = mock }
}

/// A way in which a directory holds itself: an instance that it keeps holds it.
private enum Circle: String, CaseIterable, Codable, Sendable {
    case instance, store, closure, hook, weak, scope, ownScope, child, policy, context

    func close() throws {
        switch self {
        case .instance:
            Imposer.impose(for: Mock.self, instance: Mock())
        case .store:
            Imposer.impose(for: Mock.self, Mock.init)
            try Imposer.store(Mock(), for: Mock.self)
        case .closure:
            let mock = Mock()
            Imposer.impose(for: Mock.self) { mock }
            _ = inject(of: Mock.self)
        case .hook:
            let mock = Mock()
            Imposer.impose(for: Other.self) { Other() }.onCreate { _ in _ = mock }
        case .weak:
            // A single instance that catches an older weak one.
            Imposer.impose(for: Mock.self, option: .weakInstance, Mock.init)
            Imposer.impose(for: Other.self) { (mock: Mock) in Other(mock: mock) }
            let mock: Mock = inject()
            _ = inject(of: Other.self)
            withExtendedLifetime(mock) {}
        case .scope:
            let scope = Imposer.openScope()
            scope.run { _ = Imposer.impose(for: Mock.self, instance: Mock()) }
        case .ownScope:
            let scope = Imposer.openScope()
            scope.run { _ = scope.impose(for: Mock.self, instance: Mock()) }
        case .child:
            let child = Imposer(parent: .shared)
            child.impose(for: Imposer.self, instance: child)
            child.impose(for: Mock.self, instance: Mock())
        case .policy:
            let mock = Mock()
            Imposer.ownerPolicy = { _ in mock === mock ? nil : .shared }
        case .context:
            let context = Imposer.currentContext()
            Imposer.impose(for: Mock.self, option: .closureBased) { context.run { Mock() } }
        }
    }
}

@Suite("A directory that holds itself", .imposing(empty: true), .timeLimit(.minutes(20)))
struct EndsWithBodyFreedTests {
    @Test("A directory that ends with its body lets go of its scopes that nobody holds meanwhile")
    func scopes() {
        Imposer.isolated(endsWithBody: true) {
            let disposed = CallCounter()
            Imposer.impose(for: Int.self, option: .scopedInstance) { 7 }.onDispose { _ in disposed.increment() }
            for number in 1...3 {
                var scope: Imposer? = Imposer.openScope()
                let watched = scope.map { Watched($0) }
                var mocks = scope?.run { (Mock(), Mock(), inject(of: Int.self)) }
                scope = nil
                // By wrappers that were created in it.
                #expect(watched?.isGone == false)
                #expect(mocks?.2 == 7)
                mocks = nil
                #expect(watched?.isGone == true)
                #expect(disposed.count == number)
            }
        }
    }

    #if os(Linux)
        @Test(
            "Many directories that hold themselves and end with their body do not grow the process",
            .enabled(if: memoryCanBeMeasured),
            arguments: Circle.allCases,
            EndingWay.allCases
        )
        private func resident(circle: Circle, way: EndingWay) async {
            await #expect(processExitsWith: .success) { [circle, way] in
                func rounds(_ count: Int) async throws {
                    for _ in 0..<count { try await way.run { try circle.close() } }
                }
                try await rounds(100)
                let (before, times) = (residentMemory(), scaled(10_000))
                try await rounds(times)
                let growth = residentMemory() - before
                // 16 KB of each would be left.
                if growth > 800 * times { fatalError("\(circle) grew by \(growth) bytes") }
                exit(0)
            }
        }

        @Test(
            "Scopes of parentless imposers that come and go do not make a running directory grow",
            .enabled(if: memoryCanBeMeasured)
        )
        func comingAndGoing() async {
            await #expect(processExitsWith: .success) {
                await Imposer.isolated(endsWithBody: true) {
                    func comeAndGo(_ times: Int) {
                        for number in 0..<times {
                            let scope = Imposer().openScope()
                            if number % 2 == 0 { scope.dispose() }
                        }
                    }
                    comeAndGo(2000)
                    let (before, times) = (residentMemory(), scaled(100_000))
                    comeAndGo(times)
                    let growth = residentMemory() - before
                    if growth > 80 * times { fatalError("grew by \(growth) bytes") }
                }
                exit(0)
            }
        }
    #endif
}
