internal import CImposeInspecting
internal import CImposeRuntime
internal import Impose

/// The images that are loaded in the process, the program and its libraries, and what their metadata says.
///
/// The files of this folder are the only ones that read metadata, through the C target.
struct ProgramImages {
    /// There are none on platforms where no way to find the sections is known.
    let images: [ImposeImage]

    /// Those that are loaded now.
    static var current: ProgramImages { ProgramImages(images: Array(likely: 64) { impose_all_images($0, $1) }) }

    /// The stored properties whose type is made from one of some generic structs, or is an optional of such a type.
    ///
    /// - Parameter structs: One specialisation of each generic struct.
    /// - Complexity: O(n) in the number of stored properties in the process.
    func fields(ofStructs structs: [any Any.Type]) -> [StoredField] {
        let descriptors = structs.compactMap { impose_type_descriptor(Metadata(of: $0).address) }
        return images.flatMap { image in
            let all = Array(likely: 256, in: image) { impose_fields($0, nil, descriptors, descriptors.count, $1, $2) }
            return all.map { StoredField(field: $0, image: image) }
        }
    }

    /// The properties that a struct or a class stores, those of its superclasses included; nil for other types, and
    /// where not all of them are described.
    ///
    /// - Complexity: O(n) in the number of types in the images of the type and its superclasses.
    func storedProperties(of type: any Any.Type) -> [StoredField]? {
        var all: [StoredField] = []
        var next: (any Any.Type)? = type
        while let current = next {
            let metadata = Metadata(of: current)
            guard let descriptor = impose_type_descriptor(metadata.address), let image = image(with: descriptor) else {
                return nil
            }
            let count = withUnsafePointer(to: image) { impose_field_count($0, descriptor) }
            let fields = Array(likely: 16, in: image) { impose_fields($0, descriptor, nil, 0, $1, $2) }
            if fields.count != count { return nil }
            all += fields.map { StoredField(field: $0, image: image) }
            next = metadata.superclass
        }
        return all
    }

    /// The types that conform to a protocol, or to the first protocol of a composition: each type that declares the
    /// conformance itself, and none that inherits it from a class. Empty for a type that names no protocol.
    ///
    /// - Complexity: O(n) in the number of conformances in the process.
    func types(conformingTo type: any Any.Type) -> [DeclaredType] {
        guard let descriptor = Existential(type)?.protocols.first else { return [] }
        return images.flatMap { $0.types(conformingTo: descriptor).found }.compactMap { descriptor in
            image(with: descriptor).map { DeclaredType(descriptor, in: $0) }
        }
        .filter { $0.module != nil }
    }

    /// The module that declares a protocol, or the first protocol of a composition.
    func module(ofProtocol type: any Any.Type) -> String? {
        guard let descriptor = Existential(type)?.protocols.first?.address else { return nil }
        return image(with: descriptor).flatMap { DeclaredType(descriptor, in: $0).module }
    }

    private func image(with descriptor: UnsafeRawPointer) -> ImposeImage? { images.first { $0.contains(descriptor) } }

    /// The modules that have types whose stored properties can't be read.
    var modulesWithoutFields: [String] {
        var modules: Set<String> = []
        for image in images {
            let types = Array(likely: 256, in: image) { impose_types_without_fields($0, $1, $2) }
            modules.formUnion(types.compactMap { $0.flatMap { DeclaredType($0, in: image).module } })
        }
        return modules.sorted()
    }
}

/// A stored property of a struct, a class or an actor.
struct StoredField {
    fileprivate let field: ImposeField
    fileprivate let image: ImposeImage

    /// Its type, or nil if that depends on generic parameters.
    var type: (any Any.Type)? {
        impose_type_of_mangled_name(field.type, field.typeLength).map { Metadata(at: $0).type }
    }

    private var declaring: DeclaredType? { field.owner.map { DeclaredType($0, in: image) } }

    /// The type that it is a property of, or nil if that is generic.
    var owner: (any Any.Type)? { declaring?.type }

    /// The name of the owner, with the types around it.
    var ownerName: String { declaring?.name ?? "an unknown type" }

    /// The module of the owner.
    var module: String? { declaring?.module }

    /// Whether the compiler or a macro has added it, as for a lazy property or an actor. No other name begins with `$`
    /// or `_$`.
    var isSynthesized: Bool {
        let stored = String(cString: field.name)
        return stored.hasPrefix("$") || stored.hasPrefix("_$")
    }

    /// The name as it was declared, without the compiler's additions for wrapped and lazy properties.
    var name: String {
        let stored = String(cString: field.name)
        let lazy = "$__lazy_storage_$_"
        if stored.hasPrefix(lazy) { return String(stored.dropFirst(lazy.count)) }
        return field.isVariable && stored.hasPrefix("_") ? String(stored.dropFirst()) : stored
    }
}

/// A declaration of the program: a struct, a class, an enum or a protocol.
struct DeclaredType {
    private let descriptor: UnsafeRawPointer
    let image: ImposeImage
    /// The module that it is declared in; nil if that is unknown.
    let module: String?
    /// The names of the types around it, the outermost first, and at last its own.
    private let names: [String]
    /// Whether it is private or local, so that it can't be named in other files.
    let isPrivate: Bool

    @inline(never)
    fileprivate init(_ descriptor: UnsafeRawPointer, in image: ImposeImage) {
        (self.descriptor, self.image) = (descriptor, image)
        var isPrivate = false
        let all = Array(likely: 8, in: image) { impose_context_names($0, descriptor, $1, $2, &isPrivate) }
            .compactMap { $0.map { String(cString: $0) } }
        (names, module, self.isPrivate) = (all.dropLast().reversed(), all.last, isPrivate)
    }

    /// Its name, with those of the types around it.
    var name: String? { names.isEmpty ? nil : names.joined(separator: ".") }

    /// The type itself; nil if it is generic.
    var type: (any Any.Type)? {
        withUnsafePointer(to: image) { impose_type_of_descriptor($0, descriptor) }.map { Metadata(at: $0).type }
    }
}

extension ImposeImage {
    /// The descriptors of the types that the image says to conform to a protocol, and whether these are all.
    func types(conformingTo descriptor: ProtocolDescriptor) -> (found: [UnsafeRawPointer], areAll: Bool) {
        var areAll = false
        let found = Array(likely: 64, in: self) {
            impose_conforming_types($0, descriptor.address, $1, $2, &areAll)
        }
        return (found.compactMap { $0 }, areAll)
    }

    fileprivate func contains(_ address: UnsafeRawPointer) -> Bool {
        guard let start = extent.start else { return false }
        return address >= start && address - start < extent.length
    }
}

extension Array {
    /// Everything that a function has to write of an image, which it is given first.
    init(
        likely capacity: Int,
        in image: ImposeImage,
        filledBy fill: (UnsafePointer<ImposeImage>, UnsafeMutablePointer<Element>, Int) -> Int
    ) {
        self = withUnsafePointer(to: image) { image in Array(likely: capacity) { fill(image, $0, $1) } }
    }
}

/// A cache of something that was found in the loaded images. It is found again when other images are loaded, and each
/// time where nobody can tell which are.
struct ProgramMemory<Found>: ~Copyable, Sendable {
    private let known = LockedState<(images: UInt, found: Found)?>(nil)

    /// Returns what is known, or else finds it. Threads that find it at the same time don't wait for each other.
    func found(orFind find: () -> Found) -> Found {
        let state = impose_images_state()
        if state.count > 0, let known = known.withLock({ $0 }), known.images == state.hash { return known.found }
        let found = find()
        known.withLock { $0 = (state.hash, found) }
        return found
    }
}
