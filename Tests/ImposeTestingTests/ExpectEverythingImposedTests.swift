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

    @Test("expectEverythingImposed() records an issue for each stored wrapper without an answer")
    func wrappers() {
        let others = Self.modules.subtracting(["ImposeTestingTests"])
        let issues = Recording.of { expectEverythingImposed(leavingOut: others) }
        // Other tests may have types of these names, so that the module is named, too.
        let wheel = issues.filter { $0.contains("Cart.wheel injects ") }
        #expect(wheel.count == 1 && wheel[0].contains("Wheel, and nothing is imposed for it."), "\(issues)")
        #expect(issues.allSatisfy { $0.hasPrefix("error: ") })
        Imposer.impose(for: Wheel.self, WoodenWheel.init)
        #expect(!Recording.of { expectEverythingImposed(leavingOut: others) }.contains { $0.contains("Cart.wheel") })
    }

    @Test("expectEverythingImposed() records what is wrong with the registrations, at their lines")
    func registrations() {
        let line = #line + 1
        Imposer.impose(for: Axle.self, Axle.init)
        let issues = Recording.of { expectEverythingImposed(leavingOut: Self.modules) }
        #expect(issues.count == 1)
        let place = "\(#filePath):\(line): error: Axle needs Wheel, and nothing is imposed for it."
        #expect(issues.first?.hasPrefix(place) ?? false, "\(issues)")
    }

    @Test("expectEverythingImposed() leaves a place as it is if the package has no such file")
    func unknownFile() {
        Imposer.impose(for: Axle.self, fileID: "Garage/Axles.swift", line: 7, Axle.init)
        let issues = Recording.of { expectEverythingImposed(leavingOut: Self.modules) }
        #expect(issues.first?.hasPrefix("Garage/Axles.swift:7: error: Axle needs Wheel") ?? false, "\(issues)")
    }

    @Test("expectEverythingImposed(leavingOut:) passes with sound registrations, built or not")
    func leavingOut() {
        expectEverythingImposed(leavingOut: Self.modules)
        Imposer.impose(for: Wheel.self, WoodenWheel.init)
        expectEverythingImposed(leavingOut: Self.modules, building: true)
    }

    #if DEBUG
        @Test("expectEverythingImposed() asks for calls of other modules, and not of the tests' own")
        func calls() throws {
            let others = Self.modules.subtracting(["ImposeTestingTests", "NeighbourModule"])
            let issues = Recording.of { expectEverythingImposed(leavingOut: others) }
            #expect(!issues.contains { $0.contains("rolling(on:)") })
            let hailing = try #require(issues.first { $0.contains("NeighbourModule.Ship.hail(by:) injects") })
            #expect(hailing.split(separator: ": error: ").first?.contains("/Ship.swift:") == true, "\(hailing)")
            #expect(!issues.contains { $0.contains("CallCanary") })
        }

        @Test("expectEverythingImposed() leaves modules out, or looks at those named alone")
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

        @Test("In a debug build expectEverythingImposed() does not warn that calls can't be checked")
        func told() {
            #expect(Recording.issues(of: { expectEverythingImposed(leavingOut: Self.modules) }).isEmpty)
        }
    #else
        @Test("In a release build expectEverythingImposed() warns that calls can't be checked")
        func untold() {
            let issues = Recording.issues(of: { expectEverythingImposed(leavingOut: Self.modules) })
            #expect(issues.count == 1)
            #expect(issues.first?.contains("calls of inject() and of the other free functions were not") ?? false)
        }
    #endif
}
