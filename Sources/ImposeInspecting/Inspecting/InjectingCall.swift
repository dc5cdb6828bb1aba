internal import Impose

/// A call of a free function such as `inject()`, in a program that is built for debugging. There is one for each
/// function that calls; where functions are unknown, one for all calls for a type.
struct InjectingCall {
    let type: any Any.Type
    /// Whether it fails if nothing answers.
    let needsAnswer: Bool
    let place: ProgramCalls.Place?
    let isNamed: Bool?

    /// What tells calls apart. Several images may have a function, and each names it once for all calls of a type.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let needsAnswer: Bool
        var isNamed: Bool?
        var function: CallingFunction?

        init(_ asked: ProgramCalls.Asked) {
            type = ObjectIdentifier(asked.type)
            // An optional is nil if nothing answers.
            needsAnswer = asked.kind.needsAnswer && TypeRelation.wrapped(in: asked.type) == nil
        }
    }

    /// The calls of the program for one instance of some types.
    ///
    /// - Parameters:
    ///   - calls: The calls of each image.
    ///   - isWanted: Tells whether calls for a type are wanted, with a name or without; nil if that is unknown.
    /// - Complexity: That of `ProgramCalls.places(of:)`.
    static func all(
        in calls: [ProgramCalls],
        where isWanted: (_ type: any Any.Type, _ isNamed: Bool?) -> Bool
    ) -> [InjectingCall] {
        var found: [Key: InjectingCall] = [:]
        for image in calls {
            let asked = image.asked
            let indices = asked.indices.filter { !asked[$0].kind.isForAll && asked[$0].type != CallCanary.self }
            // If calls with a name are wanted, those without one are looked at as well, and the other way round: to
            // tell them apart.
            let wanted = Dictionary(grouping: indices) { Key(asked[$0]) }.filter { _, forms in
                forms.contains { isWanted(asked[$0].type, asked[$0].kind.isNamed) }
            }
            if wanted.isEmpty { continue }
            let places = Dictionary(grouping: image.places(of: wanted.values.joined().sorted()), by: \.asked)
            for (key, forms) in wanted {
                let type = asked[forms[0]].type
                let uses = Dictionary(grouping: forms) { asked[$0].kind.isNamed }
                    .mapValues { $0.flatMap { places[$0] ?? [] } }
                for (place, isNamed) in Self.calls(uses) where isWanted(type, isNamed) {
                    var key = key
                    (key.isNamed, key.function) = (isNamed, place?.function)
                    let call = InjectingCall(type: type, needsAnswer: key.needsAnswer, place: place, isNamed: isNamed)
                    found[key] = found[key] ?? call
                }
            }
        }
        return found.values.map {
            (call: $0, order: [$0.place?.function.module ?? "", $0.place?.function.name ?? "", "\($0.type)"])
        }
        .sorted { $0.order.lexicographicallyPrecedes($1.order) }
        .map(\.call)
    }

    /// The calls for a type: where each is, and whether it has a name. Nil for the latter where a call leaves both
    /// marks, or its function makes calls of both kinds: the two look the same.
    ///
    /// - Parameter uses: The places of calls with (true) and without a name. A mark that is used has an entry, also
    ///   where no function is known.
    private static func calls(_ uses: [Bool: [ProgramCalls.Place]]) -> [(ProgramCalls.Place?, Bool?)] {
        let places = uses.mapValues { Dictionary($0.map { ($0.function, $0) }) { $1 } }
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

/// A type that `ImposeTesting` asks for by a call that nobody makes: where that call is not found, none can be told.
package struct CallCanary {}
