internal import CImposeInspecting
internal import CImposeRuntime
internal import Impose

/// The types that calls of the free functions ask for, in one image of the program.
///
/// A type is named once for each way of asking, however many calls there are.
struct ProgramCalls {
    /// One type, asked for in one way.
    struct MarkedType {
        let kind: MarkKind
        let type: any Any.Type
        fileprivate let mark: ImposeMark
    }

    /// A function that asks, as far as the symbols of the image tell.
    struct Caller {
        /// The index of the type that it asks for.
        let typeIndex: Int
        let function: CallingFunction
        /// The address of the code that uses the mark.
        let code: UInt
    }

    let markedTypes: [MarkedType]
    private let image: ImposeImage

    /// Reads the marks of an image.
    ///
    /// - Complexity: O(n) in the length of the names of types in the image.
    init(in image: ImposeImage) {
        let kinds = MarkKind.all
        let descriptors = kinds.compactMap { impose_type_descriptor(Metadata(of: $0.mark).address) }
        self.image = image
        if descriptors.isEmpty {
            markedTypes = []
            return
        }
        let marks = Array(likely: 1_024, in: image) { impose_marks($0, descriptors, descriptors.count, $1, $2) }
        markedTypes = marks.compactMap { mark in
            let type = impose_type_of_mangled_name(mark.name, mark.length).flatMap { impose_marked_type($0) }
            return type.map { MarkedType(kind: kinds[mark.kind], type: Metadata(at: $0).type, mark: mark) }
        }
    }

    /// Finds the functions that ask for some of the types; none where the image has no symbols.
    ///
    /// - Parameter chosen: The indexes of what is asked for, in order.
    /// - Complexity: O(n) in the length of the image's code, and in the number of its symbols.
    func callers(of chosen: [Int]) -> [Caller] {
        var image = self.image
        guard impose_open_file(&image) else { return [] }
        defer { impose_close_file(&image) }
        // The code that uses a mark refers to a variable, and the variable refers to the mark's name.
        let marks = chosen.enumerated().map { number, index in
            ImposeMarkAddress(address: markedTypes[index].mark.name, mark: number, symbol: nil)
        }
        let variables = Array(likely: 2 * marks.count) { impose_references(&image, false, marks, marks.count, $0, $1) }
            .inOrder { Int64(Int(bitPattern: $0.address)) }
        let uses = Array(likely: 16 * marks.count) {
            impose_references(&image, true, variables, variables.count, $0, $1)
        }.inOrder { Int64(Int(bitPattern: $0.address)) }
        return uses.compactMap { use in
            guard let symbol = use.symbol else { return nil }
            let name = impose_demangled(symbol)
            defer { name.map { $0.deallocate() } }
            let text = String(cString: symbol)
            let function = CallingFunction(symbol: text, words: name.map { String(cString: $0) } ?? text)
            return Caller(typeIndex: chosen[use.mark], function: function, code: UInt(bitPattern: use.address))
        }
    }
}

extension ProgramImages {
    /// What calls of the free functions ask for, in each image; none where that can't be told, as in a program that is
    /// built for release.
    var calls: [ProgramCalls] { images.map { ProgramCalls(in: $0) }.filter { !$0.markedTypes.isEmpty } }
}

/// A way in which a call asks.
struct MarkKind {
    /// Whether it fails if nothing answers; otherwise it handles the failure, or takes it for a nil.
    var needsAnswer = false
    /// Whether it asks under a name.
    var isNamed = false
    /// Whether it asks for everything that matches.
    var isForAll = false
    /// The mark of some call of this kind.
    let mark: any Any.Type

    /// The kinds; none in a program that is built for release, where calls leave no marks.
    static var all: [MarkKind] {
        #if DEBUG
            [
                MarkKind(needsAnswer: true, mark: NeedingCall<Any.Type>.self),
                MarkKind(needsAnswer: true, isNamed: true, mark: NeedingNamedCall<Any.Type>.self),
                MarkKind(mark: TryingCall<Any.Type>.self),
                MarkKind(isNamed: true, mark: TryingNamedCall<Any.Type>.self),
                MarkKind(isForAll: true, mark: GatheringCall<Any.Type>.self),
            ]
        #else
            []
        #endif
    }
}
