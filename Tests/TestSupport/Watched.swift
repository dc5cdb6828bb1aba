/// A weak reference to an object, to see whether it is still alive.
package struct Watched<Object: AnyObject & Sendable>: Sendable {
    package weak let object: Object?

    package init(_ object: Object) {
        self.object = object
    }

    package var isGone: Bool { object == nil }
}
