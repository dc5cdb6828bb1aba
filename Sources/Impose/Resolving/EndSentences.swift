// What an error says of imposers that have ended.

extension Node {
    /// The imposer, and where it was opened if it is a scope.
    var withPlace: String {
        kind == .scope ? openingLocation.map { "\(self), opened at \($0)" } ?? "\(self)" : "\(self)"
    }

    /// Why requests find nothing here any more, as a clause about the imposer.
    var problemOfEnd: String {
        if kind == .root, !isClosed, case .lastReference = NodeFacts(self).wayOfEnd {
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
