// The way of nearly every injection: the answer is known. What is inlined into the user's module is here and in the
// structs that this uses.

public import Synchronization

extension Home {
    /// What the imposer has answered before to a request for a type, or nil if it has to be resolved.
    ///
    /// - Parameters:
    ///   - type: The type that is requested.
    ///   - fileID: The file of the injection.
    ///   - line: The line of the injection.
    @inlinable
    @inline(__always)
    func remembered<T>(_ type: T.Type, fileID: StaticString, line: UInt) throws(ImposeError) -> T? {
        let counter = ReaderSection.counter
        ReaderSection.enter(counter)
        guard let table = AnswerTable(address: word.pointee.load(ordering: .sequentiallyConsistent)) else {
            ReaderSection.leave(counter)
            return nil
        }
        let answer = table.answer(for: UInt(bitPattern: ObjectIdentifier(type)))
        if answer & 1 == 0 {
            // Invariant: under the key of T, an even word is the address of a T, or 0.
            let instance = UnsafePointer<T>(bitPattern: answer)?.pointee
            ReaderSection.leave(counter)
            return instance
        }
        // Invariant: and an odd one is that of an object which makes one, plus 1. It is retained before we leave.
        let maker = Unmanaged<MakingAnswer<T>>.fromOpaque(UnsafeRawPointer(bitPattern: answer ^ 1)!)
            .takeUnretainedValue()
        ReaderSection.leave(counter)
        return try maker.make(fileID: fileID, line: line)
    }
}

extension Imposer {
    /// The instance for a request of nothing but a type: remembered, or else resolved.
    @inlinable
    @inline(__always)
    func instance<T>(of type: T.Type, fileID: StaticString, line: UInt) throws(ImposeError) -> T {
        if let instance = try answers.home.remembered(type, fileID: fileID, line: line) { return instance }
        return try resolved(type, fileID: fileID, line: line)
    }

    @usableFromInline
    func resolved<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        rules: InjectionRules = .nearest,
        fileID: StaticString,
        line: UInt
    ) throws(ImposeError) -> T {
        let request = Request(type, named: name, rules: rules, at: SourcePlace(fileID: fileID, line: line))
        return try Resolver.resolve(request, as: type, from: self)
    }

    /// The same for a place.
    func instance<T>(of type: T.Type, at place: SourcePlace) throws(ImposeError) -> T {
        try instance(of: type, fileID: place.staticFileID, line: place.line)
    }
}
