internal import ImposeCore

/// A call of a free function, as `inject()`, in a program that is built for debugging: as far as it can be told, each
/// function that calls, and if it can't, one for all of a type.
struct InjectingCall: ProgramInjection {
    private let kind: CallKind
    private let type: any Any.Type
    private let place: ProgramCalls.Place?
    let isNamed: Bool?

    var need: (any Any.Type)? { kind.needsAnswer && TypeRelation.wrapped(in: type) == nil ? type : nil }
    var wish: (any Any.Type)? { need == nil ? TypeRelation.unwrapped(type) : nil }
    var owner: (any Any.Type)? { nil }
    var module: String? { place?.function.module }

    /// What is asked for in an image, and by which function.
    private struct Key: Hashable {
        let kind: CallKind
        let type: ObjectIdentifier
        let function: CallingFunction?

        init(_ asked: ProgramCalls.Asked, _ function: CallingFunction?) {
            (kind, type, self.function) = (asked.kind, ObjectIdentifier(asked.type), function)
        }

        init(_ kind: CallKind, like other: Key, in function: CallingFunction?) {
            (self.kind, type, self.function) = (kind, other.type, function)
        }
    }

    /// The calls of the program for one instance of some types.
    ///
    /// - Parameters:
    ///   - calls: The calls of each image.
    ///   - isWanted: Tells whether calls for a type, which is no optional, are wanted, with a name or without; nil if
    ///     that is unknown.
    static func all(
        in calls: [ProgramCalls],
        where isWanted: (_ type: any Any.Type, _ isNamed: Bool?) -> Bool
    ) -> [InjectingCall] {
        var found: [Key: InjectingCall] = [:]
        for image in calls {
            for (key, call) in all(in: image, where: isWanted) { found[key] = found[key] ?? call }
        }
        return found.values.map { (call: $0, order: [$0.module ?? "", $0.place?.function.name ?? "", "\($0.type)"]) }
            .sorted { $0.order.lexicographicallyPrecedes($1.order) }
            .map(\.call)
    }

    private static func all(in image: ProgramCalls, where isWanted: (any Any.Type, Bool?) -> Bool) -> [Key:
        InjectingCall]
    {
        let asked = image.asked
        let wanted = Set(
            asked.filter { isWanted(TypeRelation.unwrapped($0.type), $0.kind.isNamed) }.map {
                ObjectIdentifier($0.type)
            }
        )
        let indices = asked.indices.filter { index in
            asked[index].kind != .gathering && asked[index].type != CallCanary.self
                && wanted.contains(ObjectIdentifier(asked[index].type))
        }
        if indices.isEmpty { return [:] }
        let places = Dictionary(grouping: image.places(of: indices), by: \.asked)
        var found: [Key: (index: Int, place: ProgramCalls.Place?)] = [:]
        for index in indices {
            // A mark that stands twice in the image may be used in one form alone.
            let others = found.keys.contains {
                $0.kind == asked[index].kind && $0.type == ObjectIdentifier(asked[index].type)
            }
            for place in places[index]?.map(Optional.some) ?? (others ? [] : [nil]) {
                found[Key(asked[index], place?.function)] = (index, place)
            }
        }
        for key in found.keys where key.function != nil { found[Key(key.kind, like: key, in: nil)] = nil }
        var calls: [Key: InjectingCall] = [:]
        for (key, use) in found {
            let twin = key.kind.twin
            // It may have a name, or not: the compiler did not know. Or another call of the function has, which nobody
            // can tell from this one.
            let isUnknown =
                key.function == nil
                ? found.keys.contains { $0.kind == twin && $0.type == key.type }
                : found[Key(twin, like: key, in: key.function)] != nil || found[Key(twin, like: key, in: nil)] != nil
            let isNamed = isUnknown ? nil : key.kind.isNamed
            // One of the two stands for both.
            if isUnknown, key.kind.isNamed || !isWanted(TypeRelation.unwrapped(asked[use.index].type), nil) { continue }
            if !isUnknown, !isWanted(TypeRelation.unwrapped(asked[use.index].type), isNamed) { continue }
            calls[key] = InjectingCall(
                kind: key.kind,
                type: asked[use.index].type,
                place: use.place,
                isNamed: isNamed
            )
        }
        return calls
    }

    func unmet(_ type: any Any.Type, imposing: String, besides others: [RegistrationRecord], _ names: TypeNames)
        -> Imposer.Validation.Finding
    {
        let call = Imposer.Validation.Call(function: place?.function.name, module: module, code: place?.code)
        let asks = need == nil ? "injects \(names[type]) if it is imposed" : "injects \(names[type])"
        let way = others.isEmpty ? "" : isNamed == true ? " under a name" : " without a name"
        let lack: String
        if others.isEmpty {
            lack = need == nil ? "it is not" : "nothing is imposed for it"
        } else {
            lack = isNamed == true ? "it is imposed without one only" : "it is imposed under \(others.namesInText) only"
        }
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: need == nil ? .note : .error,
            call: call,
            type: type,
            message: "\(call) \(asks)\(way), and \(lack).",
            places: others.prefix(3).map { FindingPlace($0, names) },
            fix: fix(type, imposing, others, names)
        )
    }

    private func fix(
        _ type: any Any.Type,
        _ imposing: String,
        _ others: [RegistrationRecord],
        _ names: TypeNames
    ) -> String {
        guard let other = others.first else {
            return "impose it: \(imposing)" + (need == nil ? "." : "; if it may be missing, call unforceInject().")
        }
        guard let name = other.key.name else {
            return "leave out the name; or impose it under the name that is asked for, with named: …, at "
                + "\(other.location)."
        }
        let answering = other.answering(type, nil, in: other.imposer.expression, names)
        return "ask for the one that is meant, with named: \(name.spelling); or say what answers without a name: "
            + "\(answering)."
    }
}

/// A type that `ImposeTesting` asks for by a call that nobody makes: where that call is not found, none can be told.
package struct CallCanary {}
