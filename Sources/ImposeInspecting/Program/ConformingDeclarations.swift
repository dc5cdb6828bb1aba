private import CImposeInspecting
private import CImposeRuntime
internal import Impose

/// The classes, structs and enums that the process declares to conform to one protocol.
///
/// The runtime searches all conformances of the process when it is first asked whether some type conforms, and again
/// for the next type. This searches them once for a protocol, and finds every type that may conform: only those need be
/// asked about. It reads what the runtime reads. A conformance that a debugger adds while the program runs is in no
/// image, and is not seen.
struct ConformingDeclarations {
    /// The addresses of their descriptors, in order. A generic type has one, whatever it requires of its arguments.
    private let descriptors: [UnsafeRawPointer]

    /// Finds the declarations for a protocol; nil where it can't be told whether they are all.
    ///
    /// - Complexity: O(n) in the number of conformances in the process for the first time, O(1) from then on.
    static func of(_ descriptor: ProtocolDescriptor) -> ConformingDeclarations? {
        let count = impose_images_state().count
        if count == 0 { return nil }
        let memory = memory.found { Memory(images: ProgramImages.current.images) }
        if let known = memory.known.withLock({ $0[descriptor] }) { return known }
        // Some image can't be read, or was loaded this very moment.
        if memory.images.count != count { return nil }
        // Outside the lock, since the system's loader has locks of its own.
        let found = Self(to: descriptor, in: memory.images)
        memory.known.withLock { known in
            if known.count == mostKnown { known.removeAll() }
            known[descriptor] = .some(found)
        }
        return found
    }

    /// Nil if a declaration that may be about the protocol is not understood.
    private init?(to descriptor: ProtocolDescriptor, in images: [ImposeImage]) {
        var all: [UnsafeRawPointer] = []
        for image in images {
            let types = image.types(conformingTo: descriptor)
            if !types.areAll { return nil }
            all += types.found
        }
        descriptors = all.sorted()
    }

    /// Whether a class, struct or enum may conform, by itself or by a superclass. False means that it does not.
    func mayInclude(_ type: any Any.Type) -> Bool {
        let metadata = Metadata(of: type).address
        return descriptors.withUnsafeBufferPointer { impose_may_conform(metadata, $0.baseAddress, $0.count) }
    }

    /// The images, and the declarations that were found there.
    private struct Memory {
        let images: [ImposeImage]
        let known = LockedState<[ProtocolDescriptor: ConformingDeclarations?]>([:])
    }

    private static let memory = ProgramMemory<Memory>()
    /// Protocols that a program asks for are few; the list of one may be long.
    private static let mostKnown = 512
}
