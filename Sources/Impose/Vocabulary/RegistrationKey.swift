/// The key that a registration answers to: a type, and a name if it has one.
///
/// Types are compared by identity, so equally named types of two modules are never confused.
package struct RegistrationKey: Hashable, Sendable {
    package let type: any Any.Type
    package let name: InjectionName?
    /// Stored, so that a dictionary need not read the names again, which are scattered in memory.
    private let hash: Int

    package init(type: any Any.Type, name: InjectionName?) {
        (self.type, self.name) = (type, name)
        hash = Int(bitPattern: ObjectIdentifier(type)) ^ (name?.hashOfKey ?? 0)
    }

    package static func == (one: RegistrationKey, other: RegistrationKey) -> Bool {
        one.hash == other.hash && one.type == other.type && one.name == other.name
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
