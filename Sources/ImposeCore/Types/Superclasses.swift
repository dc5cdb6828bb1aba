/// A class among its superclasses.
struct Superclasses {
    let type: any AnyObject.Type

    /// Hops up to an ancestor.
    func hops(to ancestor: any AnyObject.Type) -> Int? {
        var hops = 0
        var next: (any AnyObject.Type)? = type
        while let current = next {
            if current == ancestor { return hops }
            hops += 1
            next = _getSuperclass(current)
        }
        return nil
    }

    /// Hops up to the highest ancestor that conforms. From the root, since a class inherits its conformances: most
    /// often the first answer is yes, or all are no and the runtime remembers the first for the others.
    func hops(toFirstConformingTo goal: ConformanceGoal) -> Int? {
        guard goal.mayBeMet(by: type) else { return nil }
        if let superclass = _getSuperclass(type),
            let hops = Superclasses(type: superclass).hops(toFirstConformingTo: goal)
        {
            return hops + 1
        }
        return goal.isMet(by: type) ? 0 : nil
    }
}
