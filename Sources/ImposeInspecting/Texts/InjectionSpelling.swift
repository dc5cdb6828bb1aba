internal import ImposeCore

/// The code of an injection that would succeed where one has failed.
struct InjectionSpelling {
    var type: any Any.Type
    var name: InjectionName?
    var asked: ImposerTitle
    /// The type whose provider has the request as a parameter, where nothing but the requested type can be written.
    let dependent: (any Any.Type)?
    /// The line that injects, or that imposes what has the parameter; nil if it is not known.
    let place: Location?

    func of(_ type: any Any.Type) -> InjectionSpelling {
        var injection = self
        injection.type = type
        return injection
    }

    func named(_ name: InjectionName?) -> InjectionSpelling {
        var injection = self
        injection.name = name
        return injection
    }

    func from(_ asked: ImposerTitle) -> InjectionSpelling {
        var injection = self
        injection.asked = asked
        return injection
    }

    /// A fix at the injection; for a parameter, one in a closure round it, whose own imposer is a parameter.
    ///
    /// - Parameters:
    ///   - property: The property that injects, most likely from the primary imposer up to now.
    ///   - member: The static member that the asked imposer is; nil if it is none.
    func fix(
        _ text: String,
        _ names: TypeNames,
        casting: Bool = false,
        by property: StoredWrapper? = nil,
        of member: String? = nil
    ) -> Fix {
        let more = casting ? ", ifNoMatchUse: .nearestAndCastable" : ""
        let at = place.map { "at \($0)" }
        if let property, dependent == nil, let at {
            let name = name.map { ", named: \($0.spelling)" } ?? ""
            let declared = "var \(property.property): \(names.annotation(type))"
            return Fix("\(text), \(at)", "@Injected(from: \(member ?? asked.expression)\(name)) \(declared)")
        }
        let type = names.expression(type)
        if dependent == nil, let member {
            return Fix(
                at.map { "\(text), \($0)" } ?? text,
                "Imposer\(member).inject(of: \(type)\(name.argument)\(more))"
            )
        }
        guard let dependent else {
            return Fix(at.map { "\(text), \($0)" } ?? text, asked.injectingExpression("inject", type, name, more))
        }
        let inner = asked.isForeign ? asked : .named(nil)
        let placed = at.map { "\(text): \($0), " } ?? "\(text): "
        return Fix(
            "\(placed)impose \(names[dependent]) with a closure that takes (imposer: Imposer), and gets it by",
            "try \(inner.injectingExpression("tryInject", type, name, more))"
        )
    }
}

extension ImposerTitle {
    /// Whether it has to be named in an injection.
    fileprivate var isForeign: Bool {
        switch self {
        case .member(.primary), .named, .scope: false
        case .member: true
        }
    }
}
