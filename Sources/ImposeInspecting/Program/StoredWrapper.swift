internal import Impose

/// A stored property of the program that is a wrapper of the library.
struct StoredWrapper {
    private let field: StoredField
    /// The type of the wrapper; nil if it depends on generic parameters.
    let wrapper: WrapperFacts?
    /// The module that the type is declared in.
    let module: String?

    private static let memory = ProgramMemory<[StoredWrapper]>()

    /// The stored wrappers of all types in the program and its libraries, whether there are instances or not.
    static var all: [StoredWrapper] {
        // One type of each generic wrapper, no matter which.
        let wrappers: [any Any.Type] = [
            Injected<Any>.self, Imposed<Any>.self, OwnerInjected<Any>.self, UnforceInjected<Any>.self,
            InjectedWeakly<Any>.self, InjectedAll<Any>.self,
        ]
        return memory.found {
            ProgramImages.current.fields(ofStructs: wrappers).compactMap { field in
                let type = field.type
                let wrapper = type.flatMap { Seam.wrapper(TypeRelation.unwrapped($0)) }
                // A function that returns a wrapper, for instance, is none.
                if type != nil, wrapper == nil { return nil }
                return StoredWrapper(field: field, wrapper: wrapper, module: field.module)
            }
        }
    }

    /// The stored wrapper of a module, or of the program, that is meant; nil if there is none, or if several could be.
    @inline(never)
    static func only(in module: String? = nil, where isMeant: (StoredWrapper) -> Bool) -> StoredWrapper? {
        all.filter { (module == nil || $0.module == module) && isMeant($0) }.only
    }

    /// The type that has to be imposed to read it; nil if there is none, or it is unknown.
    var requiredDependency: (any Any.Type)? {
        // A wrapper of an optional is nil if nothing answers.
        wrapper.flatMap { $0.needsAnswer && TypeRelation.wrapped(in: $0.dependency) == nil ? $0.dependency : nil }
    }

    /// The type that it injects without keeping it; nil if it keeps what it injects.
    var weakDependency: (any Any.Type)? { wrapper.flatMap { $0.keeping == .weakly ? $0.dependency : nil } }

    /// Whether it keeps what it has injected.
    var keepsForGood: Bool { wrapper?.keeping == .strongly }

    /// Whether it injects all that fit.
    var isForAll: Bool { wrapper?.isForAll ?? false }

    /// The type that it is a property of; nil if that is generic.
    var owner: (any Any.Type)? { field.owner }

    /// The name of that type.
    var ownerName: String { field.ownerName }

    var property: String { field.name }
}

extension Collection {
    /// The element, if there is no other one.
    var only: Element? { count == 1 ? first : nil }
}
