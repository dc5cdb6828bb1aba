import Impose
import TestSupport

// Steps that belong together: what steps by chance would rarely come to.
extension ModelGenerator {
    /// Settles the next steps.
    mutating func tellStory() {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: nestScopes()
        case 1: readInAnotherScope()
        case 2: sayToCopy()
        case 3: passArguments()
        default: runPrivateScopeElsewhere()
        }
    }

    private mutating func tell(_ operation: ModelOperation, in directory: Int = 0, running runs: [ModelPlace] = []) {
        upcoming.append(ModelStep(directory: directory, runs: runs, operation: operation))
    }

    private mutating func open(in parent: ModelPlace, depth: Int, name: ModelName?) -> ModelPlace {
        let number = newNumber()
        made.append(Made(number: number, parent: parent, depth: depth))
        tell(.openScope(number, in: parent, name: name))
        return .made(number)
    }

    /// A registration of scoped instances with a disposer.
    private mutating func watched(
        at location: ModelPlace,
        named scopeName: ModelName?,
        _ parts: [ModelPart] = []
    ) -> ModelRegistration {
        let kind = ModelKind.allCases.randomElement(using: &generator) ?? .being
        var registration = ModelRegistration(
            number: newNumber(),
            location: location,
            kind: kind,
            name: chance(50) ? nil : .second,
            option: .scopedInstance
        )
        (registration.scopeName, registration.isWatched, registration.parts) = (scopeName, true, parts)
        registrations.append(registration)
        tell(.impose(registration))
        return registration
    }

    /// Scopes in one another that keep instances, one of which ends or is reset.
    private mutating func nestScopes() {
        let name = scopeName()
        let outer = open(in: .member(.primary), depth: 1, name: name)
        let inner = open(in: outer, depth: 2, name: chance(30) ? name : nil)
        let part = ModelKind.allCases.randomElement(using: &generator) ?? .being
        let hasPart = chance(40)
        for location in hasPart ? [outer, inner] : [] {
            var registration = ModelRegistration(
                number: newNumber(),
                location: location,
                kind: part,
                name: nil,
                option: weak
            )
            registration.isInstance = true
            tell(.impose(registration))
        }
        var requests: [ModelRequest] = []
        for location in [ModelPlace.member(.primary), outer, inner].shuffled(using: &generator).dropFirst() {
            let parts = hasPart ? [ModelPart.parameter(part)] : []
            let registration = watched(at: location, named: chance(50) ? name : nil, parts)
            for scope in [outer, inner] {
                requests.append(ModelRequest(location: scope, kind: registration.kind, name: registration.name))
            }
        }
        for request in requests.shuffled(using: &generator).dropFirst() { tell(.ask(.one, request)) }
        let ended = chance(50) ? outer : inner
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<6: tell(.dispose(ended))
        case 6: tell(.reset(ended))
        case 7: tell(.removeAll(ended))
        default: forget(ended)
        }
        requests.shuffled(using: &generator).prefix(1).forEach { tell(.ask(.one, $0)) }
    }

    private mutating func forget(_ location: ModelPlace) {
        guard case .made(let number) = location else { return tell(.dispose(location)) }
        tell(.forget(.imposer(number)))
    }

    /// Something with parts that are read later, made in one scope and read in another one, when the first one is perhaps
    /// held by nobody else.
    private mutating func readInAnotherScope() {
        let scope = open(in: .member(.primary), depth: 1, name: nil)
        let part = watched(at: chance(50) ? scope : .member(.primary), named: nil)
        let kind = ModelKind.allCases.randomElement(using: &generator) ?? .being
        var whole = ModelRegistration(
            number: newNumber(),
            location: chance(30) ? scope : .member(.primary),
            kind: kind,
            name: .first,
            option: [.closureBased, .graphInstance, .scopedInstance, .singleInstance].randomElement(using: &generator)
                ?? .closureBased
        )
        let parts: [ModelPart] = [
            .lazy(part.kind), .following(part.kind),
            .wrapper(ModelRequest(location: chance(30) ? scope : .member(.primary), kind: part.kind, name: part.name)),
        ]
        whole.parts = Array(parts.shuffled(using: &generator).prefix(2))
        registrations.append(whole)
        tell(.impose(whole))
        tell(.ask(.one, ModelRequest(location: scope, kind: whole.kind, name: whole.name)))
        if chance(50) { forget(scope) }
        let inner = open(in: chance(50) ? scope : .member(.primary), depth: 2, name: nil)
        tell(.readParts(of: whole.number), running: chance(50) ? [inner] : [])
        if chance(50) { tell(.letGo) }
        tell(.ask(.one, ModelRequest(location: scope, kind: part.kind, name: part.name)))
    }

    /// A registration that an isolated directory begins with, to which something is said outside or inside.
    private mutating func sayToCopy() {
        guard
            let registration = registrations.filter({ $0.location == .member(.primary) }).randomElement(
                using: &generator
            )
        else { return }
        let number = newNumber()
        directories.append(number)
        tell(.isolate(number, empty: false))
        tell(registration.isInstance ? .prefer(registration.number) : .decorate(registration.number))
        let request = ModelRequest(location: .member(.primary), kind: registration.kind, name: registration.name)
        for directory in [0, number] { tell(.ask(.one, request), in: directory) }
        if chance(50) { tell(.forget(.directory(number))) }
    }

    /// Instances for several arguments, all of which go.
    private mutating func passArguments() {
        let kind = ModelKind.allCases.randomElement(using: &generator) ?? .being
        var registration = ModelRegistration(
            number: newNumber(),
            location: location(),
            kind: kind,
            name: name(),
            option: chance(50) ? .singleInstance : .scopedInstance
        )
        (registration.isWatched, registration.parts) = (true, [.number])
        registrations.append(registration)
        tell(.impose(registration))
        var request = ModelRequest(location: registration.location, kind: kind, name: registration.name)
        for argument in [0, 1, 2, 3, 0].shuffled(using: &generator).dropFirst() {
            request.argument = argument
            tell(.ask(.one, request))
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: tell(.remove(registration.location, kind, registration.name))
        case 1: tell(.reset(registration.location))
        case 2: tell(.dispose(registration.location))
        default: tell(.ask(.one, request))
        }
    }

    /// A scope of a private imposer that is opened in one directory, and runs in another one.
    private mutating func runPrivateScopeElsewhere() {
        guard
            let registration = registrations.filter({ $0.location == .member(.primary) }).randomElement(
                using: &generator
            )
        else { return }
        let (directory, imposer, scope) = (newNumber(), newNumber(), newNumber())
        directories.append(directory)
        made.append(Made(number: imposer, parent: nil, depth: 0))
        made.append(Made(number: scope, parent: .made(imposer), depth: 1))
        let request = ModelRequest(location: .member(.primary), kind: registration.kind, name: registration.name)
        tell(.ask(.one, request))
        tell(.isolate(directory, empty: false))
        tell(.makePrivate(imposer, in: nil))
        tell(.openScope(scope, in: .made(imposer), name: nil), in: directory)
        tell(.ask(.one, request), running: [.made(scope)])
        if chance(50) { forget(.made(chance(50) ? imposer : scope)) }
        tell(.ask(.one, request), in: directory, running: [.made(scope)])
    }
}
