import Foundation
import Impose
import ImposeTesting
import Testing

protocol Wheel: Sendable {}
private struct WoodenWheel: Wheel {}
/// Not private: an optimised program has no private types that nobody uses.
struct Cart { @Injected var wheel: any Wheel }
private final class Axle: Sendable {
    init(_ wheel: any Wheel) {}
}

/// The issues that are recorded while something runs.
///
/// `@unchecked Sendable`: the texts are only touched under the lock.
private final class Recording: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    var all: [String] { lock.withLock { texts } }

    func add(_ issue: Issue) {
        lock.withLock { texts += issue.comments.map(\.rawValue) }
    }

    /// The texts of the issues that are recorded.
    static func of(_ body: () -> Void) -> [String] {
        let recording = Recording()
        withKnownIssue(isIntermittent: true) {
            body()
        } matching: { issue in
            recording.add(issue)
            return true
        }
        return recording.all
    }
}

@Suite("expectEverythingImposed()", .imposing(empty: true))
struct ExpectEverythingImposedTests {
    /// All that have tests in this process, or types for them.
    private static let modules: Set = [
        "ImposeTests", "ImposeInspectingTests", "ImposeTestingTests", "MainActorAppTests", "NeighbourModule",
    ]

    @Test("records each stored wrapper that nothing is imposed for as an issue of its own")
    func wrappers() {
        let others = Self.modules.subtracting(["ImposeTestingTests"])
        let issues = Recording.of { expectEverythingImposed(leavingOut: others) }
        #expect(issues.count { $0.contains("Cart.wheel injects Wheel, and nothing is imposed for it.") } == 1)
        #expect(issues.allSatisfy { $0.hasPrefix("error: ") })
        Imposer.impose(for: Wheel.self, WoodenWheel.init)
        #expect(!Recording.of { expectEverythingImposed(leavingOut: others) }.contains { $0.contains("Cart.wheel") })
    }

    @Test("and what is wrong with the registrations")
    func registrations() {
        Imposer.impose(for: Axle.self, Axle.init)
        let issues = Recording.of { expectEverythingImposed(leavingOut: Self.modules) }
        #expect(issues.count == 1)
        #expect(issues.first?.contains("Axle needs Wheel, and nothing is imposed for it.") ?? false)
    }

    @Test("the wrappers of modules can be left out, and then nothing is wrong, built or not")
    func leavingOut() {
        expectEverythingImposed(leavingOut: Self.modules)
        Imposer.impose(for: Wheel.self, WoodenWheel.init)
        expectEverythingImposed(leavingOut: Self.modules, building: true)
    }
}
