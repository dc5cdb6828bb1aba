// The way of nearly every injection: the answer is known. What is inlined into the user's module is here and in the
// structs that this uses.

public import Synchronization

extension Home {
    /// What the imposer has answered before to a request for a type, or what `resolve` gives.
    ///
    /// It returns no optional: where the code is not specialised, the type of an optional would have to be looked up.
    ///
    /// - Parameters:
    ///   - type: The type that is requested.
    ///   - scope: The current scope; nil where it is certain that there is none.
    ///   - fileID: The file of the injection.
    ///   - line: The line of the injection.
    ///   - resolve: Called if nothing is remembered.
    @inlinable
    @inline(__always)
    func answer<T>(
        to type: T.Type,
        in scope: Imposer? = nil,
        fileID: StaticString,
        line: UInt,
        orElse resolve: () throws(ImposeError) -> T
    ) throws(ImposeError) -> T {
        let counter = ReaderSection.counter
        ReaderSection.enter(counter)
        let table = word.pointee.load(ordering: .sequentiallyConsistent)
        let answer = table == 0 ? 0 : AnswerTable(address: table).answer(for: UInt(bitPattern: ObjectIdentifier(type)))
        if answer & 1 == 0 {
            guard let address = UnsafePointer<T>(bitPattern: answer) else {
                ReaderSection.leave(counter)
                return try resolve()
            }
            // Invariant: under the key of T, or of a class below it, an even word is the address of a T.
            let instance = address.pointee
            ReaderSection.leave(counter)
            return instance
        }
        // A class that is known at run time only: what makes an instance of it is not of our static type.
        guard ObjectIdentifier(type) == ObjectIdentifier(T.self) else {
            ReaderSection.leave(counter)
            return try resolve()
        }
        // Invariant: and an odd one is that of an object which makes one, plus 1. It is retained before we leave.
        let maker = Unmanaged<MakingAnswer<T>>.fromOpaque(UnsafeRawPointer(bitPattern: answer ^ 1).unsafelyUnwrapped)
            .takeUnretainedValue()
        ReaderSection.leave(counter)
        // It holds what its unowned references mean.
        defer { withExtendedLifetime(maker) {} }
        return try maker.make(in: scope, fileID: fileID, line: line)
    }
}

extension Imposer {
    /// The instance for a request of nothing but a type: remembered, or else resolved.
    @inlinable
    @inline(__always)
    func instance<T>(of type: T.Type, fileID: StaticString, line: UInt) throws(ImposeError) -> T {
        // A scope that is running goes first.
        guard ContextCount.isZero else { return try resolved(type, fileID: fileID, line: line) }
        return try answers.home.answer(to: type, fileID: fileID, line: line) { () throws(ImposeError) -> T in
            try resolved(type, fileID: fileID, line: line)
        }
    }

    /// Resolves a request that is not remembered.
    @usableFromInline
    func resolved<T>(
        _ type: T.Type,
        named name: InjectionName? = nil,
        rules: InjectionRules = .nearest,
        wantsReasons: Bool = true,
        fileID: StaticString,
        line: UInt
    ) throws(ImposeError) -> T {
        let origin = Origin(asked: self)
        return try origin.resolved(type, named: name, rules, wantsReasons: wantsReasons, fileID: fileID, line: line)
    }
}

extension Origin {
    /// The instance for a request: remembered where the answer of such requests is, or else resolved.
    func resolved<T>(
        _ type: T.Type,
        named name: InjectionName?,
        _ rules: InjectionRules,
        wantsReasons: Bool = true,
        fileID: StaticString,
        line: UInt
    ) throws(ImposeError) -> T {
        func resolve() throws(ImposeError) -> T {
            let place = SourcePlace(fileID: fileID, line: line)
            let request = Request(type, named: name, rules: rules, at: place, wantsReasons: wantsReasons)
            return try Resolver.resolve(request, as: type, from: self)
        }
        guard name == nil, case .nearest = rules, let home = remembering?.home else { return try resolve() }
        return try home.answer(to: type, in: scope, fileID: fileID, line: line, orElse: resolve)
    }
}
