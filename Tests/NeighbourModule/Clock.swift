/// A type with the name of a type of the tests, to be told from it.
public struct Clock: Sendable {
    /// The module that it comes from.
    public let origin = "NeighbourModule"

    /// Makes one.
    public init() {}
}
