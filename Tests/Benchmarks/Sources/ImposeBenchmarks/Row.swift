/// One line of the table: a piece of work beside its baseline.
struct Row {
    /// The row's name on the command line.
    let name: String
    /// The title of the work that is measured.
    let title: String
    /// The title of the work that it is compared to.
    let baselineTitle: String
    let budget: Budget
    /// The most heap allocations that one operation may make, if there is a limit.
    let allocations: Double?
    /// Imposes everything that both sides need. The imposer is empty before.
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
