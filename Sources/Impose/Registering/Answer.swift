/// What an imposer remembers of a request that it has answered.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. Nothing in it changes.
@usableFromInline
class Answer: @unchecked Sendable {
    /// How the table refers to it.
    var word: UInt { fatalError("the subclasses say") }
}

/// The answer is an instance that is kept.
///
/// `@unchecked Sendable`: the instance's thread safety is its author's affair; the memory is written once, here.
final class KeptAnswer<Requested>: Answer, @unchecked Sendable {
    /// A copy of the instance as the type that is requested. In memory of its own, so that a reader needs nothing but
    /// the address.
    private let instance: UnsafeMutablePointer<Requested>

    init(_ instance: Requested) {
        self.instance = .allocate(capacity: 1)
        self.instance.initialize(to: instance)
    }

    deinit {
        instance.deinitialize(count: 1)
        instance.deallocate()
    }

    /// The address of the instance. Even, since memory that is allocated is aligned.
    override var word: UInt { UInt(bitPattern: instance) }
}

/// The answer is to have a new instance made each time.
///
/// `@unchecked Sendable`: nothing in it changes.
@usableFromInline
class MakingAnswer<Requested>: Answer, @unchecked Sendable {
    /// Makes an instance.
    @usableFromInline
    func make(fileID: StaticString, line: UInt) throws(ImposeError) -> Requested {
        fatalError("the subclass says")
    }

    /// The address of the object, made odd to tell the two kinds apart.
    final override var word: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) | 1 }
}
