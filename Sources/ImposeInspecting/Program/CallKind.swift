internal import ImposeCore

/// A way in which a call takes it that nothing answers.
enum CallKind: CaseIterable, Sendable {
    /// It fails.
    case needing
    /// It handles the failure, or takes it for a nil.
    case trying

    /// The mark of some call of this kind; nil in a program that is built for release, where calls leave none.
    var mark: (any Any.Type)? {
        #if DEBUG
            switch self {
            case .needing: NeedingCall<Any.Type>.self
            case .trying: TryingCall<Any.Type>.self
            }
        #else
            nil
        #endif
    }
}
