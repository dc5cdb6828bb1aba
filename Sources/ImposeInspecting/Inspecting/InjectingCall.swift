internal import ImposeCore

/// A call of a free function, as `inject()`, in a program that is built for debugging: as far as it can be told, each
/// function that calls, and if it can't, one for all of a type.
struct InjectingCall: ProgramInjection {
    private let kind: CallKind
    private let type: any Any.Type
    private let place: ProgramCalls.Place?

    var need: (any Any.Type)? { kind == .needing && TypeRelation.wrapped(in: type) == nil ? type : nil }
    var wish: (any Any.Type)? { need == nil ? TypeRelation.unwrapped(type) : nil }
    var owner: (any Any.Type)? { nil }
    var module: String? { place?.function.module }

    /// The calls of the program for some types.
    ///
    /// - Parameters:
    ///   - calls: The calls of each image.
    ///   - isWanted: Tells whether calls for a type, which is no optional, are wanted.
    static func all(in calls: [ProgramCalls], where isWanted: (any Any.Type) -> Bool) -> [InjectingCall] {
        /// What is asked for, and by which function.
        struct Key: Hashable {
            let kind: CallKind
            let type: ObjectIdentifier
            let function: CallingFunction?
        }
        var found: [Key: InjectingCall] = [:]
        for image in calls {
            let wanted = image.asked.indices.filter { index in
                image.asked[index].type != CallCanary.self && isWanted(TypeRelation.unwrapped(image.asked[index].type))
            }
            if wanted.isEmpty { continue }
            let places = Dictionary(grouping: image.places(of: wanted), by: \.asked)
            for index in wanted {
                let asked = image.asked[index]
                for place in places[index]?.map(Optional.some) ?? [nil] {
                    let key = Key(kind: asked.kind, type: ObjectIdentifier(asked.type), function: place?.function)
                    found[key] = found[key] ?? InjectingCall(kind: asked.kind, type: asked.type, place: place)
                }
            }
        }
        // A mark that stands twice in the program may be used in one form alone.
        for key in found.keys where key.function != nil {
            found[Key(kind: key.kind, type: key.type, function: nil)] = nil
        }
        return found.values.map { (call: $0, order: [$0.module ?? "", $0.place?.function.name ?? "", "\($0.type)"]) }
            .sorted { $0.order.lexicographicallyPrecedes($1.order) }
            .map(\.call)
    }

    func unmet(_ type: any Any.Type, imposing: String, _ names: TypeNames) -> Imposer.Validation.Finding {
        let call = Imposer.Validation.Call(function: place?.function.name, module: module, code: place?.code)
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: need == nil ? .note : .error,
            call: call,
            type: type,
            message: need == nil
                ? "\(call) injects \(names[type]) if it is imposed, and it is not."
                : "\(call) injects \(names[type]), and nothing is imposed for it.",
            fix: "impose it: \(imposing)" + (need == nil ? "." : "; if it may be missing, call unforceInject().")
        )
    }
}

/// A type that `ImposeTesting` asks for by a call that nobody makes: where that call is not found, none can be told.
package struct CallCanary {}
