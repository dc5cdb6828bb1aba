/// One instance that the calling code is building, on its thread or in its task.
struct PathStep: Sendable {
    /// The type that was asked for.
    let type: any Any.Type
    /// The location of the request.
    let location: Location
    let registration: RegistrationRecord
    /// The keeper that is going to keep the instance; nil for a lifetime that keeps nothing.
    let keeper: ObjectIdentifier?
    /// The latch that others wait on; nil if nobody can wait yet.
    var construction: Construction?

    /// The step as errors show it.
    var shown: ImposeError.Step {
        ImposeError.Step(type: type, name: registration.key.name, registeredType: registration.type, location: location)
    }
}

/// One instance that a thread is building: an element of a list that lives on the call stack.
///
/// It does not count references. Invariant: the code that builds the instance keeps the registration and the latch
/// until it is done, and the frame is gone before.
struct PathFrame {
    /// The type that was asked for.
    let type: any Any.Type
    /// The location of the request.
    let location: Location
    let registration: UncountedReference<RegistrationRecord>
    /// The latch that others wait on; nil for a lifetime that keeps nothing.
    var construction: UncountedReference<Construction>?
    /// The frame of the instance that this one is built for.
    fileprivate var outer: ValueReference<PathFrame>?

    init(type: any Any.Type, location: Location, registration: UncountedReference<RegistrationRecord>) {
        self.type = type
        self.location = location
        self.registration = registration
    }

    fileprivate var keeper: ObjectIdentifier? { construction?.with { $0.keeper } }

    /// The same with references that count.
    fileprivate var step: PathStep {
        let (registration, construction) = (registration.object, construction?.object)
        return PathStep(
            type: type,
            location: location,
            registration: registration,
            keeper: construction?.keeper,
            construction: construction
        )
    }
}

/// The instances that the calling code is building right now, each for the one before: on its thread, and outside these
/// in its task (`AsynchronousPath`).
///
/// The frames of a thread form a linked list on the call stack, its head in the thread's record. Invariant: a frame is in
/// the list from `enter` to `leave`, between which the function that declared it is running, so every reference in the
/// list is valid. A thread reads another thread's list only while that thread is parked between the two, under the lock
/// of `WaitGraph`.
enum ResolutionPath {
    /// Adds a frame to the calling thread's path, unless that would close a cycle.
    ///
    /// - Parameter thread: The calling thread.
    /// - Returns: False if the thread is already building this registration's instance, or nests too deep.
    @inline(__always)
    static func enter(_ frame: ValueReference<PathFrame>, on thread: ThreadRecord) -> Bool {
        let outer = thread.path
        frame.pointee.outer = outer
        if let outer, !canNest(frame.pointee.registration, for: frame.pointee.keeper, in: outer, nil) { return false }
        thread.path = frame
        return true
    }

    /// Whether awaiting an instance would close no cycle.
    static func canAwait(_ step: PathStep) -> Bool {
        guard let path = AsynchronousPath.innermost else { return true }
        return canNest(UncountedReference(step.registration), for: step.keeper, in: nil, path)
    }

    /// Whether a registration's instance may be built inside others.
    ///
    /// A kept instance may need an instance of the same registration from another keeper, as where a scope's provider
    /// opens a scope inside. Endless nesting of that kind can only be guessed from its depth.
    private static func canNest(
        _ registration: UncountedReference<RegistrationRecord>,
        for keeper: @autoclosure () -> ObjectIdentifier?,
        in frames: ValueReference<PathFrame>?,
        _ path: AsynchronousPath?
    ) -> Bool {
        var (next, count) = (frames, 0)
        func allows(_ other: ObjectIdentifier?) -> Bool {
            count += 1
            guard count < mostKeepers, let other, let keeper = keeper() else { return false }
            return keeper != other
        }
        while let building = next {
            if building.pointee.registration == registration, !allows(building.pointee.keeper) { return false }
            next = building.pointee.outer
        }
        var path = path
        while let awaited = path {
            if let step = awaited.step, UncountedReference(step.registration) == registration, !allows(step.keeper) {
                return false
            }
            path = awaited.next
        }
        return true
    }

    /// The greatest number of keepers whose instances of one registration may be nested.
    private static let mostKeepers = 16

    /// Removes the innermost frame.
    ///
    /// - Parameter thread: The calling thread.
    @inline(__always)
    static func leave(_ frame: ValueReference<PathFrame>, on thread: ThreadRecord) {
        let outer = frame.pointee.outer
        thread.path = outer
        // While others wait for the instance, no deinit may run that asks for it: `Delivery` ends the graph later.
        if outer == nil, !thread.isEmpty(.graph), frame.pointee.construction == nil { InjectionGraph.endIfOutermost() }
    }

    // MARK: The walk

    /// The instances that the calling code is building, the innermost first.
    private struct Walk: Sequence, IteratorProtocol {
        var frame = ThreadRecord.current.path
        var path: AsynchronousPath?
        /// Whether all frames were left: from then on, it is the tasks' turn, if there is a path.
        var isOutside = false

        @inline(never)
        mutating func next() -> PathStep? {
            if let inner = frame {
                frame = inner.pointee.outer
                return inner.pointee.step
            }
            repeat {
                path = isOutside ? path?.next : .innermost
                isOutside = true
                if let step = path?.step { return step }
            } while path != nil
            return nil
        }
    }

    /// The instances that the calling code is building, the outermost first.
    static var current: [PathStep] { Walk().reversed() }

    /// The innermost one.
    static var innermost: PathStep? { Walk().first { _ in true } }

    /// The latches of those that have one, the innermost first.
    static var constructions: [Construction] { Walk().compactMap(\.construction) }

    /// Whether the calling code is building something for an instance that an imposer or a scope is going to hold.
    static var isBuildingHeldInstance: Bool {
        Walk().contains { $0.keeper != nil && $0.registration.option.holdsInstances }
    }

    /// Whether the calling code is building an instance of this registration.
    ///
    /// - Parameter keeper: The keeper that is to keep it; nil for any, or none.
    static func contains(_ registration: RegistrationRecord, for keeper: InstanceKeeper? = nil) -> Bool {
        let id = keeper.map { ObjectIdentifier($0) }
        return Walk().contains { $0.registration === registration && (id == nil || $0.keeper == id) }
    }

    /// The step of a construction that the calling code is part of.
    static func step(building construction: Construction) -> PathStep? {
        Walk().first { $0.construction === construction }
    }

    /// The steps of a thread that is parked, from a construction inwards.
    static func steps(of thread: ThreadRecord, building construction: Construction) -> [PathStep] {
        let steps = Walk(frame: thread.path, isOutside: true).reversed()
        return Array(steps.drop { $0.construction !== construction })
    }
}

extension ThreadRecord {
    /// The innermost frame of what the thread is building now.
    fileprivate var path: ValueReference<PathFrame>? {
        @inline(__always) get { self[value: .path] }
        @inline(__always) nonmutating set { self[value: .path] = newValue }
    }
}
