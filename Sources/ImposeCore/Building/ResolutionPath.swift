/// One instance that this thread is building: an element of a list that lives on the call stack.
///
/// It does not count references. Invariant: the code that builds the instance keeps the registration and the latch
/// until it is done, and the frame is gone before.
struct PathFrame {
    /// The type that was asked for.
    let type: any Any.Type
    /// The location of the request.
    let location: Location
    let uncountedRegistration: UncountedReference<RegistrationRecord>
    var uncountedConstruction: UncountedReference<Construction>?
    /// The frame of the instance that this one is built for.
    var outer: ValueReference<PathFrame>?

    init(type: any Any.Type, location: Location, registration: __shared RegistrationRecord) {
        self.init(type: type, location: location, registration: UncountedReference(registration))
    }

    init(type: any Any.Type, location: Location, registration: UncountedReference<RegistrationRecord>) {
        self.type = type
        self.location = location
        uncountedRegistration = registration
    }

    var registration: RegistrationRecord { uncountedRegistration.object }

    /// The latch that others wait on; nil for a lifetime that keeps nothing.
    var construction: Construction? {
        get { uncountedConstruction?.object }
        set { uncountedConstruction = newValue.map { UncountedReference($0) } }
    }

    /// The frame as errors show it.
    var step: ImposeError.Step {
        ImposeError.Step(type, named: registration.key.name, registeredAs: registration.type, at: location)
    }
}

/// The instances that a thread is building right now, each for the one before.
///
/// The frames form a linked list on the call stack, its head in the thread's record. Invariant: a frame is in the list
/// from `enter` to `leave`, between which the function that declared it is running, so every reference in the list is
/// valid. A thread reads another thread's list only while that thread is parked between the two, under the lock of
/// `WaitGraph`.
enum ResolutionPath {
    /// Adds a frame to the calling thread's path, unless that would close a cycle.
    ///
    /// A kept instance may need an instance of the same registration from another keeper, as where a scope's provider
    /// opens a scope inside. Endless nesting of that kind can only be guessed from its depth.
    ///
    /// - Parameter thread: The calling thread.
    /// - Returns: False if the thread is already building this registration's instance, or nests too deep.
    @inline(__always)
    static func enter(_ frame: ValueReference<PathFrame>, on thread: ThreadRecord) -> Bool {
        let outer = thread.path
        frame.pointee.outer = outer
        if let outer, !canNest(frame, in: outer) { return false }
        thread.path = frame
        return true
    }

    private static func canNest(_ frame: ValueReference<PathFrame>, in outer: ValueReference<PathFrame>) -> Bool {
        let registration = frame.pointee.uncountedRegistration
        var (next, keepers): (ValueReference<PathFrame>?, Int) = (outer, 0)
        while let building = next {
            if building.pointee.uncountedRegistration == registration {
                keepers += 1
                if keepers == mostKeepers || !isForAnotherKeeper(frame.pointee, than: building.pointee) { return false }
            }
            next = building.pointee.outer
        }
        return true
    }

    /// The greatest number of keepers whose instances of one registration may be nested on a thread.
    private static let mostKeepers = 16

    /// Whether two frames of one registration are for instances that different keepers will keep.
    private static func isForAnotherKeeper(_ frame: PathFrame, than other: PathFrame) -> Bool {
        guard let construction = frame.construction, let otherConstruction = other.construction else { return false }
        return construction.keeper != otherConstruction.keeper
    }

    /// Removes the innermost frame.
    ///
    /// - Parameter thread: The calling thread.
    @inline(__always)
    static func leave(_ frame: ValueReference<PathFrame>, on thread: ThreadRecord) {
        let outer = frame.pointee.outer
        thread.path = outer
        // While others wait for the instance, no deinit may run that asks for it: `Delivery` ends the graph later.
        if outer == nil, !thread.isEmpty(.graph), frame.pointee.uncountedConstruction == nil { GraphInstances.end() }
    }

    /// The innermost instance that the calling code is building.
    static var innermost: PathFrame? {
        ThreadRecord.current.path?.pointee ?? AsynchronousPath.innermostFrame
    }

    /// Whether the calling thread is building anything.
    static var isBuilding: Bool { !ThreadRecord.current.isEmpty(.path) }

    /// Whether the calling code is building something for an instance that an imposer or a scope is going to hold.
    static var isBuildingHeldInstance: Bool {
        var next = ThreadRecord.current.path
        while let frame = next {
            if frame.pointee.construction != nil, frame.pointee.registration.option.holdsInstances { return true }
            next = frame.pointee.outer
        }
        return AsynchronousPath.isBuildingHeldInstance
    }

    /// Whether the calling code is building this registration's instance.
    static func contains(_ registration: RegistrationRecord) -> Bool {
        current.contains { $0.registration === registration }
    }

    /// The constructions on the calling thread's path, outermost first.
    static var constructions: [Construction] { frames(of: .current).compactMap(\.construction) }

    /// The step of a construction on the calling thread's path.
    static func step(building construction: Construction) -> ImposeError.Step? {
        frames(of: .current).first { $0.construction === construction }?.step
    }

    /// Whether the calling code is building the instance of a registration that a keeper is going to keep.
    static func isBuilding(_ registration: RegistrationRecord, for keeper: InstanceKeeper) -> Bool {
        let id = ObjectIdentifier(keeper)
        return frames(of: .current).contains { $0.registration === registration && $0.construction?.keeper == id }
            || AsynchronousPath.innermost?.isBuilding(registration, for: id) ?? false
    }

    /// The instances that the calling code is building: by awaiting, in its task, and within these on its thread.
    static var current: [PathFrame] { AsynchronousPath.frames + frames(of: .current) }

    /// The frames of a thread, outermost first: the calling thread, or one that is parked.
    static func frames(of thread: ThreadRecord) -> [PathFrame] {
        var frames: [PathFrame] = []
        var next = thread.path
        while let frame = next {
            frames.append(frame.pointee)
            next = frame.pointee.outer
        }
        return frames.reversed()
    }
}

extension ThreadRecord {
    /// The innermost frame of what the thread is building now.
    fileprivate var path: ValueReference<PathFrame>? {
        @inline(__always) get { self[value: .path] }
        @inline(__always) nonmutating set { self[value: .path] = newValue }
    }
}
