internal import CImposeRuntime

// What a thread is in the middle of: what it builds, ends, waits for, lets provide.

extension ThreadRecord {
    /// The frame of the innermost instance that the thread is building: the head of its path.
    var innermostBuild: ValueReference<BuildFrame>? {
        // Invariant: this property alone accesses the field.
        @inline(__always) get { ValueReference(pointer.pointee.path) }
        @inline(__always) nonmutating set { pointer.pointee.path = UnsafeMutableRawPointer(newValue?.address) }
    }

    /// The memory for the outermost frame of the path. It stays when the frame ends, for the next one.
    var outermostBuild: ValueReference<BuildFrame>? {
        // Invariant: as above.
        @inline(__always) get { ValueReference(pointer.pointee.firstBuild) }
        nonmutating set { pointer.pointee.firstBuild = UnsafeMutableRawPointer(newValue?.address) }
    }

    /// What it waits for another thread to do, under the lock of `WaitGraph`.
    var waitingFor: ValueReference<Latch>? {
        // Invariant: as above.
        get { ValueReference(pointer.pointee.waitingFor) }
        nonmutating set { pointer.pointee.waitingFor = UnsafeMutableRawPointer(newValue?.address) }
    }

    /// The node whose end the thread has begun last, and is in the middle of.
    var ending: Node? {
        // Invariant: this property alone accesses the field. The node stays: whoever ends a node holds it.
        get { pointer.pointee.ending.map { Unmanaged<Node>.fromOpaque($0).takeUnretainedValue() } }
        nonmutating set { pointer.pointee.ending = newValue.map { Unmanaged.passUnretained($0).toOpaque() } }
    }

    /// The node that keeps the graph instances of the outermost injection.
    var graph: Node? {
        // Invariant: this property alone accesses the field, which counts a reference.
        get { pointer.pointee.graph.map { Unmanaged<Node>.fromOpaque($0).takeUnretainedValue() } }
        nonmutating set {
            let old = pointer.pointee.graph
            pointer.pointee.graph = newValue.map { Unmanaged.passRetained($0).toOpaque() }
            old.map { Unmanaged<Node>.fromOpaque($0).release() }
        }
    }

    /// Whether the outermost injection has graph instances.
    var hasGraph: Bool {
        @inline(__always) get { pointer.pointee.graph != nil }
    }

    /// The innermost module that the thread lets provide. Who sets it keeps the object until it is set back.
    var moduleRun: ModuleRun? {
        // Invariant: this property alone accesses the field.
        get { pointer.pointee.moduleRun.map { Unmanaged<ModuleRun>.fromOpaque($0).takeUnretainedValue() } }
        nonmutating set { pointer.pointee.moduleRun = newValue.map { Unmanaged.passUnretained($0).toOpaque() } }
    }

    /// Gives up all that a thread was doing when it exited inside a provider or a disposer. If the thread was in a
    /// section, it still is.
    func abandonWork() {
        while let build = innermostBuild {
            innermostBuild = build.pointee.outer
            build.giveUp(.threadEnded)
        }
        Disposals.Run.giveUp(by: self)
        // Instances that the thread had still to dispose of are lost: only its stack had references to them.
        while let node = ending {
            node.finishEnd()
            if node.kind == .root { _ = node.directory.takeMembers() }
        }
        graph = nil
        if ReadSection.contains(self) { ReadSection.end(self) }
    }
}

/// Called by C for a thread that ends in a provider or a disposer.
@_cdecl("impose_give_up_builds")
func abandonWork(of thread: UnsafeMutablePointer<ImposeThreadRecord>) { ThreadRecord(thread).abandonWork() }
