import Foundation
import Impose
import ImposeTesting
import NeighbourModule
import Testing

protocol Wheel: Sendable {}
private struct WoodenWheel: Wheel {}
/// Not private: an optimised program has no private types that nobody uses.
struct Cart { @Injected var wheel: any Wheel }
/// Nobody calls it.
func rolling(on wheel: any Wheel = inject()) {}
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
        let texts = issue.comments.map { issue.severity == .warning ? "warning: \($0.rawValue)" : $0.rawValue }
        lock.withLock { self.texts += texts }
    }

    /// The texts of the errors that are recorded.
    static func of(_ body: () -> Void) -> [String] { issues(of: body).filter { !$0.hasPrefix("warning: ") } }

    /// The texts of the issues that are recorded.
    static func issues(of body: () -> Void) -> [String] {
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
        "NextTests",
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
        let line = #line + 1
        Imposer.impose(for: Axle.self, Axle.init)
        let issues = Recording.of { expectEverythingImposed(leavingOut: Self.modules) }
        #expect(issues.count == 1)
        let place = "\(#filePath):\(line): error: Axle needs Wheel, and nothing is imposed for it."
        #expect(issues.first?.hasPrefix(place) ?? false, "\(issues)")
    }

    @Test("a place stays as it is where the package has no such file")
    func unknownFile() {
        Imposer.impose(for: Axle.self, fileID: "Garage/Axles.swift", line: 7, Axle.init)
        let issues = Recording.of { expectEverythingImposed(leavingOut: Self.modules) }
        #expect(issues.first?.hasPrefix("Garage/Axles.swift:7: error: Axle needs Wheel") ?? false, "\(issues)")
    }

    @Test("the wrappers of modules can be left out, and then nothing is wrong, built or not")
    func leavingOut() {
        expectEverythingImposed(leavingOut: Self.modules)
        Imposer.impose(for: Wheel.self, WoodenWheel.init)
        expectEverythingImposed(leavingOut: Self.modules, building: true)
    }

    #if DEBUG
        @Test("calls in other modules have to be imposed, and texts say their lines; those in the tests' own need not")
        func calls() throws {
            let others = Self.modules.subtracting(["ImposeTestingTests", "NeighbourModule"])
            let issues = Recording.of { expectEverythingImposed(leavingOut: others) }
            #expect(!issues.contains { $0.contains("rolling(on:)") })
            let hailing = try #require(issues.first { $0.contains("NeighbourModule.Ship.hail(by:) injects") })
            #expect(hailing.split(separator: ": error: ").first?.contains("/Ship.swift:") == true, "\(hailing)")
            #expect(!issues.contains { $0.contains("CallCanary") })
        }

        @Test("modules can be left out, or named as the only ones, the tests' own among them")
        func modules() {
            let left = Recording.of { expectEverythingImposed(leavingOut: Self.modules) }
            #expect(left.isEmpty)
            let neighbours = Recording.of { expectEverythingImposed(onlyIn: ["NeighbourModule"]) }
            #expect(neighbours.contains { $0.contains("Radio") } && neighbours.contains { $0.contains("Compass") })
            #expect(neighbours.allSatisfy { $0.contains(" NeighbourModule.") })
            let own = Recording.of { expectEverythingImposed(onlyIn: ["ImposeTestingTests"]) }
            #expect(own.contains { $0.contains("ImposeTestingTests.rolling(on:) injects Wheel") })
            #expect(Recording.of { expectEverythingImposed(onlyIn: ["NoModule"]) }.isEmpty)
        }

        @Test("where calls can be told, there is no warning")
        func told() {
            #expect(Recording.issues(of: { expectEverythingImposed(leavingOut: Self.modules) }).isEmpty)
        }
    #else
        @Test("where calls can't be told, there is a warning that says so")
        func untold() {
            let issues = Recording.issues(of: { expectEverythingImposed(leavingOut: Self.modules) })
            #expect(issues.count == 1)
            #expect(issues.first?.contains("calls of inject() and of the other free functions were not") ?? false)
        }
    #endif
}
