/// What the scopes of a name are given, as somebody has said.
///
/// A class, so that what is told of one of them can be told apart. Copies of a directory share them.
final class Expectation: Sendable {
    let key: RegistrationKey
    /// What the scopes are opened under.
    let scopeName: InjectionName
    let location: Location

    init(_ key: RegistrationKey, in scopeName: InjectionName, at location: Location) {
        self.key = key
        self.scopeName = scopeName
        self.location = location
    }

    var type: any Any.Type { key.type }
}
