private import Synchronization

/// The imposers that are found by an `ImposerType`.
final class Directory: Sendable {
    /// The one that the process starts with.
    static let process = Directory()

    /// The one that the calling code works with.
    static var current: Directory { process }

    private struct State {
        /// Primary and secondary if they have been used, then the custom ones in the order they were created.
        var inOrder: [Imposer] = []
        var byType: [ImposerType: Imposer] = [:]

        mutating func add(_ imposer: Imposer, for type: ImposerType) {
            byType[type] = imposer
            switch type {
            case .primary: inOrder.insert(imposer, at: 0)
            case .secondary: inOrder.insert(imposer, at: byType[.primary] == nil ? 0 : 1)
            case .custom: inOrder.append(imposer)
            }
        }
    }

    private let state = Guarded(State())
    /// The primary imposer once it has been used, for those who want nothing else.
    private let primary = AtomicLazyReference<Imposer>()

    /// The imposer of a type, made at first use.
    func imposer(for type: ImposerType) -> Imposer {
        guard case .primary = type else { return added(type) }
        return primary.load() ?? primary.storeIfNil(added(.primary))
    }

    private func added(_ type: ImposerType) -> Imposer {
        state.withLock { state in
            if let imposer = state.byType[type] { return imposer }
            let imposer = Imposer(type: type, in: self)
            state.add(imposer, for: type)
            return imposer
        }
    }

    /// All imposers in the order in which they fall back on each other: primary, secondary, customs as created.
    var imposers: [Imposer] {
        state.withLock { $0.inOrder }
    }
}
