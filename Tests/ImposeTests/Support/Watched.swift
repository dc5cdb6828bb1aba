/// A weak reference to an object, to see whether it is still alive.
struct Watched<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?

    init(_ object: Object) {
        self.object = object
    }

    var isGone: Bool { object == nil }
}
