/// What was asked for, and where.
struct Request {
    let matching: Matching
    let arguments: [Argument]
    let location: Location
    /// Whether it is to store a value, and not to get one.
    let isToStore: Bool

    init(_ matching: Matching, arguments: [Argument] = [], at location: Location, isToStore: Bool = false) {
        (self.matching, self.arguments, self.location, self.isToStore) = (matching, arguments, location, isToStore)
    }

    /// What finds the instances of a registration, for which nobody has asked.
    init(lookingAt registration: RegistrationRecord, at location: Location) {
        self.init(Matching(registration.type, named: registration.key.name), at: location)
    }
}
