/// The name of an imposer in texts.
package enum ImposerTitle: Sendable, CustomStringConvertible {
    case member(ImposerType)
    case named(String?)
    case scope(ScopeTitle)

    package var description: String {
        switch self {
        case .member(let type): type.description
        case .named(let label): label.map { "private imposer \"\($0)\"" } ?? "private imposer"
        case .scope(let title): title.name.map(Self.scope) ?? "scope"
        }
    }

    private static func scope(_ name: InjectionName) -> String {
        name.key.value is String ? "scope \"\(name)\"" : "scope \(name)"
    }
}
