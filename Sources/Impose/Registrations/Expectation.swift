/// An announcement that the scopes of a name are given a value.
///
/// It is a class, so that announcements can be told apart. Copies of a directory share them.
package final class Expectation: Sendable {
    package let key: RegistrationKey
    /// The name that the scopes are opened under.
    package let scopeName: InjectionName
    package let location: Location

    init(_ key: RegistrationKey, in scopeName: InjectionName, at location: Location) {
        self.key = key
        self.scopeName = scopeName
        self.location = location
    }

    package var type: any Any.Type { key.type }
}
