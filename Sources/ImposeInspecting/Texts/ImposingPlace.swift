internal import ImposeCore

/// A place in the program where something that is missing could be imposed: beside a registration, if one is known.
struct ImposingPlace {
    /// The imposer as it is called there: in a module, by the parameter of `provide(for:)`.
    let expression: String
    private let neighbour: RegistrationRecord?

    /// The place beside a registration, if there is one that what is missing has to do with; otherwise beside one of an
    /// imposer's registrations: one of the given Swift modules, if there are any, the latest.
    ///
    /// - Parameter homes: Swift modules, the likeliest first.
    init(beside record: RegistrationRecord?, orOn imposer: ImposerNode, near homes: [String]) {
        func other() -> RegistrationRecord? {
            let records = imposer.isScope ? [] : Seam.registrations(of: imposer).filter { $0.original == nil }
            return homes.firstResult { home in records.last { $0.location.module == home } } ?? records.last
        }
        neighbour = record ?? other()
        expression = neighbour.map(\.imposingExpression) ?? imposer.expression
    }

    /// The module that it is in; nil if it is in none.
    var module: (any Any.Type)? { neighbour.flatMap(Seam.module) }

    /// Where it is, as a part of a sentence: `in Kitchen, beside Shop/Kitchen.swift:8`; nil where it is not known.
    func text(_ names: TypeNames) -> String? {
        neighbour.map { record in
            "\(module.map { "in \(names[$0]), " } ?? "")beside \(record.location)"
        }
    }
}

extension RegistrationRecord {
    /// The imposer as it is called where this was imposed.
    var imposingExpression: String { Seam.module(of: self) == nil ? imposer.expression : "imposer" }
}
