// The first result of a function for the elements of a sequence.

extension Sequence {
    /// Returns the first result that is not nil.
    ///
    /// It asks for each element once. The first element of a lazy collection is asked for twice, and if another thread has
    /// changed the answer in between, the program stops.
    ///
    /// - Parameter body: Returns nil for an element without a result.
    func firstResult<Result>(_ body: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = body(element) { return result }
        }
        return nil
    }
}
