/// The outcomes as Markdown.
enum Table {
    static let heading = """
        | work | ns | baseline | ns | ratio | budget | allocations | within |
        |---|---:|---|---:|---:|---|---:|---|
        """

    static func line(_ outcome: Outcome) -> String {
        let cells = [
            outcome.row.title,
            outcome.ours.nanoseconds.short,
            outcome.row.baselineTitle,
            outcome.baseline.nanoseconds.short,
            outcome.ratio.short,
            budget(of: outcome.row),
            allocations(outcome),
            outcome.isWithinBudget.map { $0 ? "yes" : "**no**" } ?? "–",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private static func budget(of row: Row) -> String {
        guard let allocations = row.allocations else { return row.budget.text }
        return row.budget.text + ", \(allocations.short) \(allocations == 1 ? "allocation" : "allocations")"
    }

    private static func allocations(_ outcome: Outcome) -> String {
        guard let ours = outcome.ours.allocations, let baseline = outcome.baseline.allocations else { return "–" }
        return "\(ours.short) (\(baseline.short))"
    }
}
