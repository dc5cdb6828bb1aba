/// A request for an instance, or to store one, with the line that made it.
///
/// A class, since resolving is recursive, and each level of the stack then holds no more than a reference.
package final class Request {
    package let type: any Any.Type
    package let name: InjectionName?
    package let rules: InjectionRules
    package let arguments: [Argument]
    /// The object that the instance is for, an argument for providers that want one.
    package let owner: AnyObject?
    package let location: Location
    /// Whether anybody will read the error, so that it is worth looking for near misses.
    package let wantsReasons: Bool
    /// Whether it is to store a value, and not to get one.
    package let isToStore: Bool

    package init(
        _ type: any Any.Type,
        named name: InjectionName? = nil,
        rules: InjectionRules = .nearest,
        arguments: [Argument] = [],
        for owner: AnyObject? = nil,
        at location: Location,
        wantsReasons: Bool = true,
        isToStore: Bool = false
    ) {
        self.type = type
        self.name = name
        self.rules = rules
        self.arguments = arguments
        self.owner = owner
        self.location = location
        self.wantsReasons = wantsReasons
        self.isToStore = isToStore
    }

    /// The request that a frame was made for, as far as errors tell of it.
    convenience init(_ frame: PathFrame) {
        self.init(frame.type, named: frame.registration.object.key.name, at: frame.location)
    }

    /// Whether the answer may depend on more than type, name and rules.
    package var hasArguments: Bool { !arguments.isEmpty || owner != nil }

    /// The arguments for a registration's provider: the request's own, and the owner if the provider takes it.
    func arguments(for registration: RegistrationRecord) -> [Argument] {
        guard let owner, let type = registration.parameters.first(where: { Self.takes($0, owner) }) else {
            return arguments
        }
        return arguments + [Argument(value: owner, type: type)]
    }

    /// Whether a parameter is for an owner: `any InjectionOwner`, or its own class or a superclass of it.
    ///
    /// Not any protocol that the owner happens to conform to: that is a dependency like others.
    private static func takes(_ parameter: any Any.Type, _ owner: AnyObject) -> Bool {
        if parameter == (any InjectionOwner).self { return owner is any InjectionOwner }
        guard parameter is any AnyObject.Type else { return false }
        return TypeRelation(to: parameter).distance(from: Swift.type(of: owner)) != nil
    }
}
