/// What an imposer remembers of a request that it has answered.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. Nothing in it changes.
@usableFromInline
class Answer: @unchecked Sendable {
    /// How the table refers to it.
    var word: UInt { fatalError("The subclasses say") }
}

/// The answer is an instance that is kept.
///
/// `@unchecked Sendable`: the instance's thread safety is its author's affair; the memory is written once, here.
final class KeptAnswer<Requested>: Answer, @unchecked Sendable {
    /// A copy of the instance as the type that is requested. In memory of its own, so that a reader needs nothing but
    /// the address, which is even: memory that is allocated is aligned.
    private let instance: UnsafeMutablePointer<Requested>

    init(_ instance: Requested) {
        // At least a word, since the memory of an empty type need not be aligned to more than a byte.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(MemoryLayout<Requested>.size, 16),
            alignment: max(MemoryLayout<Requested>.alignment, 16)
        )
        self.instance = memory.bindMemory(to: Requested.self, capacity: 1)
        self.instance.initialize(to: instance)
    }

    deinit {
        instance.deinitialize(count: 1)
        UnsafeMutableRawPointer(instance).deallocate()
    }

    /// The address of the instance.
    override var word: UInt { UInt(bitPattern: instance) }
}

/// The answer is to have a new instance made each time, or to look who keeps one for the caller.
///
/// `@unchecked Sendable`: nothing in it changes.
@usableFromInline
final class MakingAnswer<Requested>: Answer, @unchecked Sendable {
    /// The user's code, where nothing but a call of it is needed.
    @usableFromInline
    let function: Provider<Requested>.Function?
    /// Gets an instance where more is needed: the check of an actor, a scope, or a cast to the type that is requested.
    @usableFromInline
    let detour: (Imposer?, SourcePlace) throws(ImposeError) -> Requested
    @usableFromInline
    let registration: RegistrationRecord
    /// The imposer that holds the registration.
    ///
    /// Invariant: it is alive while an instance is made. It is the imposer that remembers this, which its caller holds;
    /// or an ancestor, which that one holds; or a neighbour in a directory, and then `neighbour` holds it.
    @usableFromInline
    unowned(unsafe) let holder: Imposer
    private let neighbour: Imposer?

    init(
        function: Provider<Requested>.Function?,
        detour: @escaping (Imposer?, SourcePlace) throws(ImposeError) -> Requested,
        registration: RegistrationRecord,
        holder: Imposer,
        neighbour: Imposer?
    ) {
        self.function = function
        self.detour = detour
        self.registration = registration
        self.holder = holder
        self.neighbour = neighbour
    }

    /// The address of the object, made odd to tell the two kinds apart.
    override var word: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) | 1 }
}
