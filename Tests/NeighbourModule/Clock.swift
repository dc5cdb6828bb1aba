/// Named like a type of the tests, to be told from it.
public struct Clock: Sendable {
    /// Where it comes from.
    public let origin = "NeighbourModule"

    /// Makes one.
    public init() {}
}
