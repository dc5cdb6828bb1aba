private import Synchronization

/// The private imposers that are alive, so that an error can say "it is imposed, but over there".
enum PrivateImposers {
    private struct Entry {
        weak var imposer: Imposer?
        let number: Int
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var lastNumber = 0
    }

    private static let state = Mutex(State())

    static func add(_ imposer: Imposer) {
        state.withLock { state in
            state.lastNumber += 1
            state.entries[ObjectIdentifier(imposer)] = Entry(imposer: imposer, number: state.lastNumber)
        }
    }

    static func remove(_ imposer: Imposer) {
        let identifier = ObjectIdentifier(imposer)
        state.withLock { _ = $0.entries.removeValue(forKey: identifier) }
    }

    /// Those that are alive, in the order they were made.
    static var all: [Imposer] {
        state.withLock { state in
            state.entries.values.sorted { $0.number < $1.number }.compactMap(\.imposer)
        }
    }
}
