/// What the scopes of a name are given, as somebody has said.
///
/// A class, so that what is told of one of them can be told apart. Copies of a directory share them.
final class Expectation: Sendable {
    let key: RegistrationKey
    /// What the scopes are opened under.
    let scopeName: InjectionName
    let place: SourcePlace

    init(_ key: RegistrationKey, in scopeName: InjectionName, at place: SourcePlace) {
        self.key = key
        self.scopeName = scopeName
        self.place = place
    }

    var type: any Any.Type { key.type }
}
