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
}
