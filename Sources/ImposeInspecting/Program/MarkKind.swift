internal import Impose

/// A way in which a call asks.
struct MarkKind {
    /// Whether it fails if nothing answers; otherwise it handles the failure, or takes it for a nil.
    var needsAnswer = false
    /// Whether it asks under a name.
    var isNamed = false
    /// Whether it asks for everything that matches.
    var isForAll = false
    /// The mark of some call of this kind.
    let mark: any Any.Type

    /// The kinds; none in a program that is built for release, where calls leave no marks.
    static var all: [MarkKind] {
        #if DEBUG
            [
                MarkKind(needsAnswer: true, mark: NeedingCall<Any.Type>.self),
                MarkKind(needsAnswer: true, isNamed: true, mark: NeedingNamedCall<Any.Type>.self),
                MarkKind(mark: TryingCall<Any.Type>.self),
                MarkKind(isNamed: true, mark: TryingNamedCall<Any.Type>.self),
                MarkKind(isForAll: true, mark: GatheringCall<Any.Type>.self),
            ]
        #else
            []
        #endif
    }
}
