/// The private imposers that are alive, so that an error can say "it is imposed, but over there".
///
/// It knows their registries, not the imposers: looking for near misses on one thread must not keep another thread's
/// imposer or its instances alive.
enum PrivateImposers {
    private struct Entry {
        let registry: Guarded<Registry>
        let description: String
        let number: Int
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var lastNumber = 0
    }

    private static let state = Guarded(State())

    static func add(_ registry: Guarded<Registry>, description: String) {
        state.withLock { state in
            state.lastNumber += 1
            let entry = Entry(registry: registry, description: description, number: state.lastNumber)
            state.entries[registry.identity] = entry
        }
    }

    static func remove(_ registry: Guarded<Registry>) {
        state.withLock { _ = $0.entries.removeValue(forKey: registry.identity) }
    }

    /// Goes through the registrations for a key, in the order the imposers were made.
    ///
    /// - Parameters:
    ///   - key: What is looked for, exactly.
    ///   - body: Gets a registration and the description of its imposer. Runs with the registry's lock held.
    static func forEach(_ key: RegistrationKey, _ body: (RegistrationRecord, String) -> Void) {
        let entries = state.withLock { $0.entries.values.sorted { $0.number < $1.number } }
        for entry in entries {
            entry.registry.withLock { registry in
                if let registration = registry.record(for: key) { body(registration, entry.description) }
            }
        }
    }
}
