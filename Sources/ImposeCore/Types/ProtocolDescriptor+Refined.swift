extension ProtocolDescriptor {
    /// The fewest refinement steps up to another protocol.
    func steps(toRefined goal: ProtocolDescriptor) -> Int? {
        levels.firstIndex { $0.contains(goal) }
    }

    /// The classes that conforming types must inherit from, each with the steps up to it.
    var superclasses: [(type: any AnyObject.Type, steps: Int)] {
        levels.enumerated().flatMap { steps, level in
            level.compactMap { descriptor in
                descriptor.superclass.map { (type: $0, steps: steps + 1) }
            }
        }
    }

    /// This protocol and all that it refines.
    var withAllRefined: [ProtocolDescriptor] { levels.flatMap { $0 } }

    /// This protocol, the ones it refines, the ones these refine and so on, each at the first level it is found at.
    private var levels: [[ProtocolDescriptor]] {
        var seen: Set = [self]
        var levels = [[self]]
        while let last = levels.last, !last.isEmpty {
            levels.append(last.flatMap(\.refined).filter { seen.insert($0).inserted })
        }
        return levels
    }
}
