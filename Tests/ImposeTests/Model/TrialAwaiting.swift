import Foundation
import TestSupport

@testable import Impose

/// A driver that awaits. The trial's thread, which must not be one that tasks run on, waits meanwhile.
struct AwaitingDriver: TrialDriver {
    var isAwaiting: Bool { true }

    func inject<T: Sendable>(_ type: T.Type, _ request: ModelRequest, in trial: Trial) throws(ImposeError) -> T {
        let (name, rules) = (request.name?.injectionName, request.rules)
        return try awaited { () async throws(ImposeError) -> T in
            switch (request.location, request.argument) {
            case (.member(.primary), nil) where name == nil && rules == .nearest:
                return try await injectAsync(of: type)
            case (.member(let member), nil):
                return try await injectAsync(from: member.type, of: type, named: name, ifNoMatchUse: rules)
            case (.member(let member), let argument?):
                let from = member.type
                return try await injectAsync(
                    from: from,
                    of: type,
                    named: name,
                    ifNoMatchUse: rules,
                    arguments: argument
                )
            case (.made, let argument):
                guard let imposer = trial.find(request.location) else {
                    preconditionFailure("It was looked for before")
                }
                guard let argument else {
                    return try await imposer.injectAsync(of: type, named: name, ifNoMatchUse: rules)
                }
                return try await imposer.injectAsync(of: type, named: name, ifNoMatchUse: rules, arguments: argument)
            }
        }
    }

    func dispose(_ imposer: Imposer) -> ImposeError? {
        let errors: [ImposeError]? = try? awaited { () async throws(ImposeError) in await imposer.disposeAsync() }
        return errors?.first
    }

    private func awaited<Result: Sendable>(
        _ body: @escaping @Sendable () async throws(ImposeError) -> Result
    ) throws(ImposeError) -> Result {
        let outcome = Shared<Swift.Result<Result, ImposeError>?>(nil)
        let end = DispatchSemaphore(value: 0)
        let task = Self.start(body, outcome, EndOfTask(end))
        end.wait()
        // By then the task has let go of what it was started in, too.
        Task.detached {
            await task.value
            end.signal()
        }
        end.wait()
        guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("The task has ended") }
        return try outcome.get()
    }

    private static func start<Result: Sendable>(
        _ body: @escaping @Sendable () async throws(ImposeError) -> Result,
        _ outcome: Shared<Swift.Result<Result, ImposeError>?>,
        _ end: EndOfTask
    ) -> Task<Void, Never> {
        Task {
            defer { withExtendedLifetime(end) {} }
            do throws(ImposeError) {
                let result = try await body()
                outcome.withLock { $0 = .success(result) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
    }
}

/// Something that a task holds until it is gone: until then it may hold the instance that it has injected, too.
private final class EndOfTask: Sendable {
    private let end: DispatchSemaphore

    init(_ end: DispatchSemaphore) {
        self.end = end
    }

    deinit {
        end.signal()
    }
}
