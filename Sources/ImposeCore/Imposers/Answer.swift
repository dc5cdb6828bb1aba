/// An answer that an imposer remembers for a request: an instance that is kept, or the way to one.
///
/// It is of no generic class, but for `DirectAnswer`: the runtime would make that class once more for each type, which takes
/// longer than all the rest of remembering. It holds nothing of any scope.
///
/// `@unchecked Sendable`: nothing in it changes. A kept instance's thread safety is its author's responsibility.
class Answer: @unchecked Sendable {
    /// The way to the instance.
    enum Way {
        /// The instance is here.
        case instance
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
    final let asked: UncountedReference<ImposerNode>?
    /// The imposer that holds the registration; or the one that was asked.
    ///
    /// Invariant: it is alive while an instance is made. It is the imposer that remembers this, which its caller holds;
    /// or its ancestor, which the imposer holds; or its neighbour in a directory, which `neighbour` holds.
    final let holder: UncountedReference<ImposerNode>?
    private final let neighbour: ImposerNode?
    /// Whether a call of the provider, which makes what was requested, is all that is needed. Then it is a `DirectAnswer`.
    final let isDirect: Bool
    /// A copy of the instance as the requested type, in memory of its own, so that a reader needs nothing but the address;
    /// 0 if there is none.
    private final let address: UInt
    /// The type that was requested.
    private final let type: any Any.Type

    /// An instance that each request gets.
    init<Requested>(_ instance: Requested) {
        (way, position, isDirect) = (.instance, .nowhere, false)
        (registration, heldRegistration, asked, holder, neighbour) = (nil, nil, nil, nil, nil)
        address = ValueReference.make(instance).address
        type = Requested.self
    }

    /// A registration.
    ///
    /// - Parameters:
    ///   - type: The type that was requested.
    ///   - position: Where the scopes have the instance that keep it.
    ///   - asked: The imposer that was asked.
    ///   - holder: The imposer that holds the registration.
    ///   - isDirect: Whether a call of the provider is all that is needed.
    init(
        _ registration: RegistrationRecord,
        as type: any Any.Type,
        at position: OwnPosition,
        asked: ImposerNode,
        holder: ImposerNode,
        isDirect: Bool
    ) {
        (way, address, self.type) = (.registration, 0, type)
        (self.position, self.isDirect) = (position, isDirect)
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
        (self.way, address, self.type, isDirect) = (way, 0, type, false)
        (registration, heldRegistration, neighbour) = (nil, nil, nil)
        asked = UncountedReference(parent)
        holder = UncountedReference(parent)
        if case .given(let key, let index) = way, key.name == nil, key.type == type {
            position = .given(index)
        } else {
            position = .nowhere
        }
    }

    deinit { freeValue(at: address, of: type) }

    /// The word that refers to it in the table: the address of the instance, which is even, since its memory is aligned at
    /// least like a word; or the address of this object, made odd. The next bit says that scopes have the answer
    /// themselves.
    final var word: UInt {
        if address != 0 { return address }
        let object = UncountedReference(self).address
        if case .nowhere = position { return object | 1 }
        return object | 3
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
