internal import Impose

/// A call of a free function, as `inject()`, in a program that is built for debugging: as far as it can be told, each
/// function that calls, and if it can't, one for all of a type.
struct InjectingCall: ProgramInjection {
    private let needsAnswer: Bool
    private let type: any Any.Type
    private let place: ProgramCalls.Place?
    let isNamed: Bool?

    var need: (any Any.Type)? { needsAnswer && TypeRelation.wrapped(in: type) == nil ? type : nil }
    var wish: (any Any.Type)? { need == nil ? TypeRelation.unwrapped(type) : nil }
    var owner: (any Any.Type)? { nil }
    var module: String? { place?.function.module }

    /// A type, and whether the calls for it fail if nothing answers.
    private struct Asked: Hashable {
        let type: ObjectIdentifier
        let needsAnswer: Bool

        init(_ asked: ProgramCalls.Asked) {
            (type, needsAnswer) = (ObjectIdentifier(asked.type), asked.kind.needsAnswer)
        }
    }

    /// Where calls for a type are, without a name and with one, as far as functions are known.
    private struct Uses {
        let type: any Any.Type
        /// By whether they say a name. A form that is used somewhere has an entry, also where no function is known.
        var places: [Bool: [CallingFunction: ProgramCalls.Place]] = [:]

        /// Adds places of one form. A mark that stands twice in the image may be used in one form alone.
        mutating func add(_ places: [ProgramCalls.Place], isNamed: Bool) {
            self.places[isNamed, default: [:]].merge(places.map { ($0.function, $0) }) { $1 }
        }

        /// The calls: where each is, and whether it has a name. That is unknown of one that may have a name or not, and of
        /// one in a function with both kinds of calls, which nobody can tell from that.
        var calls: [(place: ProgramCalls.Place?, isNamed: Bool?)] {
            let (unnamed, named) = (places[false] ?? [:], places[true] ?? [:])
            if places.values.contains(where: \.isEmpty) {
                if places.count == 1 { return [(nil, places[true] != nil)] }
                let known = unnamed.isEmpty ? named : unnamed
                return known.isEmpty ? [(nil, nil)] : known.values.map { ($0, nil) }
            }
            return unnamed.map { ($0.value, named[$0.key] == nil ? false : nil) }
                + named.filter { unnamed[$0.key] == nil }.map { ($0.value, true) }
        }
    }

    /// The calls of the program for one instance of some types.
    ///
    /// - Parameters:
    ///   - calls: The calls of each image.
    ///   - isWanted: Tells whether calls for a type, which is no optional, are wanted, with a name or without; nil if
    ///     that is unknown.
    /// - Complexity: That of `ProgramCalls.places(of:)`.
    static func all(
        in calls: [ProgramCalls],
        where isWanted: (_ type: any Any.Type, _ isNamed: Bool?) -> Bool
    ) -> [InjectingCall] {
        /// Several images may have a function, and each names it once for all calls of a type.
        struct Key: Hashable {
            let asked: Asked
            let isNamed: Bool?
            let function: CallingFunction?
        }
        var found: [Key: InjectingCall] = [:]
        for image in calls {
            for (asked, uses) in Self.uses(in: image, where: isWanted) {
                for call in uses.calls where isWanted(TypeRelation.unwrapped(uses.type), call.isNamed) {
                    let key = Key(asked: asked, isNamed: call.isNamed, function: call.place?.function)
                    found[key] =
                        found[key]
                        ?? InjectingCall(
                            needsAnswer: asked.needsAnswer,
                            type: uses.type,
                            place: call.place,
                            isNamed: call.isNamed
                        )
                }
            }
        }
        return found.values.map { (call: $0, order: [$0.module ?? "", $0.place?.function.name ?? "", "\($0.type)"]) }
            .sorted { $0.order.lexicographicallyPrecedes($1.order) }
            .map(\.call)
    }

    private static func uses(in image: ProgramCalls, where isWanted: (any Any.Type, Bool?) -> Bool) -> [Asked: Uses] {
        let asked = image.asked
        let indices = asked.indices.filter { !asked[$0].kind.isForAll && asked[$0].type != CallCanary.self }
        // Of a type that is wanted in one form, all forms.
        let wanted = Dictionary(grouping: indices) { Asked(asked[$0]) }.filter { _, indices in
            indices.contains { isWanted(TypeRelation.unwrapped(asked[$0].type), asked[$0].kind.isNamed) }
        }
        if wanted.isEmpty { return [:] }
        let places = Dictionary(grouping: image.places(of: wanted.values.joined().sorted()), by: \.asked)
        return wanted.mapValues { indices in
            var uses = Uses(type: asked[indices[0]].type)
            for index in indices { uses.add(places[index] ?? [], isNamed: asked[index].kind.isNamed) }
            return uses
        }
    }

    func unmet(
        _ type: any Any.Type,
        _ facts: MissingNeed,
        besides others: [RegistrationFacts],
        _ names: TypeNames
    ) -> Imposer.Validation.Finding {
        guard let other = others.first else {
            let lack = need == nil ? "it is not" : facts.problem
            let bearing: [Fix] = need == nil ? [] : ["If it may be missing, call unforceInject()."]
            return finding(type, ", and \(lack)", facts.places, facts.fixes + bearing, names)
        }
        let places = others.prefix(3).map { FindingPlace($0, names) }
        guard let name = other.key.name else {
            let fixes: [Fix] = ["Leave out the name.", "Or impose it under that name, too, at \(other.location)."]
            return finding(type, " under a name, and it is imposed without one only", places, fixes, names)
        }
        let lack = " without a name, and it is imposed under \(others.namesInText) only"
        let fixes = [
            Fix("Ask for the one that is meant", "named: \(name.spelling)"),
            Fix("Or say what answers without a name", other.answering(type, nil, names)),
        ]
        return finding(type, lack, places, fixes, names)
    }

    func unmet(_ type: any Any.Type, lostBy alias: DanglingAlias, _ names: TypeNames) -> Imposer.Validation.Finding {
        finding(
            type,
            ", an alias of \(alias.key(names)), which \(alias.loss)",
            [FindingPlace("the alias, made", alias.location)],
            alias.fixes(names),
            names
        )
    }

    private func finding(
        _ type: any Any.Type,
        _ lack: String,
        _ places: [FindingPlace],
        _ fixes: [Fix],
        _ names: TypeNames
    ) -> Imposer.Validation.Finding {
        let call = Imposer.Validation.Call(function: place?.function.name, module: module, code: place?.code)
        let asks = need == nil ? "injects \(names[type]) if it is imposed" : "injects \(names[type])"
        return Imposer.Validation.Finding(
            kind: .missing,
            severity: need == nil ? .note : .error,
            call: call,
            type: type,
            message: "\(call) \(asks)\(lack).",
            places: places,
            fixes: fixes
        )
    }
}

/// A type that `ImposeTesting` asks for by a call that nobody makes: where that call is not found, none can be told.
package struct CallCanary {}
