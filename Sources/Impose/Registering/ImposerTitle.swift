/// What an imposer is called in texts.
enum ImposerTitle: Sendable, CustomStringConvertible {
    case member(ImposerType)
    case named(String?)
    case scope(InjectionName?)

    var description: String {
        switch self {
        case .member(let type): type.description
        case .named(let label): label.map { "private imposer \"\($0)\"" } ?? "private imposer"
        case .scope(nil): "scope"
        case .scope(let name?): name.key.value is String ? "scope \"\(name)\"" : "scope \(name)"
        }
    }
}
