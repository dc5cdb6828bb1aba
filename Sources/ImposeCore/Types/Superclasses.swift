/// A class among its superclasses.
struct Superclasses {
    let type: any AnyObject.Type

    private var next: Superclasses? { _getSuperclass(type).map { Superclasses(type: $0) } }

    /// Hops up to an ancestor.
    func hops(to ancestor: any AnyObject.Type) -> Int? {
        type == ancestor ? 0 : next?.hops(to: ancestor).map { $0 + 1 }
    }

    /// Hops up to the highest ancestor that conforms. From the root, since a class inherits its conformances: most
    /// often the first answer is yes, or all are no and the runtime remembers the first for the others.
    func hops(toFirstConformingTo goal: ConformanceGoal) -> Int? {
        guard goal.mayBeMet(by: type) else { return nil }
        if let hops = next?.hops(toFirstConformingTo: goal) { return hops + 1 }
        return goal.isMet(by: type) ? 0 : nil
    }
}
