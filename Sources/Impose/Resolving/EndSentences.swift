// What an error says of imposers that have ended, and of scopes that do not enclose an injection.

extension Node {
    /// The imposer, and where it was opened if it is a scope.
    var withPlace: String {
        kind == .scope ? placeOfOpening.map { "\(self), opened at \($0)" } ?? "\(self)" : "\(self)"
    }

    /// Why requests find nothing here any more, as a clause about the imposer.
    var problemOfEnd: String {
        if kind == .root, !keepsNothing, case .lastReference = NodeFacts(self).wayOfEnd {
            return "\(self) was reset while the instance was being made"
        }
        if case .isolatedBody(let place) = NodeFacts(self).wayOfEnd {
            return "\(withPlace)\(kind == .scope ? "," : "") belongs to Imposer.isolated at \(place), which has ended"
        }
        if kind != .scope, case .shutdown = NodeFacts(self).wayOfEnd {
            return "\(self) \(clauseOfEnd), and makes nothing until it is reset"
        }
        if type != nil {
            return
                "\(self) belongs to an isolated directory that is gone, since nothing held a reference to it any more"
        }
        return kind == .scope ? "\(withPlace), \(clauseOfEnd)" : "\(self) \(clauseOfEnd)"
    }

    /// A clause that says what ended it, and where.
    var clauseOfEnd: String {
        switch NodeFacts(self).wayOfEnd {
        case .isolatedBody(let place):
            "was disposed of with its isolated directory, as the body ended: Imposer.isolated at \(place)"
        case .block: "ended when its block returned"
        case .call(let place): "was disposed of by dispose() at \(place)"
        case .shutdown(let place):
            kind == .scope ? "was disposed of by the shutdown at \(place)" : "was shut down at \(place)"
        case .lastReference: "was disposed of, since nothing held a reference to it any more"
        }
    }
}

extension Failure {
    /// The problem that no scope keeps what a registration makes.
    static func problem(
        for request: Request,
        ofScopeFor registration: RegistrationRecord,
        _ origin: Origin,
        _ names: TypeNames
    ) -> String {
        let name = registration.option.scopeName
        let scopes = sequence(first: origin.context.scope?.object) { $0?.parent?.object }.compactMap { $0 }
        let opened = scopes.filter { $0.kind == .scope }.map(\.withPlace)
        let running = opened.isEmpty ? "none is running" : "what runs is " + opened.joined(separator: ", in ")
        let outliving = Build.registrations.last { $0.option.outlives(scopesNamed: name) }
        let reason =
            outliving.map { keeper in
                "\(names.key(keeper.type, keeper.key.name)), a .\(keeper.option), is built outside such scopes, even "
                    + "when it is asked for inside one"
            } ?? running
        let isSame = registration.type == request.matching.requested
        let subject = isSame ? "it" : names.key(registration.type, registration.key.name)
        return "\(subject) is imposed as .\(registration.option) at \(registration.location), and no scope "
            + "\(name.map { $0.key.spelling } ?? "") encloses the injection: \(reason)"
    }
}
