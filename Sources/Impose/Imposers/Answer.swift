/// An answer that an imposer remembers for a request: an instance that is kept, or the way to one.
///
/// It is of no generic class, but for `DirectAnswer`: the runtime would make that class once more for each type, which takes
/// longer than all the rest of remembering. It holds nothing of any scope.
///
/// `@unchecked Sendable`: a class that is not final can't be checked. Nothing in it changes.
class RememberedAnswer: @unchecked Sendable {
    /// The word that refers to it in the table: the address of an instance, which is even, since its memory is aligned at
    /// least like a word; or the address of this object, made odd. The next bit says that scopes have the answer
    /// themselves.
    var word: UInt { UncountedReference(self).address | 1 }
}

/// An instance that each request gets: a copy as the requested type, in memory of its own, so that a reader needs nothing
/// but the address.
///
/// `@unchecked Sendable`: nothing in it changes. The instance's thread safety is its author's responsibility.
final class KeptAnswer: RememberedAnswer, @unchecked Sendable {
    private let address: UInt
    /// The type that was requested.
    private let type: any Any.Type

    init<Requested>(_ instance: Requested) {
        (address, type) = (ValueReference.make(instance).address, Requested.self)
    }

    deinit { freeValue(at: address, of: type) }

    override var word: UInt { address }
}

/// The way to an instance that is not the same for each request.
///
/// `@unchecked Sendable`: nothing in it changes.
class Answer: RememberedAnswer, @unchecked Sendable {
    /// The way to the instance.
    enum Way {
        /// A registration makes it, or has it kept somewhere.
        case registration
        /// The scope that asks has it: a value that it was given, under a key and at a position among all of these. The key
        /// comes first, as in the next case, or the whole would take a byte more, and each answer 16.
        case given(RegistrationKey, Int)
        /// The scope that asks has its own registration for it, under a key.
        case own(RegistrationKey)
    }

    final let way: Way
    /// The position of the answer in scopes that have it themselves; nowhere if they don't.
    final let position: OwnPosition
    /// The registration, held by this; nil for another way.
    final let registration: UncountedReference<RegistrationRecord>?
    private final let heldRegistration: RegistrationRecord?
    /// The imposer that was asked outside all scopes, and remembers this.
    final let asked: UncountedReference<ImposerNode>
    /// The imposer that holds the registration; or the one that was asked.
    ///
    /// Invariant: it is alive while an instance is made. It is the imposer that remembers this, which its caller holds;
    /// or its ancestor, which the imposer holds; or its neighbour in a directory, which `neighbour` holds.
    final let holder: UncountedReference<ImposerNode>
    private final let neighbour: ImposerNode?
    /// Whether a call of the provider, which makes what was requested, is all that is needed. Then it is a `DirectAnswer`.
    final let isDirect: Bool

    /// A registration.
    ///
    /// - Parameters:
    ///   - position: Where the scopes have the instance that keep it.
    ///   - asked: The imposer that was asked.
    ///   - holder: The imposer that holds the registration.
    ///   - isDirect: Whether a call of the provider is all that is needed.
    init(
        _ registration: RegistrationRecord,
        at position: OwnPosition,
        asked: ImposerNode,
        holder: ImposerNode,
        isDirect: Bool
    ) {
        (way, self.position, self.isDirect) = (.registration, position, isDirect)
        self.registration = UncountedReference(registration)
        heldRegistration = registration
        self.asked = UncountedReference(asked)
        self.holder = UncountedReference(holder)
        neighbour = asked.isSelfOrDescendant(of: holder) ? nil : holder
    }

    /// Something that each scope has itself.
    ///
    /// - Parameters:
    ///   - way: Where it has it.
    ///   - type: The type that was requested.
    ///   - parent: The imposer that the scopes were opened in.
    init(_ way: Way, as type: any Any.Type, parent: ImposerNode) {
        (self.way, isDirect) = (way, false)
        (registration, heldRegistration, neighbour) = (nil, nil, nil)
        asked = UncountedReference(parent)
        holder = UncountedReference(parent)
        if case .given(let key, let index) = way, key.name == nil, key.type == type {
            position = .given(index)
        } else {
            position = .nowhere
        }
    }

    final override var word: UInt {
        if case .nowhere = position { super.word } else { super.word | 2 }
    }

    /// The answer that an odd word refers to. The caller is in the section that it was found in.
    @inline(__always)
    static func found(_ word: UInt) -> UncountedReference<Answer> {
        // Invariant: it is the address of an object that is there until the section ends.
        UncountedReference(knownAddress: word & ~3)
    }
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
