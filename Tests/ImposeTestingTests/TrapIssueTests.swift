import Foundation
import Impose
import Testing

@testable import ImposeTesting

private final class Shop: InjectionOwner, @unchecked Sendable {
    let imposer = Imposer.shared
    @Injected var clock: Clock
    @InjectedAll var clocks: [Clock]
    @Imposed var imposed: Clock
    @OwnerInjected var owned: Clock
}

/// A mistake that stops the program while a test runs.
private enum Mistake: String, CaseIterable, Codable, Sendable {
    case task, mainActor, argument, nested, thread, detachedTask, queue, imposerOnThread, scopeOnThread
    case createdOutside, all, owner, dependency, storing, afterwards

    /// - Parameter early: Was created before the test.
    func make(_ early: Shop) async {
        switch self {
        case .task: _ = inject(of: Clock.self)
        case .mainActor: await MainActor.run { _ = inject(of: Clock.self) }
        case .argument: _ = inject(of: Clock.self, arguments: 1)
        case .nested: await Imposer.isolated(empty: true) { _ = Shop().clock }
        case .thread: await onThread { [shop = Shop()] in _ = shop.clock }
        case .detachedTask: await Task.detached { [shop = Shop()] in _ = shop.clock }.value
        case .queue: DispatchQueue(label: "").sync { [shop = Shop()] in _ = shop.clock }
        case .imposerOnThread: await onThread { [imposer = Imposer.shared] in _ = imposer.inject(of: Clock.self) }
        case .scopeOnThread:
            await onThread { [scope = Imposer.openScope()] in scope.run { _ = inject(of: Clock.self) } }
        case .createdOutside: _ = early.clock
        case .all:
            Imposer.impose(for: Clock.self) { () throws -> any Clock in throw CancellationError() }
            await onThread { [shop = Shop()] in _ = shop.clocks }
        case .owner: await onThread { [shop = Shop()] in _ = shop.owned }
        case .dependency: await onThread { [shop = Shop()] in _ = shop.$owned() }
        case .storing: await onThread { [shop = Shop()] in shop.imposed = FixedClock(hour: 1) }
        case .afterwards: break
        }
    }

    private func onThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                body()
                continuation.resume()
            }
        }
    }
}

@Suite("A dependency that is missing in a test")
struct TrapIssueTests {
    @Test(
        "A dependency that stops a program in a test is an issue of the test before that",
        arguments: Mistake.allCases
    )
    private func issue(mistake: Mistake) async {
        await withKnownIssue {
            await #expect(processExitsWith: .failure) { [mistake] in
                let early = Shop()
                let trait: ImposingTrait = .imposing(empty: true)
                let isOver = DispatchSemaphore(value: 0)
                try await trait.provideScope(for: "test opens() at Shop/Tests.swift:3", at: #_sourceLocation) {
                    await mistake.make(early)
                    if mistake == .afterwards {
                        let shop = Shop()
                        Thread.detachNewThread {
                            isOver.wait()
                            _ = shop.clock
                        }
                    }
                }
                // The other thread stops the process long before.
                if mistake == .afterwards {
                    isOver.signal()
                    sleep(600)
                }
                exit(0)
            }
        } matching: { issue in
            issue.comments.contains { comment in
                comment.rawValue.hasPrefix("Impose can't \(mistake == .storing ? "store" : "inject") Clock: ")
                    && comment.rawValue.hasSuffix("The program stops in test opens() at Shop/Tests.swift:3.")
            }
        }
    }

    @Test("A missing dependency that stops nothing is no issue")
    func handled() async throws {
        let trait: ImposingTrait = .imposing(empty: true)
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: nil) {
            #expect(throws: ImposeError.self) { try tryInject(of: Clock.self) }
            #expect(unforceInject(of: Clock.self) == nil)
        }
    }
}
