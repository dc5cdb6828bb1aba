/// An announcement that the scopes of a name are given a value.
///
/// It is a class, so that announcements can be told apart. Copies of a directory share them.
final class Expectation: Sendable {
    let key: RegistrationKey
    /// The name that the scopes are opened under.
    let scopeName: InjectionName
    let location: Location

    init(_ key: RegistrationKey, in scopeName: InjectionName, at location: Location) {
        self.key = key
        self.scopeName = scopeName
        self.location = location
    }

    var type: any Any.Type { key.type }
}
