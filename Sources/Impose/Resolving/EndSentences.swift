// What an error says of imposers that have ended.

extension Node {
    /// The imposer, and where it was opened if it is a scope.
    var withPlace: String {
        kind == .scope ? openingLocation.map { "\(self), opened at \($0)" } ?? "\(self)" : "\(self)"
    }

    /// Why requests find nothing here any more, as a clause about the imposer.
    var problemOfEnd: String {
        let subject = kind == .scope ? "\(withPlace)," : "\(self)"
        return switch NodeFacts(self).wayOfEnd {
        // The root is open: a reset has cancelled the build task.
        case .lastReference where kind == .root && !isClosed:
            "\(self) was reset while the instance was being made"
        case .isolatedBody(let place):
            "\(subject) belongs to Imposer.isolated at \(place), which has ended"
        case .shutdown where kind != .scope: "\(self) \(clauseOfEnd), and makes nothing until it is reset"
        // Roots with a type end with an isolated directory only.
        case _ where type != nil:
            "\(self) belongs to an isolated directory that is gone, since nothing held a reference to it any more"
        default: "\(subject) \(clauseOfEnd)"
        }
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
