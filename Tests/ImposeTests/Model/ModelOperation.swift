import Impose
import TestSupport

/// A name of a registration.
enum ModelName: String, CaseIterable, Sendable {
    case first, second
}

/// One of a directory's imposers.
enum ModelMember: Hashable, Sendable {
    case primary, secondary
    case custom(Int)
}

/// A place where a step finds an imposer.
enum ModelPlace: Hashable, Sendable {
    /// In the directory that is current there.
    case member(ModelMember)
    /// By the number that it was made under: a scope or a private one.
    case made(Int)
}

/// A request of somebody's code.
struct ModelRequest: Sendable {
    var location: ModelPlace
    var kind: ModelKind
    var name: ModelName?
    var rules = InjectionRules.nearest
    var argument: Int?
}

/// A part that a provider needs.
enum ModelPart: Sendable {
    case parameter(ModelKind)
    case optional(ModelKind)
    /// A parameter that injects when it is read.
    case lazy(ModelKind)
    /// One that injects each time it is read, in the scope that is running.
    case following(ModelKind)
    /// A parameter that is to be given as an argument.
    case number
    /// Injections in the body. The provider throws the error that `tryInject` throws.
    case asked(ModelRequest), unforced(ModelRequest), all(ModelRequest)
    /// A wrapper of the instance, which injects or gives nil when it is read.
    case wrapper(ModelRequest)

    var isParameter: Bool {
        switch self {
        case .parameter, .optional, .lazy, .following, .number: true
        case .asked, .unforced, .all, .wrapper: false
        }
    }

    /// Whether it injects when it is read.
    var isRead: Bool {
        switch self {
        case .lazy, .following, .wrapper: true
        default: false
        }
    }

    var isNumber: Bool {
        if case .number = self { true } else { false }
    }
}

/// The content of one `impose` call.
struct ModelRegistration: Sendable {
    /// The number of the registration, which its instances know.
    let number: Int
    let location: ModelPlace
    let kind: ModelKind
    let name: ModelName?
    let option: InjectOption
    /// The name of the scopes that keep the instances, if they are scoped by name.
    var scopeName: ModelName?
    /// Whether an earlier one stays.
    var givesWay = false
    /// Whether an instance is imposed, and no provider.
    var isInstance = false
    /// Whether it is one that is given.
    var isGiven = false
    /// Whether it has an `onDispose`. Registrations without hooks go another way through the library.
    var isWatched = false
    var parts: [ModelPart] = []
}

extension ModelRegistration {
    /// The same on another imposer.
    func moved(to location: ModelPlace) -> ModelRegistration {
        var moved = ModelRegistration(number: number, location: location, kind: kind, name: name, option: option)
        (moved.scopeName, moved.givesWay, moved.parts) = (scopeName, givesWay, parts)
        (moved.isInstance, moved.isGiven, moved.isWatched) = (isInstance, isGiven, isWatched)
        return moved
    }
}

/// A way to ask.
enum ModelQuery: CaseIterable, Sendable {
    case one, optional, unforced, all, isImposed, isOptionalImposed, explanation, optionalExplanation

    var isExplanation: Bool { self == .explanation || self == .optionalExplanation }
}

/// The kind of a wrapper.
enum ModelWrapper: CaseIterable, Sendable {
    case injected, unforced, imposed
}

/// Something that the steps refer to by a number, and hold.
enum ModelReference: Sendable {
    case imposer(Int), directory(Int), wrapper(Int)
}

/// An operation on an imposer, or on something that belongs to one.
enum ModelOperation: Sendable {
    case impose(ModelRegistration)
    /// Said to the registration with that number.
    case alias(of: Int, number: Int, kind: ModelKind, name: ModelName?)
    case prefer(Int)
    case decorate(Int)
    /// Its provider throws from now on, or no more.
    case fail(Int, Bool)
    case remove(ModelPlace, ModelKind, ModelName?)
    case reset(ModelPlace)
    case removeAll(ModelPlace)
    case store(ModelRequest, number: Int)
    case openScope(Int, in: ModelPlace, name: ModelName?)
    /// Opens a scope for the time of some operations: in the given place, or else where it nests.
    indirect case withScope(Int, in: ModelPlace?, name: ModelName?, [ModelOperation])
    case makePrivate(Int, in: ModelPlace?)
    case dispose(ModelPlace)
    case disposeScopes(ModelName, in: ModelPlace)
    /// Begins another directory.
    case isolate(Int, empty: Bool)
    case ask(ModelQuery, ModelRequest)
    case wrap(Int, ModelWrapper, ModelRequest)
    case read(Int)
    case storeThrough(Int, number: Int)
    /// Reads all parts that the registration's instance, the one handed out last, has not read yet.
    case readParts(of: Int)
    /// Lets go of all instances that were handed out.
    case letGo
    /// Lets go of something that was made, though others may hold it.
    case forget(ModelReference)
}

/// Something that is done, and where.
struct ModelStep: Sendable {
    /// The directory that is current, unless a scope of another one is run.
    var directory = 0
    /// The imposers whose `run` is called around it, outermost first.
    var runs: [ModelPlace] = []
    var operation: ModelOperation
}
