/// What a registration answers to: a type, and a name if it has one.
///
/// Types are compared by identity, so equally named types of two modules are never confused.
struct RegistrationKey: Hashable, Sendable {
    let type: any Any.Type
    let name: InjectionName?

    static func == (one: RegistrationKey, other: RegistrationKey) -> Bool {
        one.type == other.type && one.name == other.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        if let name { hasher.combine(name) }
    }
}
