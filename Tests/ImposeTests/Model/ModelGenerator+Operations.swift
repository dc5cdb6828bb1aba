import Impose
import TestSupport

// The operations besides imposing and asking.
extension ModelGenerator {
    mutating func openScope() -> ModelOperation {
        let number = newNumber()
        let name = chance(40) ? scopeName() : nil
        // In the latest one, up to three deep, or somewhere else.
        if chance(55), let latest = made.last, latest.depth < 3 {
            made.append(Made(number: number, parent: .made(latest.number), depth: latest.depth + 1))
            return .openScope(number, in: .made(latest.number), name: name)
        }
        let parents = made.filter { $0.depth < 3 }
        if chance(50), let parent = parents.randomElement(using: &generator) {
            made.append(Made(number: number, parent: .made(parent.number), depth: parent.depth + 1))
            return .openScope(number, in: .made(parent.number), name: name)
        }
        let member = ModelPlace.member(member())
        made.append(Made(number: number, parent: member, depth: 1))
        return .openScope(number, in: member, name: name)
    }

    /// A name that is most often the one that a scoped instance asks for.
    mutating func scopeName() -> ModelName {
        chance(85) ? .first : .second
    }

    /// A scope with a few operations in it, which most often have to do with it.
    mutating func withScope() -> ModelOperation {
        let number = newNumber()
        let location = chance(75) ? nil : location()
        let name = chance(70) ? scopeName() : nil
        // Scopes inside are one deeper at least.
        made.append(Made(number: number, parent: nil, depth: 2))
        let operations = (0..<Int.random(in: 1...4, using: &generator)).map { _ in operationInside(number) }
        // It has ended, and is asked for some time all the same.
        if chance(50) { made.removeAll { $0.number == number } }
        return .withScope(number, in: location, name: name, operations)
    }

    private mutating func operationInside(_ number: Int) -> ModelOperation {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<30:
            guard case .impose(var registration) = impose() else { return ask() }
            registration = registration.moved(to: .made(number))
            registrations[registrations.count - 1] = registration
            return .impose(registration)
        case 30..<60:
            let named = registrations.filter { $0.scopeName != nil }
            guard let kept = chance(70) ? named.randomElement(using: &generator) : registrations.last else {
                return ask()
            }
            let location = chance(80) ? ModelPlace.member(.primary) : kept.location
            return .ask(.one, withArgument(ModelRequest(location: location, kind: kept.kind, name: kept.name)))
        case 60..<75: return ask()
        case 75..<80: return openScope()
        case 80..<85: return wrap()
        case 85..<87: return .store(exactRequest(), number: newNumber())
        default: return made.filter { $0.depth >= 2 }.count < 12 ? withScope() : ask()
        }
    }

    mutating func makePrivate() -> ModelOperation {
        let number = newNumber()
        let parent = chance(40) ? nil : location()
        var depth = 0
        if case .made(let parent) = parent { depth = made.first { $0.number == parent }?.depth ?? 0 }
        made.append(Made(number: number, parent: nil, depth: depth))
        return .makePrivate(number, in: parent)
    }

    mutating func remove() -> ModelOperation {
        let request = request()
        return .remove(request.location, request.kind, request.name)
    }

    mutating func alias() -> ModelOperation {
        guard let original = registrations.randomElement(using: &generator) else { return .letGo }
        let kind = original.kind.answered.dropFirst().randomElement(using: &generator)
        guard let kind else { return .letGo }
        return .alias(of: original.number, number: newNumber(), kind: kind, name: name())
    }

    mutating func say() -> ModelOperation {
        guard let registration = registrations.randomElement(using: &generator) else { return ask() }
        return chance(60) || registration.isInstance ? .prefer(registration.number) : .decorate(registration.number)
    }

    mutating func fail() -> ModelOperation {
        guard let registration = registrations.randomElement(using: &generator) else { return .letGo }
        return .fail(registration.number, chance(60))
    }

    mutating func dispose() -> ModelOperation {
        if chance(20), let parent = made.compactMap(\.parent).randomElement(using: &generator) {
            return .disposeScopes(scopeName(), in: parent)
        }
        let location = location()
        // Imposers that were disposed of are asked now and then, too.
        if chance(40) {
            made.removeAll { location == .made($0.number) }
        } else {
            var request = request()
            request.location = location
            next = .ask(queries.randomElement(using: &generator) ?? .one, request)
        }
        return .dispose(location)
    }

    /// Creates a wrapper, which is most often read elsewhere before long.
    mutating func wrap() -> ModelOperation {
        let number = newNumber()
        wrappers.append(number)
        if chance(70) { next = .read(number) }
        return .wrap(number, ModelWrapper.allCases.randomElement(using: &generator) ?? .imposed, request())
    }

    mutating func readWrapper() -> ModelOperation {
        guard let wrapper = wrappers.suffix(4).randomElement(using: &generator) else { return wrap() }
        return chance(15) ? .storeThrough(wrapper, number: newNumber()) : .read(wrapper)
    }

    /// Asks for an instance, so that its parts can be read next.
    mutating func readParts() -> ModelOperation {
        let registrations = registrations.filter { $0.parts.contains(where: \.isRead) }
        guard let registration = registrations.randomElement(using: &generator) else { return ask() }
        next = .readParts(of: registration.number)
        var request = request(for: registration.kind)
        request.name = registration.name
        if chance(50) { request.location = registration.location }
        return .ask(.one, withArgument(request))
    }

    /// Lets go of something that was made, which others may hold. It is most often not asked any more.
    private mutating func forgetOne() -> ModelReference? {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<6:
            guard let number = made.randomElement(using: &generator)?.number else { return nil }
            if chance(60) { made.removeAll { $0.number == number } }
            return .imposer(number)
        case 6..<8:
            guard let number = directories.dropFirst().randomElement(using: &generator) else { return nil }
            directories.removeAll { $0 == number }
            return .directory(number)
        default: return wrappers.randomElement(using: &generator).map { .wrapper($0) }
        }
    }

    mutating func forget() -> ModelOperation {
        guard let reference = forgetOne() else { return ask() }
        return .forget(reference)
    }

    mutating func isolate() -> ModelOperation {
        let number = newNumber()
        directories.append(number)
        return .isolate(number, empty: chance(10))
    }
}
