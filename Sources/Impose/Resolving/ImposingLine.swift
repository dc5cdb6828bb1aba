// The line that imposes what is missing, as far as the core can know it.

extension Request {
    /// The line that imposes what is missing: by an initializer of the requested type, or of the only registered type
    /// that conforms to it. (That type may be registered under another name.) Nil if no such type is known, or if the
    /// line might not compile.
    ///
    /// - Parameter order: The imposers that were searched.
    func line(imposingIn order: [Node]) -> String? {
        let (wanted, name) = (query.unwrapped, query.name)
        let registrations = order.flatMap { node in node.state.withLock { $0.registrations } }
        let relation = TypeRelation(to: wanted)
        let known =
            Self.hasInitializers(wanted)
            ? [wanted]
            : registrations.map(\.type).filter { relation.distance(from: $0) != nil && Self.hasInitializers($0) }
        guard let made = known.first, known.allSatisfy({ $0 == made }),
            let imposer = order.first(where: { $0.kind != .scope }), name.map({ $0.key.value is String }) ?? true
        else { return nil }
        let path = String(reflecting: made).prefix { $0 != "<" }
        let home = "\(path.prefix { $0 != "." })/"
        let names = TypeNames([wanted, made])
        let (type, initializer) = (names.spelled(wanted), "\(names.spelled(made)).init")
        // Other modules may keep the initializers of their types internal, or have many. So only types of a module that
        // the request or a registration belongs to.
        let isHome = { (location: Location) in location.fileID.hasPrefix(home) }
        guard isHome(location) || registrations.contains(where: { isHome($0.location) }),
            // A type in a function of a type is named like one in the type.
            !path.dropFirst(home.count).contains(".("),
            // No function or pack is a part of either.
            (type + initializer).allSatisfy({ $0.isLetter || $0.isNumber || "._<>, ".contains($0) })
        else { return nil }
        let call = "\(imposer.type == .primary ? "Imposer" : "imposer").impose"
        let named = name.map { ", named: \($0.spelling)" } ?? ""
        return "\(call)(for: \(type.contains(" ") ? "(\(type))" : type).self\(named), \(initializer))"
    }

    /// Whether it is a class or a struct.
    private static func hasInitializers(_ type: any Any.Type) -> Bool {
        type is any AnyObject.Type || Metadata(of: type).isStruct
    }
}
