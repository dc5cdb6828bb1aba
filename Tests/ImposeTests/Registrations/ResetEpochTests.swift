import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private final class Part: Sendable {}

@Suite("What is built while its imposer is reset")
struct ResetEpochTests {
    private static let kept: [InjectOption] = [.singleInstance, .scopedInstance, .weakInstance]

    private let imposer = Imposer()

    /// Runs a body while a reset forgets one instance after the other.
    private func whileResetting(_ body: () -> Void) {
        ImposerNode.reset([imposer.node], body)
    }

    @Test("goes to who asked for it, and is not kept: what it holds may be forgotten a moment later", arguments: kept)
    func begunInside(option: InjectOption) {
        imposer.impose(for: Part.self, option: option, Part.init)
        var part: Part?
        whileResetting { part = imposer.inject() }
        #expect(part != nil)
        let next: Part = imposer.inject()
        #expect(next !== part)
        #expect(imposer.inject(of: Part.self) === next)
        withExtendedLifetime(part) {}
    }

    @Test("is not kept either if it was begun before and finished after", arguments: kept)
    func begunBefore(option: InjectOption) {
        let calls = CallCounter()
        imposer.impose(for: Part.self, option: option) { [imposer] in
            if calls.increment() == 1 { ImposerNode.reset([imposer.node]) {} }
            return Part()
        }
        let part: Part = imposer.inject()
        let next: Part = imposer.inject()
        #expect(next !== part)
        #expect(imposer.inject(of: Part.self) === next)
        withExtendedLifetime(part) {}
    }

    @Test("is not waited for by those who come after the reset: they begin anew")
    func comingAfter() throws {
        let record = imposer.impose(for: Part.self, Part.init).record
        let toKeep = RegistrationToKeep(ofOwner: HeldRegistration(record))
        func claim() -> InstanceSlot.Claim { imposer.node.claim(toKeep, nil, besides: nil) }
        guard case .build(let old) = claim(), case .wait(let awaited) = claim() else {
            Issue.record("Nobody builds it, or nobody waits for that")
            return
        }
        #expect(awaited === old)
        whileResetting {}
        guard case .build(let new) = claim() else {
            Issue.record("What is older than the reset is waited for")
            return
        }
        func finish(_ construction: Construction, with part: StrongInstance) -> Bool {
            imposer.node.finish(construction, of: ObjectIdentifier(record), nil, with: part)
        }
        let isShared = finish(old, with: StrongInstance(Part()))
        #expect(isShared)
        #expect(imposer.node.existingInstance(of: record) == nil)
        let kept = StrongInstance(Part())
        _ = finish(new, with: kept)
        #expect(imposer.node.existingInstance(of: record) === kept)
    }

    @Test("belongs to no epoch, as long as any of several resets goes on")
    func epochs() throws {
        // The macros can't take a value that can't be copied.
        func begin() -> Int? { imposer.node.epoch.begin() }
        func isStill(_ epoch: Int?) -> Bool { imposer.node.epoch.isStill(epoch) }
        let before = try #require(begin())
        #expect(isStill(before))
        whileResetting {
            whileResetting { #expect(begin() == nil) }
            #expect(begin() == nil)
            #expect(!isStill(nil))
            #expect(!isStill(before))
        }
        let after = try #require(begin())
        #expect(isStill(after))
        #expect(!isStill(before))
    }
}

private final class Whole: Sendable {
    let part: Part
    init(part: Part) { self.part = part }
}

@Suite("What a scope builds that is opened while its imposer is reset", .timeLimit(.minutes(20)))
struct ResetOpeningTests {
    @Test("holds what others hold from then on, or is not kept")
    func generations() {
        let imposer = Imposer()
        imposer.impose(for: Part.self, Part.init)
        imposer.impose(for: Whole.self, option: .scopedInstance, Whole.init)
        let (opened, mismatches) = (Collected<Imposer>(), CallCounter())
        onThreads(2, rounds: scaled(6_000)) { round, thread in
            switch (round % 3, thread) {
            case (0, 0):
                _ = imposer.inject(of: Part.self)
            case (1, 0):
                for _ in 0..<(round % 7) { _ = imposer.isImposed(Part.self) }
                imposer.reset()
            case (1, _):
                let scope = imposer.openScope()
                for _ in 0..<(round % 5) { _ = imposer.isImposed(Part.self) }
                _ = scope.inject(of: Whole.self)
                opened.add(scope)
            case (2, 0):
                guard let scope = opened.all.last else { break }
                if scope.inject(of: Whole.self).part !== imposer.inject(of: Part.self) { mismatches.increment() }
            default:
                break
            }
        }
        #expect(mismatches.count == 0)
    }
}
