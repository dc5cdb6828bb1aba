/// Looks at an object without holding it.
struct Watched<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?

    init(_ object: Object) {
        self.object = object
    }

    var isGone: Bool { object == nil }
}
