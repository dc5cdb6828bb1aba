/// The time that one shutdown has for all its steps.
package struct ShutdownTime: Sendable {
    let total: Duration
    /// In a box, since the size of an instant is known only at run time, and so that of whatever has one, as errors do.
    private let deadline: Boxed<ContinuousClock.Instant>
    /// The least time for each step but the wait for bodies, so that steps behind a late one are run as well.
    static let leastForStep = Duration.seconds(1)
    /// Longer than anybody waits, and short enough to calculate with.
    private static let longest = Duration.seconds(1_000_000_000)

    /// Starts the time now.
    init(_ total: Duration) {
        self.total = total
        deadline = Boxed(.now + min(max(total, .zero), Self.longest))
    }

    /// The call that shuts down in twice the time, as it would be typed.
    package var doubled: String {
        "await Imposer.shutdown(within: .seconds(\(max(1, total.components.seconds * 2))))"
    }

    /// Waits for work that was started elsewhere.
    ///
    /// - Returns: False if the time was over first.
    func wait(for completion: Completion) async -> Bool {
        await completion.wait(until: deadline.content)
    }

    /// Waits for a step that is under way.
    ///
    /// - Parameter cancel: Called when the step is late, which then gets another moment to end.
    /// - Returns: False if it was late.
    func wait(for step: Completion, orElse cancel: () -> Void) async -> Bool {
        if await step.wait(until: max(deadline.content, .now + Self.leastForStep)) { return true }
        cancel()
        await step.wait(until: .now + Self.leastForStep)
        return false
    }

    /// Runs a step in its own task, which is cancelled if it is late.
    ///
    /// - Returns: False if it was late.
    /// - Throws: The step's error, if the step was not late.
    func run(_ step: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        let slot = Boxed(LockedState<(@Sendable () async throws -> Void)?>(step))
        let completion = Completion()
        let task = Task {
            defer { completion.complete() }
            try await Self.perform(slot)
        }
        guard await wait(for: completion, orElse: { task.cancel() }) else { return false }
        try await task.value
        return true
    }

    /// Runs a step and releases it, with all that it holds, before anybody is told that it has ended.
    private static func perform(_ slot: Boxed<LockedState<(@Sendable () async throws -> Void)?>>) async throws {
        let step = slot.content.withLock { exchange(&$0, with: nil) }
        try await step?()
    }
}
