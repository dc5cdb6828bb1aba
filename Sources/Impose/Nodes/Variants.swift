/// The instances that a node tells apart where one registration has several: for different arguments, and in the node
/// of an injection's graph for different nodes. Each has a cell with a number of its own. Guarded by the node.
struct Variants {
    struct Variant {
        let registrationNumber: Int
        let variantKey: Key
        /// The number of its cell.
        let number: Int
    }

    /// What tells the instances of one registration apart.
    struct Key: Sendable {
        var arguments: ArgumentsKey?
        /// Of a graph instance: what holds the registration, and the scope that it is made in.
        var nodes: [Node] = []
        /// Whether a graph instance is built for something that is going to be kept. Such an instance is not shared
        /// with what is built for the caller, which may hold the caller's scope.
        var isForKept = false

        /// - Returns: Nil if nothing tells them apart, as nearly always.
        init?(arguments: ArgumentsKey?, nodes: [Node] = [], isForKept: Bool = false) {
            if arguments == nil && nodes.isEmpty { return nil }
            (self.arguments, self.nodes, self.isForKept) = (arguments, nodes, isForKept)
        }

        var hash: Int { arguments?.hash ?? 0 }

        /// Runs the user's `==`. Never call it with a lock held.
        func isEqual(to other: Key) -> Bool {
            guard isForKept == other.isForKept, nodes.elementsEqual(other.nodes, by: ===) else { return false }
            if let one = arguments, let other = other.arguments { return one.isEqual(to: other) }
            return arguments == nil && other.arguments == nil
        }
    }

    /// By a hash of registration and arguments, which was computed before. Nil as long as there was none, as in nearly
    /// all nodes.
    private var buckets: [Int: [Variant]]?
    private var count = 0
    /// The count at which the next sweep removes variants whose cells are vacant.
    private var sweepCount = 16

    var isEmpty: Bool { count == 0 }

    /// The numbers of the registrations that have an instance for arguments here: once for each such instance.
    ///
    /// - Parameter dropped: Gets what has to be released with no lock held.
    func registrations(in cells: KeptInstances, _ dropped: inout [Any]) -> [Int] {
        let all = (buckets ?? [:]).values.joined().filter { $0.variantKey.arguments != nil }
        return all.filter { !cells.isVacant($0.number, &dropped) }.map(\.registrationNumber)
    }

    /// Those that may be equal to one, to be compared with no lock held.
    func bucket(_ registrationNumber: Int, _ variantKey: Key) -> [Variant] {
        buckets?[registrationNumber ^ variantKey.hash] ?? []
    }

    /// Adds a variant that is not there.
    ///
    /// - Parameters:
    ///   - cells: Those of the node. Where many have nothing in them any more, they go with their variants.
    ///   - dropped: Gets what has to be released with no lock held.
    mutating func add(_ variant: Variant, _ cells: inout KeptInstances, _ dropped: inout [Any]) {
        if count >= sweepCount {
            for vacant in remove(where: { cells.isVacant($0.number, &dropped) }) {
                dropped.append(vacant)
                if let kept = cells.take(vacant.number) { dropped.append(kept) }
            }
            sweepCount = max(16, 2 * count)
        }
        buckets = buckets ?? [:]
        buckets?[variant.registrationNumber ^ variant.variantKey.hash, default: []].append(variant)
        count += 1
    }

    /// Removes the one with a number, whose instance could not be made, and returns it.
    mutating func take(number: Int) -> [Variant] { remove { $0.number == number } }

    /// Removes those of a registration, and returns them.
    mutating func take(of registrationNumber: Int) -> [Variant] {
        remove { $0.registrationNumber == registrationNumber }
    }

    private mutating func remove(where isGone: (Variant) -> Bool) -> [Variant] {
        var removed: [Variant] = []
        for (hash, bucket) in buckets ?? [:] {
            let left = bucket.filter { !isGone($0) }
            if left.count == bucket.count { continue }
            removed += bucket.filter(isGone)
            buckets?[hash] = left.isEmpty ? nil : left
        }
        count -= removed.count
        return removed
    }
}
