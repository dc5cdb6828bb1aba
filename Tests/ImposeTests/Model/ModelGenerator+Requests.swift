import Impose
import TestSupport

// Requests and their parts.
extension ModelGenerator {
    /// A request that a registration may well answer.
    mutating func request() -> ModelRequest {
        guard chance(90), let registration = registrations.randomElement(using: &generator) else {
            return request(for: ModelKind.allCases.randomElement(using: &generator) ?? .being)
        }
        var request = request(for: answered(by: registration.kind))
        request.name = chance(90) ? registration.name : name()
        if chance(30) { request.location = registration.location }
        return request
    }

    mutating func request(for kind: ModelKind) -> ModelRequest {
        var request = ModelRequest(location: location(), kind: kind, name: name())
        if chance(7) { request.rules = .furthest }
        if chance(5) { request.rules = chance(70) ? .nearestAndCastable : .furthestAndCastable }
        return request
    }

    mutating func withArgument(_ request: ModelRequest) -> ModelRequest {
        var request = request
        let takesOne = registrations.contains { $0.kind == request.kind && $0.parts.contains(where: \.isNumber) }
        if chance(takesOne ? 50 : 1) { request.argument = Int.random(in: 0...1, using: &generator) }
        return request
    }

    mutating func ask() -> ModelOperation {
        let query = chance(60) ? ModelQuery.one : queries.randomElement(using: &generator) ?? .one
        switch query {
        case .one, .optional, .unforced: return .ask(query, withArgument(request()))
        default: return .ask(query, request())
        }
    }

    mutating func exactRequest() -> ModelRequest {
        let registration = registrations.randomElement(using: &generator)
        return ModelRequest(location: location(), kind: registration?.kind ?? .being, name: registration?.name)
    }

    mutating func name() -> ModelName? {
        chance(92) ? nil : ModelName.allCases.randomElement(using: &generator)
    }

    mutating func location() -> ModelPlace {
        // The latest ones most of all: they are the deepest.
        if chance(60), let made = made.suffix(6).randomElement(using: &generator) { return .made(made.number) }
        return .member(member())
    }

    mutating func member() -> ModelMember {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<75: .primary
        case 75..<88: .secondary
        case 88..<95: .custom(0)
        default: .custom(1)
        }
    }

    mutating func runs() -> [ModelPlace] {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<60: []
        case 60..<95: [location()]
        default: [location(), location()]
        }
    }

    mutating func answered(by kind: ModelKind) -> ModelKind {
        chance(60) ? kind : kind.answered.randomElement(using: &generator) ?? kind
    }
}
