internal import CImposeRuntime

/// One instance that this thread is building: an element of a list that lives on the call stack.
///
/// It does not count references. Invariant: whoever builds holds the registration and the latch until it is done, and
/// the frame is gone before.
struct PathFrame {
    /// The type that was asked for.
    let type: any Any.Type
    /// Where it was asked for.
    let place: SourcePlace
    unowned(unsafe) let registration: RegistrationRecord
    /// The latch that others wait on; nil for a lifetime that keeps nothing.
    unowned(unsafe) let construction: AnyConstruction?
    /// What it is being built for.
    fileprivate let outer: UnsafePointer<PathFrame>?

    /// The frame as errors show it.
    var step: ImposeError.Step {
        ImposeError.Step(type, named: registration.key.name, registeredAs: registration.type, at: place)
    }
}

/// What a thread is building right now, outermost first.
///
/// The frames form a linked list on the call stack, its head in the thread's record. Invariant: a frame is in the list
/// exactly while the function that declared it is running `body`, so every pointer in the list is valid. A thread
/// looks at another one's list only while that one is parked inside `body`, under the lock of `WaitGraph`.
enum ResolutionPath {
    /// Runs `body` with one more frame on the calling thread's path.
    static func extended<Result, Failure: Error>(
        by registration: RegistrationRecord,
        for request: Request,
        construction: AnyConstruction?,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let thread = impose_current_thread()
        let outer = thread.pointee.path?.assumingMemoryBound(to: PathFrame.self)
        let frame = PathFrame(
            type: request.type,
            place: request.place,
            registration: registration,
            construction: construction,
            outer: outer
        )
        return try withUnsafePointer(to: frame) { pointer throws(Failure) -> Result in
            thread.pointee.path = UnsafeRawPointer(pointer)
            defer { thread.pointee.path = outer.map { UnsafeRawPointer($0) } }
            return try body()
        }
    }

    /// Whether the calling thread is building this registration's instance.
    static func contains(_ registration: RegistrationRecord) -> Bool {
        var next = innermost(of: impose_current_thread())
        while let frame = next {
            if frame.pointee.registration === registration { return true }
            next = frame.pointee.outer
        }
        return false
    }

    /// The calling thread's frames.
    static var current: [PathFrame] { frames(of: impose_current_thread()) }

    /// A thread's frames: the calling thread's, or those of one that is parked.
    static func frames(of thread: UnsafeMutablePointer<ImposeThread>) -> [PathFrame] {
        var frames: [PathFrame] = []
        var next = innermost(of: thread)
        while let frame = next {
            frames.append(frame.pointee)
            next = frame.pointee.outer
        }
        return frames.reversed()
    }

    private static func innermost(of thread: UnsafeMutablePointer<ImposeThread>) -> UnsafePointer<PathFrame>? {
        thread.pointee.path?.assumingMemoryBound(to: PathFrame.self)
    }
}
