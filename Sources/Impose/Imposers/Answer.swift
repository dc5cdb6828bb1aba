/// What an imposer remembers of a request that it has answered.
///
/// `@unchecked Sendable`: a class that others inherit from can't be checked. Nothing in it changes.
@usableFromInline
class Answer: @unchecked Sendable {
    /// Where scopes have the answer themselves; nowhere if they don't.
    final let position: OwnPosition
    /// What makes the instances, for who is in the section that this was found in.
    final let source: AnswerSource?

    init(position: OwnPosition = .nowhere, _ source: AnswerSource? = nil) {
        self.position = position
        self.source = source
    }

    /// How the table refers to it.
    var word: UInt { fatalError("The subclasses say") }

    /// The word for one that makes an instance: the address of the object, made odd to tell it from that of an instance.
    /// The next bit says that scopes have the answer themselves.
    final var wordOfObject: UInt {
        let address = UncountedReference(self).address
        if case .nowhere = position { return address | 1 }
        return address | 3
    }

    /// The position that belongs to a word which ends in 3. The caller is in the section that it was found in.
    static func position(of word: UInt) -> OwnPosition {
        // Invariant: it is the address of an object that is there until the section ends.
        UncountedReference<Answer>(knownAddress: word ^ 3).with { $0.position }
    }

    /// What makes the instances of an answer whose word is odd. The caller is in the section that it was found in.
    static func source(of word: UInt) -> AnswerSource? {
        // Invariant: as above.
        UncountedReference<Answer>(knownAddress: word & ~3).with { $0.source }
    }
}

/// What makes the instances of an answer. It holds nothing.
struct AnswerSource {
    /// Held by the answer.
    let registration: UncountedReference<RegistrationRecord>
    /// The imposer that holds it. It need not be there, unless it is the parent of a scope that is.
    let holder: UncountedReference<Imposer>
    /// Whether nothing but a call of the provider is needed, and the holder is the one that it was made for, which ends
    /// what scopes hold of it.
    let isDirect: Bool
}

/// The answer is an instance that is kept.
///
/// `@unchecked Sendable`: the instance's thread safety is its author's affair; the memory is written once, here.
final class InstanceAnswer<Requested>: Answer, @unchecked Sendable {
    /// A copy of the instance as the type that is requested. In memory of its own, so that a reader needs nothing but
    /// the address, which is even: the memory is aligned like a word at least.
    private let instance: ValueReference<Requested>

    init(_ instance: Requested) {
        self.instance = .make(instance)
        super.init()
    }

    deinit {
        instance.free()
    }

    /// The address of the instance.
    override var word: UInt { instance.address }
}

/// Where a scope has itself what answers a request. It holds nothing, and says what to compare with, since the scope may
/// have changed.
enum OwnPosition {
    case nowhere
    /// Among what it was given, without a name and for the type that is requested.
    case given(Int)
    /// Among what it keeps: the instance of a registration, for no arguments. The number tells it from one that has got its
    /// address since.
    case kept(ObjectIdentifier, number: SerialNumber)
}
