extension Array {
    /// All that a function has to write, asked again with room for all if there was none.
    ///
    /// - Parameters:
    ///   - capacity: How many are likely to be all.
    ///   - fill: Returns how many there are, and writes as many as there is room for.
    init(likely capacity: Int, filledBy fill: (UnsafeMutablePointer<Element>, Int) -> Int) {
        var capacity = capacity
        while true {
            var count = 0
            self = Array(unsafeUninitializedCapacity: capacity) { buffer, initialized in
                count = buffer.baseAddress.map { fill($0, capacity) } ?? 0
                initialized = Swift.min(count, capacity)
            }
            if count <= capacity { return }
            capacity = count
        }
    }
}
