/// An answer that an imposer remembers for a request.
///
/// `@unchecked Sendable`: a class that is not final can't be checked. Nothing in it changes.
class Answer: @unchecked Sendable {
    /// The position of the answer in scopes that have it themselves; nowhere if they don't.
    final let position: OwnPosition
    /// The source of the instances, for code in the section that this was found in.
    final let source: AnswerSource?

    init(position: OwnPosition = .nowhere, _ source: AnswerSource? = nil) {
        self.position = position
        self.source = source
    }

    /// The word that refers to it in the table.
    var word: UInt { fatalError("The subclasses say") }

    /// The word of an answer that makes an instance: the address of this object, made odd to tell it from the address
    /// of an instance. The next bit says that scopes have the answer themselves.
    final var wordOfObject: UInt {
        let address = UncountedReference(self).address
        if case .nowhere = position { return address | 1 }
        return address | 3
    }

    /// The position in an answer whose word has both lowest bits set. The caller is in the section that found it.
    static func position(of word: UInt) -> OwnPosition {
        // Invariant: it is the address of an object that is there until the section ends.
        UncountedReference<Answer>(knownAddress: word ^ 3).with { $0.position }
    }

    /// The source of the instances of an answer whose word is odd. The caller is in the section that it was found in.
    static func source(of word: UInt) -> AnswerSource? {
        // Invariant: as above.
        UncountedReference<Answer>(knownAddress: word & ~3).with { $0.source }
    }
}

/// The source of an answer's instances. It holds nothing.
struct AnswerSource {
    /// Held by the answer.
    let registration: UncountedReference<RegistrationRecord>
    /// The imposer that holds the registration. It may be gone, unless it is the parent of a scope that is there.
    let holder: UncountedReference<Imposer>
    /// Whether a call of the provider is all that is needed, and the holder is the imposer that the registration was
    /// made for, which ends the scopes' holds on it.
    let isDirect: Bool
}

/// An answer that is a kept instance.
///
/// `@unchecked Sendable`: the instance's thread safety is its author's responsibility; the memory is written once.
final class InstanceAnswer<Requested>: Answer, @unchecked Sendable {
    /// A copy of the instance as the requested type. It has its own memory, so that a reader needs nothing but the
    /// address, which is even: the memory is aligned at least like a word.
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

/// The position at which a scope itself has the answer to a request. It holds nothing, and is compared with the scope's
/// content, since the scope may have changed.
enum OwnPosition {
    case nowhere
    /// A position among the values that it was given, without a name and for the requested type.
    case given(Int)
    /// The kept instance of a registration, for no arguments. The number tells it from a later one at its address.
    case kept(ObjectIdentifier, number: SerialNumber)
}
