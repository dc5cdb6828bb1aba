/// One line of the table: a piece of work beside its baseline.
struct Row {
    /// What it is called on the command line.
    let name: String
    /// What is measured.
    let title: String
    /// What it is compared to.
    let baselineTitle: String
    let budget: Budget
    /// How many heap allocations one operation may make, if there is a limit.
    let allocations: Double?
    /// Imposes what both sides need. The imposer is empty before.
    let setUp: () -> Void
    let ours: Work
    let baseline: Work

    init(
        _ name: String,
        _ title: String,
        against baselineTitle: String,
        budget: Budget = .none,
        allocations: Double? = nil,
        setUp: @escaping () -> Void = {},
        ours: Work,
        baseline: Work
    ) {
        self.name = name
        self.title = title
        self.baselineTitle = baselineTitle
        self.budget = budget
        self.allocations = allocations
        self.setUp = setUp
        self.ours = ours
        self.baseline = baseline
    }

    /// All of them, in the order of the table.
    static var all: [Row] {
        keptRows + makingRows + matchingRows + imposingRows + threadRows + wrapperRows + contextRows + scopeRows
            + requestRows + unitOfWorkRows + awaitingRows + explainingRows
    }
}
