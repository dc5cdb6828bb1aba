// The ways to break a cycle of requests.

internal import Impose

/// A request that is a part of a cycle.
struct CycleLink {
    /// The registration whose provider asks.
    let asker: RegistrationFacts
    /// What it asks for.
    let type: any Any.Type
    /// The line that asks: that of the registration if a parameter does.
    let place: Location
}

/// A cycle of requests, with the properties that store what is asked for.
struct Cycle {
    /// Each asks for what the next one's provider makes. The last one closes the cycle, and it is broken there.
    private let links: [(request: CycleLink, property: CycleProperty?)]
    /// Whether what the last one asks for is kept, so that a handle injects that very instance.
    private let isKept: Bool
    /// The property that closes the cycle since it injects while its owner is made.
    private let wrapper: StoredWrapper?

    /// - Parameters:
    ///   - isKept: Whether what the last one asks for is kept by somebody else, who makes the rest of the cycle.
    ///   - wrapper: The property that injects for the last one.
    init(_ requests: [CycleLink], isKept: Bool = false, readBy wrapper: StoredWrapper? = nil) {
        // An alias makes nothing.
        let links = requests.filter { $0.asker.original == nil }.map {
            ($0, CycleProperty(of: $0.type, neededBy: $0.asker))
        }
        let kept = links.indices.last { isKept || links[($0 + 1) % links.count].0.asker.isKept }
        // Only an object can be told later what it is to hold.
        let last =
            kept ?? links.indices.last { !TypeRelation.isValueType(links[$0].1?.owner ?? links[$0].0.asker.type) }
        let split = (last ?? links.count - 1) + 1
        self.links = Array(links[split...] + links[..<split])
        self.isKept = kept != nil
        self.wrapper = split == links.count ? wrapper : nil
    }

    /// The types that the fixes name besides those of the cycle.
    var types: [any Any.Type] { links.compactMap { $0.property?.owner } }

    func fixes(_ names: TypeNames) -> [Fix] {
        guard let (request, stored) = links.last else { return [] }
        let name = wrapper?.property ?? stored?.name ?? names.variable(request.type)
        let owner = wrapper?.owner ?? stored?.owner ?? request.asker.type
        let type = names.annotation(request.type)
        let registered = owner == request.asker.type ? "" : " for \(names[request.asker.type])"
        let place = "In \(names[owner]), which is imposed\(registered) at \(request.asker.location),"
        guard isKept else {
            let separating: Fix = "Or move what both need into a third type."
            if TypeRelation.isValueType(owner) { return [separating] }
            let held = links[0].request.asker
            let kind = TypeRelation.isValueType(held.type) ? "var" : "weak var"
            let property = "\(kind) \(name): \(names.optional(TypeRelation.unwrapped(request.type)))"
            let reason = "Set it later, since nobody keeps \(names[held.type])"
            let text = "\(reason). \(place) leave out the parameter of init, and let the property be \(property)"
            return [Fix("\(text). At \(held.location), append", hook(setting: name, of: owner, names)), separating]
        }
        if let wrapper {
            let property = "\(wrapper.ownerName).\(name)"
            let text =
                "Let \(property) inject when it is first read, and read it nowhere while \(wrapper.ownerName) is made"
            return [Fix("\(text): at \(request.place), write", "@Injected var \(name): \(type)")]
        }
        let reading = "read it as \(name)(), not in init. The file needs import Impose"
        let lazily = "leave out the parameter, and let the property inject when it is first read"
        let property = "let \(name) = Injected<\(type)>()"
        if request.place != request.asker.location {
            return [Fix("Inject it later. \(place) \(lazily); \(reading)", property)]
        }
        let text = "Inject it later. \(place) let the parameter of init and the property be lazy, and \(reading)"
        return [Fix(text, "\(name): Injected<\(type)>"), Fix("Or \(lazily), as \(name)()", property)]
    }

    /// A hook of the first registration, which sets a property of the last one's instance.
    private func hook(setting name: String, of owner: any Any.Type, _ names: TypeNames) -> String {
        let first = links[0].request.asker
        let isOnMainActor = first.isolation === MainActor.shared
        let instance = isOnMainActor ? names.variable(first.type) : "$0"
        var (path, type) = (instance, first.type)
        // Continues the path as the type that has the property: the registered type may not have it.
        func cast(to owner: any Any.Type) {
            if type == owner { return }
            path = TypeRelation.unwrapped(type) == owner ? "\(path)?" : "(\(path) as? \(names.typed(owner)))?"
        }
        for (request, property) in links.dropLast() {
            cast(to: property?.owner ?? request.asker.type)
            path += ".\(property?.name ?? names.variable(request.type))"
            type = property?.type ?? request.type
        }
        cast(to: owner)
        let setting = "\(path).\(name) = \(instance)"
        return isOnMainActor
            ? ".onCreate { \(instance) in MainActor.assumeIsolated { \(setting) } }" : ".onCreate { \(setting) }"
    }
}

/// A provider that asks for the very type that it is imposed for, or for an alias of it: most likely a decorator.
struct SelfRequest {
    private let request: CycleLink
    /// The alias that it asks for, if it is that.
    private let alias: RegistrationFacts?
    /// What it may have meant: something else that would answer.
    private let inner: RegistrationFacts?
    private let property: CycleProperty?

    init(_ request: CycleLink) {
        let record = request.asker
        let distances = Seam.distances(to: Query(TypeRelation.unwrapped(request.type)))
        let order = Seam.searchOrder(from: Origin(ofCallOf: record.holder))
        let others = order.lazy.flatMap { $0.registrations }.filter { $0.type != record.type && $0.key.name == nil }
        inner = others.first { $0.original == nil && distances($0.type) != nil }
        alias = others.first { $0.original == record.key && $0.type == request.type }
        property = CycleProperty(of: request.type, neededBy: record)
        self.request = request
    }

    /// The types that the texts name.
    var types: [any Any.Type] { [request.type, inner?.type, property?.owner].compactMap { $0 } }

    func problem(_ names: TypeNames) -> String {
        let asked =
            "\(names.annotation(request.type))\(alias.map { ", which is an alias of it, made at \($0.location)" } ?? "")"
        return "it is needed to build itself: its provider, imposed at \(request.asker.location), asks for \(asked)"
    }

    func fixes(_ names: TypeNames) -> [Fix] {
        let (record, type) = (request.asker, names.annotation(request.type))
        var fixes: [Fix] = []
        if let inner {
            let text = "Ask for what \(inner.location) imposes: at \(request.place)"
            let injecting = record.holder.title.injecting(inner.type, nil, names)
            fixes.append(
                request.place == record.location
                    ? Fix("\(text), or in its initializer, in place of \(type), write", names.annotation(inner.type))
                    : Fix("\(text), write", injecting)
            )
        }
        if let property {
            let (place, hook) = ("\(inner == nil ? "At" : "Or, at") \(record.location)", property.decorating(names))
            let imposer = record.imposingExpression == "Imposer" ? "Imposer.shared" : record.imposingExpression
            let decorated =
                "\(imposer).registration(for: \(names.expression(record.type))\(record.key.name.argument))?\(hook)"
            fixes.append(
                record.replacedLine.map {
                    Fix("\(place), decorate what \($0) imposes, in place of imposing", decorated)
                }
                    ?? Fix("\(place), impose what is to be decorated, and append", hook)
            )
        }
        if !fixes.isEmpty { return fixes }
        return ["At \(record.location), let it ask for another type: impose what it decorates for its own."]
    }
}

/// The stored property that keeps a cycle closed: of the registered class, or of the one type that conforms to the
/// registered protocol and stores what closes the cycle.
private struct CycleProperty {
    let owner: any Any.Type
    let name: String
    let type: any Any.Type
    /// What the initializer takes, most likely.
    private let all: [StoredField]

    /// Nil if there is no such type, or if several could be meant.
    init?(of type: any Any.Type, neededBy record: RegistrationFacts) {
        let program = ProgramImages.current
        let isProtocol = TypeRelation.isExistential(record.type)
        let owners = isProtocol ? program.types(conformingTo: record.type).compactMap(\.type) : [record.type]
        let found = owners.compactMap { owner -> (any Any.Type, StoredField, [StoredField])? in
            let all = program.storedProperties(of: owner)?.filter { !$0.isSetWithoutInitializer } ?? []
            let wanted = TypeRelation.unwrapped(type)
            return all.first { $0.type.map { TypeRelation.unwrapped($0) == wanted } ?? false }.map { (owner, $0, all) }
        }
        guard let (owner, field, all) = found.only else { return nil }
        (self.owner, name, self.type, self.all) = (owner, field.name, field.type ?? type, all)
    }

    /// A hook that makes the owner from what it decorates, with everything else injected.
    func decorating(_ names: TypeNames) -> String {
        let arguments = all.map { "\($0.name): \($0.name == name ? "$0" : "try tryInject()")" }
        return ".decorated { \(names.typed(owner))(\(arguments.joined(separator: ", "))) }"
    }
}
