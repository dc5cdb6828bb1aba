internal import Impose

/// An injection that the program makes somewhere: by a stored wrapper, or by a call of a free function such as
/// `inject()`, which is only found in a program that is built for debugging. There is one for each function that calls;
/// where functions are unknown, one for all calls for a type.
///
/// Its rule and its imposer can't be told, and of its name only whether there is one, of most calls.
struct ProgramInjection {
    /// The type that it asks for; nil if that is unknown, or if it may go unanswered without a word.
    let dependency: (any Any.Type)?
    /// Whether it fails if nothing answers.
    let needsAnswer: Bool
    /// Whether it asks under a name; nil if that is unknown.
    let isNamed: Bool?
    /// The property that injects; nil if a call does.
    let property: StoredWrapper?
    let call: Imposer.Validation.Call?

    /// The type that injects; nil if that is unknown.
    var owner: (any Any.Type)? { property?.owner }

    /// The module that injects; nil if that is unknown.
    var module: String? { property?.module ?? call?.module }
}

extension ProgramInjection {
    init(_ property: StoredWrapper) {
        // One that keeps an optional remembers that there was nothing.
        let remembersNil = property.keepsForGood && property.wrapper?.needsAnswer ?? false
        dependency = property.requiredDependency ?? (remembersNil ? property.wrapper?.dependency : nil)
        needsAnswer = property.requiredDependency != nil
        (isNamed, self.property, call) = (nil, property, nil)
    }

    /// What tells calls apart. Several images may have a function, and each names it once for all calls of a type.
    private struct CallKey: Hashable {
        let type: ObjectIdentifier
        let needsAnswer: Bool
        var isNamed: Bool?
        var function: CallingFunction?

        init(_ marked: ProgramCalls.MarkedType) {
            type = ObjectIdentifier(marked.type)
            // An optional is nil if nothing answers.
            needsAnswer = marked.kind.needsAnswer && TypeRelation.wrapped(in: marked.type) == nil
        }
    }

    /// The calls of the program for one instance of some types.
    ///
    /// - Parameters:
    ///   - calls: The calls of each image.
    ///   - isWanted: Tells whether calls for a type are wanted, with a name or without; nil if that is unknown.
    /// - Complexity: That of `ProgramCalls.callers(of:)`.
    static func calls(
        in calls: [ProgramCalls],
        where isWanted: (_ type: any Any.Type, _ isNamed: Bool?) -> Bool
    ) -> [ProgramInjection] {
        var found: [CallKey: ProgramInjection] = [:]
        for image in calls {
            let marked = image.markedTypes
            let indices = marked.indices.filter { !marked[$0].kind.isForAll && marked[$0].type != CallCanary.self }
            // If calls with a name are wanted, those without one are looked at as well, and the other way round: to
            // tell them apart.
            let wanted = Dictionary(grouping: indices) { CallKey(marked[$0]) }.filter { _, forms in
                forms.contains { isWanted(marked[$0].type, marked[$0].kind.isNamed) }
            }
            if wanted.isEmpty { continue }
            let callers = Dictionary(grouping: image.callers(of: wanted.values.joined().sorted()), by: \.typeIndex)
            for (key, forms) in wanted {
                let type = marked[forms[0]].type
                let uses = Dictionary(grouping: forms) { marked[$0].kind.isNamed }
                    .mapValues { $0.flatMap { callers[$0] ?? [] } }
                for (caller, isNamed) in Self.callers(uses) where isWanted(type, isNamed) {
                    var key = key
                    (key.isNamed, key.function) = (isNamed, caller?.function)
                    let (function, code) = (caller?.function, caller?.code)
                    let injection = ProgramInjection(
                        dependency: type,
                        needsAnswer: key.needsAnswer,
                        isNamed: isNamed,
                        property: nil,
                        call: Imposer.Validation.Call(function: function?.name, module: function?.module, code: code)
                    )
                    found[key] = found[key] ?? injection
                }
            }
        }
        return found.values.map { injection in
            let type = injection.dependency.map { "\($0)" } ?? ""
            return (injection: injection, order: [injection.module ?? "", injection.call?.function ?? "", type])
        }
        .sorted { $0.order.lexicographicallyPrecedes($1.order) }
        .map(\.injection)
    }

    /// The callers for a type, and whether each asks under a name. Nil for the latter where a call leaves both marks, or
    /// its function makes calls of both kinds: the two look the same.
    ///
    /// - Parameter uses: The callers with (true) and without a name. A mark that is used has an entry, also where no
    ///   function is known.
    private static func callers(_ uses: [Bool: [ProgramCalls.Caller]]) -> [(ProgramCalls.Caller?, Bool?)] {
        let callers = uses.mapValues { Dictionary($0.map { ($0.function, $0) }) { $1 } }
        let (unnamed, named) = (callers[false] ?? [:], callers[true] ?? [:])
        if callers.values.contains(where: \.isEmpty) {
            if callers.count == 1 { return [(nil, callers[true] != nil)] }
            let known = unnamed.isEmpty ? named : unnamed
            return known.isEmpty ? [(nil, nil)] : known.values.map { ($0, nil) }
        }
        return unnamed.map { ($0.value, named[$0.key] == nil ? false : nil) }
            + named.filter { unnamed[$0.key] == nil }.map { ($0.value, true) }
    }
}

/// A type that `ImposeTesting` asks for by a call that nobody makes: where that call is not found, none can be told.
package struct CallCanary {}
