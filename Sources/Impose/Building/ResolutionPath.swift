/// One instance that this thread is building: an element of a list that lives on the call stack.
///
/// It does not count references. Invariant: whoever builds holds the registration and the latch until it is done, and
/// the frame is gone before.
@frozen
@usableFromInline
struct PathFrame {
    /// The type that was asked for.
    @usableFromInline
    let type: any Any.Type
    /// Where it was asked for.
    @usableFromInline
    let location: Location
    @usableFromInline
    let uncountedRegistration: UncountedReference<RegistrationRecord>
    @usableFromInline
    var uncountedConstruction: UncountedReference<Construction>?
    /// What it is being built for.
    @usableFromInline
    var outer: ValueReference<PathFrame>?

    @inlinable
    init(type: any Any.Type, location: Location, registration: __shared RegistrationRecord) {
        self.type = type
        self.location = location
        uncountedRegistration = UncountedReference(registration)
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

/// What a thread is building right now, outermost first.
///
/// The frames form a linked list on the call stack, its head in the thread's record. Invariant: a frame is in the list
/// from `enter` to `leave`, between which the function that declared it is running, so every reference in the list is
/// valid. A thread looks at another one's list only while that one is parked between the two, under the lock of
/// `WaitGraph`.
@usableFromInline
enum ResolutionPath {
    /// Adds a frame to the calling thread's path, unless that would close a circle.
    ///
    /// A kept instance may need that of another keeper of the same registration, as where a scope's provider opens a
    /// scope inside. That it does so without end can only be guessed from how often it has.
    ///
    /// - Returns: False if the thread is building this registration's instance already.
    @usableFromInline
    static func enter(_ frame: ValueReference<PathFrame>) -> Bool {
        let thread = ThreadRecord.current
        let registration = frame.pointee.uncountedRegistration
        let outer = thread.path
        var (next, keepers) = (outer, 0)
        while let building = next {
            if building.pointee.uncountedRegistration == registration {
                keepers += 1
                if keepers == mostKeepers || !isForAnotherKeeper(frame.pointee, than: building.pointee) { return false }
            }
            next = building.pointee.outer
        }
        frame.pointee.outer = outer
        thread.path = frame
        return true
    }

    /// How many keepers' instances of one registration a thread may be building, each for the one before.
    private static let mostKeepers = 16

    /// Whether two frames of one registration are for instances that different keepers will keep.
    private static func isForAnotherKeeper(_ frame: PathFrame, than other: PathFrame) -> Bool {
        guard let construction = frame.construction, let otherConstruction = other.construction else { return false }
        return construction.keeper != otherConstruction.keeper
    }

    /// Takes the innermost frame off again.
    @usableFromInline
    static func leave(_ frame: ValueReference<PathFrame>) {
        let thread = ThreadRecord.current
        let outer = frame.pointee.outer
        thread.path = outer
        // While others wait for what was built, no deinit may run that asks for it: `Delivery` ends the graph later.
        if outer == nil, !thread.isEmpty(.graph), frame.pointee.uncountedConstruction == nil { GraphInstances.end() }
    }

    /// What the calling code is building, innermost.
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

    /// What the calling code is building: what its task is, by awaiting, and for that its thread.
    static var current: [PathFrame] { AsynchronousPath.frames + frames(of: .current) }

    /// A thread's frames: the calling thread's, or those of one that is parked.
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
        get { self[value: .path] }
        nonmutating set { self[value: .path] = newValue }
    }
}
