public import Subjects

/// A container, as the tasks and the faults use it. What can't be done with it is nil.
public protocol Contestant: SendableMetatype {
    /// Removes all registrations.
    static func clear()

    /// Registers classes on themselves, with one kept instance of each.
    ///
    /// - Parameter items: The classes.
    static func register(_ items: [any Item.Type])

    /// Resolves a class.
    ///
    /// - Parameter item: The class.
    /// - Returns: Its instance.
    static func resolve(_ item: any Item.Type) -> AnyObject

    /// Registers what a task needs.
    ///
    /// - Parameter exercise: The task: not `register` or `threads`, which need nothing more than the above and below.
    /// - Returns: The task's loop.
    static func loop(_ exercise: Exercise) -> ((Int) -> Void)?

    /// Registers two kept instances.
    ///
    /// - Returns: A loop for each, to resolve it on a thread.
    static func pair() -> (one: @Sendable (Int) -> Void, other: @Sendable (Int) -> Void)

    /// Registers an instance that is to be made once, even if two threads ask for it.
    ///
    /// - Parameters:
    ///   - item: A class that no other round has.
    ///   - make: Makes the instance.
    /// - Returns: What resolves it.
    static func once(_ item: any Item.Type, _ make: @escaping @Sendable () -> any Gateway) -> @Sendable () -> Void

    /// Registers two classes, `Left` and `Right`, that need each other.
    ///
    /// - Parameter meet: To be called by both before they ask for the other one.
    /// - Returns: What resolves each.
    static func circle(_ meet: @escaping @Sendable () -> Void) -> (left: Attempt, right: Attempt)

    /// What resolves something that was never registered. Nil if that does not compile.
    static var missing: Attempt? { get }

    /// Runs a test with a double in the way that the container offers for that.
    ///
    /// - Parameters:
    ///   - double: What the test has registered.
    ///   - body: The test, which is given what resolves the double.
    static func test(_ double: any Gateway, _ body: (() -> any Gateway) -> Void)
}

/// Something that may fail, in one way or another.
public typealias Attempt = @Sendable () throws -> Void

/// One of two classes that need each other.
public final class Left: Sendable {
    private let right: Right

    /// Makes an object.
    public init(_ right: Right) { self.right = right }
}

/// The other one.
public final class Right: Sendable {
    private let left: Left

    /// Makes an object.
    public init(_ left: Left) { self.left = left }
}

/// A type that nobody registers.
public protocol Unregistered: Sendable {}
