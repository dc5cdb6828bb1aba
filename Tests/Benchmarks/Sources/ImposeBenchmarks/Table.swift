import Foundation

/// The outcomes as Markdown.
enum Table {
    static let heading = """
        | work | measured | baseline | ratio | budget |
        |---|---|---|---:|---|
        """

    static func line(_ outcome: Outcome) -> String {
        let cells = [
            outcome.row.title,
            text(outcome.ours),
            "\(outcome.row.baselineTitle): \(text(outcome.baseline))",
            outcome.ratio.short,
            budget(of: outcome),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// The titles of the rows of a page's table whose budgets are met there.
    static func metRows(in page: String) -> Set<String> {
        let lines = page.split(separator: "\n").drop { $0 != "<!-- table -->" }.prefix { $0 != "<!-- end of table -->" }
        let held = lines.filter { $0.hasPrefix("| ") && ($0.contains("| ≤ ") || $0.contains("| ≥ ")) }
        return Set(held.map { $0.dropFirst(2).components(separatedBy: " | ")[0] })
    }

    private static func text(_ cost: Cost) -> String {
        "\(cost.nanoseconds.short) ns" + text(cost.allocations)
    }

    private static func budget(of outcome: Outcome) -> String {
        let budget = outcome.row.budget.text + text(outcome.row.allocations)
        return outcome.isWithinBudget == false ? "**missed**: \(budget)" : budget
    }

    private static func text(_ allocations: Double?) -> String {
        allocations.map { ", \($0.short) alloc." } ?? ""
    }
}
