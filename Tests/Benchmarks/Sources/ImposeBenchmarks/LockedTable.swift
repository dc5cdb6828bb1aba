import Impose
import Synchronization

/// A container as one would write it in a minute: a `Dictionary` from types to instances behind a `Mutex`.
final class LockedTable: Sendable {
    private let instances = Mutex<[ObjectIdentifier: any Sendable]>([:])

    func insert(_ value: any Sendable, for type: any Any.Type) {
        instances.withLock { $0[ObjectIdentifier(type)] = value }
    }

    func value<Value>(of type: Value.Type = Value.self) -> Value {
        instances.withLock { $0[ObjectIdentifier(type)] } as! Value
    }
}

/// The same for providers, by type and name.
final class LockedProviders: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let name: InjectionName?
    }

    private let providers = Mutex<[Key: @Sendable () -> Any]>([:])

    func insert<Value>(
        for type: Value.Type,
        named name: InjectionName?,
        _ provider: @escaping @Sendable () -> Value
    ) {
        let key = Key(type: ObjectIdentifier(type), name: name)
        providers.withLock { $0[key] = { provider() } }
    }
}
