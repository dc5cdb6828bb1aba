/// A stored property of the program that is a wrapper of the library.
struct StoredWrapper {
    private let field: StoredField
    /// What kind of wrapper it is; nil if what it injects depends on generic parameters.
    let wrapper: (any DependencyWrapper.Type)?

    /// Those of all types in the process: those of the program and of its libraries, built or not.
    static func all(in program: ProgramSections) -> [StoredWrapper] {
        // Of each generic wrapper one type, any.
        let wrappers: [any DependencyWrapper.Type] = [
            Injected<Any>.self, Imposed<Any>.self, OwnerInjected<Any>.self, UnforceInjected<Any>.self,
            InjectedWeakly<Any>.self, InjectedAll<Any>.self,
        ]
        return program.fields(ofStructs: wrappers).compactMap { field in
            guard let type = field.type else { return StoredWrapper(field: field, wrapper: nil) }
            // A function that returns a wrapper is none, for instance.
            guard let wrapper = TypeRelation.unwrapped(type) as? any DependencyWrapper.Type else { return nil }
            return StoredWrapper(field: field, wrapper: wrapper)
        }
    }

    /// What reading it needs to be imposed; nil if that is nothing, or unknown.
    var need: (any Any.Type)? {
        guard let wrapper, wrapper.needsAnswer else { return nil }
        // One of an optional is nil where nothing answers.
        return TypeRelation.wrapped(in: wrapper.dependency) == nil ? wrapper.dependency : nil
    }

    /// Whether it injects all that fit.
    var isForAll: Bool { (wrapper as? any LazyParameter.Type)?.isForAll ?? false }

    /// The type that it is a property of; nil if that is generic.
    var owner: (any Any.Type)? { field.owner }

    /// What that type is called.
    var ownerName: String { field.ownerName }

    /// The module that that type is declared in.
    var module: String? { field.module }

    /// What the property is called.
    var property: String { field.name }
}
