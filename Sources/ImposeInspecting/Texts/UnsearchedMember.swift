internal import Impose

/// A registration that would answer in an imposer of the directory that is not searched.
struct UnsearchedMember {
    let found: Candidate
    /// The private imposer without a parent at which the search ends; nil if it ends in a directory.
    private let root: NodeFacts?

    /// All of them, in the order in which the imposers of the directory fall back on each other.
    ///
    /// - Parameter distances: The distances to the requested type.
    static func all(_ matching: Matching, _ order: SearchOrder, _ distances: (any Any.Type) -> Int?) -> [Self] {
        let root = privateRoot(of: order)
        var found: [Self] = []
        for imposer in Seam.imposers(of: Seam.currentDirectory) where !order.contains(where: { $0 === imposer }) {
            for record in imposer.registrations
            where record.key.name == matching.name && record.isInForce {
                guard let steps = distances(record.type) else { continue }
                let candidate = Candidate(record, distance: steps)
                found.append(Self(found: candidate, root: root))
            }
        }
        return found
    }

    /// The private imposer without a parent at which a search ends; nil if it ends in a directory.
    static func privateRoot(of order: SearchOrder) -> NodeFacts? {
        let last = Array(order).last
        return if case .named? = last.map(\.title) { last } else { nil }
    }

    var title: ImposerTitle { found.imposer.title }

    /// What is the matter, behind what is needed.
    func problem(_ names: TypeNames) -> String { Self.problem(found.registration, in: found.imposer, names) }

    static func problem(_ registration: RegistrationFacts, in imposer: NodeFacts, _ names: TypeNames) -> String {
        "\(imposer) has \(names.key(registration.type, registration.key.name)), imposed at \(registration.location), and was "
            + "not searched"
    }

    /// Lets the private imposer search there, too; nil if there is none, so that a parent would not help.
    var fix: Fix? {
        guard let root else { return nil }
        let parent = if case .member(.primary) = title { ".shared" } else { title.expression }
        let label = if case .named(let label?) = root.title { ", label: \"\(label)\"" } else { "" }
        let place =
            PrivateImposers.location(of: root).map { "at \($0), where \(root) is made" } ?? "where \(root) is made"
        return Fix("Let it search there: \(place), write", "Imposer(parent: \(parent)\(label))")
    }
}
