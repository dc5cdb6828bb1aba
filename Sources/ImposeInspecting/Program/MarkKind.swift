internal import ImposeCore

/// A way in which a call asks.
enum MarkKind: CaseIterable, Sendable {
    /// Without a name. It fails if nothing answers.
    case needing
    /// Under a name. It fails if nothing answers.
    case needingNamed
    /// Without a name. It handles the failure, or takes it for a nil.
    case trying
    /// Under a name. It handles the failure, or takes it for a nil.
    case tryingNamed
    /// For everything that matches.
    case gathering

    /// Whether it fails if nothing answers.
    var needsAnswer: Bool { self == .needing || self == .needingNamed }

    /// Whether it asks under a name.
    var isNamed: Bool { self == .needingNamed || self == .tryingNamed }

    /// The mark of some call of this kind; nil in a program that is built for release, where calls leave none.
    var mark: (any Any.Type)? {
        #if DEBUG
            switch self {
            case .needing: NeedingCall<Any.Type>.self
            case .needingNamed: NeedingNamedCall<Any.Type>.self
            case .trying: TryingCall<Any.Type>.self
            case .tryingNamed: TryingNamedCall<Any.Type>.self
            case .gathering: GatheringCall<Any.Type>.self
            }
        #else
            nil
        #endif
    }
}
