// The colours and the lines of what is drawn.

internal import Impose

extension GraphDrawing {
    /// The kind of a box or an arrow, with its colours.
    enum Style: CaseIterable {
        case registration
        case onCycle
        case missing
        case ambiguous
        case argument
        case expected
        case owner

        /// The colours of its lines and of its boxes; nil for black on white.
        var colours: (line: String, fill: String)? {
            switch self {
            case .registration: nil
            case .onCycle: ("#c51b8a", "#fde0dd")
            case .missing: ("#de2d26", "#fee0d2")
            case .ambiguous: ("#d95f0e", "#fff7bc")
            case .argument: ("#969696", "#f0f0f0")
            case .expected: ("#3182bd", "#deebf7")
            case .owner: ("#756bb1", "#efedf5")
            }
        }

        /// Whether its boxes have dashed lines: they stand for nothing that is imposed.
        var isDashed: Bool { [.missing, .ambiguous, .argument, .expected].contains(self) }
    }
}

extension Imposer.DependencyGraph.Edge {
    /// Whether its arrow is dashed: what it leads to is injected later, or was seen only when a provider ran.
    var isDashed: Bool { isLazy || origin == .observed }
}
