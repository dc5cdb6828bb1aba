internal import ImposeCore

/// An imposer of the directory that would answer, and is not searched by a private one that was made without a parent.
struct UnsearchedMember {
    private let imposer: ImposerNode
    private let type: ImposerType
    private let registration: RegistrationRecord
    private let root: ImposerNode

    /// Nil if there is none, or if a parent would not help.
    init?(_ matching: Matching, _ order: SearchOrder) {
        guard let root = order.privateRoot else { return nil }
        let distances = Seam.distances(to: matching)
        for imposer in Seam.imposers(of: Seam.currentDirectory) {
            guard case .member(let type) = Seam.title(of: imposer) else { continue }
            let found = Seam.registrations(of: imposer).first { record in
                record.key.name == matching.name && Seam.isInForce(record, in: imposer) && distances(record.type) != nil
            }
            guard let found else { continue }
            (self.imposer, self.type, registration, self.root) = (imposer, type, found, root)
            return
        }
        return nil
    }

    /// What is the matter, behind what is needed.
    func problem(_ names: TypeNames) -> String { Self.problem(registration, in: imposer, names) }

    static func problem(_ registration: RegistrationRecord, in imposer: ImposerNode, _ names: TypeNames) -> String {
        "\(imposer) has \(names.key(registration.type, registration.key.name)), imposed at \(registration.location), and was "
            + "not searched"
    }

    var fix: Fix { Self.fix(root, searching: type) }

    /// Lets a private imposer search one of the directory, too.
    static func fix(_ root: ImposerNode, searching type: ImposerType) -> Fix {
        let parent = type == .primary ? ".shared" : ImposerTitle.member(type).expression
        let label = if case .named(let label?) = Seam.title(of: root) { ", label: \"\(label)\"" } else { "" }
        let place =
            PrivateImposers.location(of: root).map { "at \($0), where \(root) is made" } ?? "where \(root) is made"
        return Fix("Let it search there: \(place), write", "Imposer(parent: \(parent)\(label))")
    }
}

extension SearchOrder {
    /// The private imposer without a parent at which it ends; nil if it ends in a directory.
    var privateRoot: ImposerNode? {
        guard let last = (map { $0 }).last, case .named = Seam.title(of: last) else { return nil }
        return last
    }
}
