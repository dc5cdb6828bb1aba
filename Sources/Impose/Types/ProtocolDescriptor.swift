private import CImposeRuntime

/// A protocol, by the address of its descriptor.
struct ProtocolDescriptor: Hashable {
    let address: UnsafeRawPointer

    /// The fewest refinement steps up to another protocol.
    func steps(toRefined goal: ProtocolDescriptor) -> Int? {
        levels.firstIndex { $0.contains(goal) }
    }

    /// The classes that conforming types must inherit from, each with the steps up to it.
    var superclasses: [(type: any AnyObject.Type, steps: Int)] {
        levels.enumerated().flatMap { steps, level in
            level.compactMap { descriptor in
                impose_protocol_superclass(descriptor.address).map {
                    (type: Metadata.classType(Metadata.type(at: $0)), steps: steps + 1)
                }
            }
        }
    }

    /// This protocol and all that it refines.
    var withAllRefined: [ProtocolDescriptor] { levels.flatMap { $0 } }

    /// This protocol, those that it refines, those that they refine and so on, each in the first level it is met in.
    private var levels: [[ProtocolDescriptor]] {
        var seen: Set = [self]
        var levels = [[self]]
        while let last = levels.last, !last.isEmpty {
            levels.append(last.flatMap(\.refined).filter { seen.insert($0).inserted })
        }
        return levels
    }

    private var refined: [ProtocolDescriptor] {
        Array<UnsafeRawPointer?>(likely: 8) { impose_refined_protocols(address, $0, $1) }
            .compactMap { $0.map(ProtocolDescriptor.init) }
    }
}
