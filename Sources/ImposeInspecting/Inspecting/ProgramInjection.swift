internal import Impose

/// An injection that the program makes somewhere: by a stored wrapper, or by a call of a free function.
///
/// Its rule and its imposer can't be told, and of its name only whether there is one, of most calls.
enum ProgramInjection {
    case property(StoredWrapper)
    case call(InjectingCall)

    /// The type that it asks for; nil if that is unknown, or if it may go unanswered without a word.
    var asked: (any Any.Type)? {
        switch self {
        case .property(let wrapper): wrapper.need == nil && wrapper.wish == nil ? nil : wrapper.wrapper?.dependency
        case .call(let call): call.type
        }
    }

    /// Whether it fails if nothing answers.
    var needsAnswer: Bool {
        switch self {
        case .property(let wrapper): wrapper.need != nil
        case .call(let call): call.needsAnswer
        }
    }

    /// Whether it asks under a name; nil if that is unknown.
    var isNamed: Bool? { if case .call(let call) = self { call.isNamed } else { nil } }

    /// The type that injects; nil if that is unknown.
    var owner: (any Any.Type)? { if case .property(let wrapper) = self { wrapper.owner } else { nil } }

    /// The module that injects; nil if that is unknown.
    var module: String? {
        switch self {
        case .property(let wrapper): wrapper.module
        case .call(let call): call.place?.function.module
        }
    }

    /// What injects, as findings have it: one of the two.
    var subject: (property: Imposer.Validation.StoredProperty?, call: Imposer.Validation.Call?) {
        switch self {
        case .property(let wrapper): (wrapper.storedProperty, nil)
        case .call(let call):
            (nil, Imposer.Validation.Call(function: call.place?.function.name, module: module, code: call.place?.code))
        }
    }
}

extension StoredWrapper {
    /// The property as findings have it: of an owner as its module calls it.
    var storedProperty: Imposer.Validation.StoredProperty {
        Imposer.Validation.StoredProperty(owner: owner, ownerName: ownerName, name: property, module: module)
    }
}
