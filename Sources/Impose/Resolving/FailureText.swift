/// What the core says of a failure by itself, with the facts that callers may read.
struct FailureText: ErrorText {
    private var text: any ErrorText
    let candidates: [ImposeError.Candidate]
    let searched: [String]

    init(_ text: any ErrorText, of failure: Failure) {
        self.text = text
        switch failure {
        case .ambiguous(let tied):
            candidates = tied.sorted { $0.number < $1.number }
                .map { ImposeError.Candidate($0) }
        default: candidates = []
        }
        switch failure {
        case .missing(let order, _), .missingToStore(let order): searched = order.map { "\($0)" }
        default: searched = []
        }
    }

    var headline: String { text.headline }
    var whole: String { text.whole }
    var fixes: String? { text.fixes }

    func adding(_ others: [String]) -> any ErrorText {
        var text = self
        text.text = self.text.adding(others)
        return text
    }
}

extension ImposeError.Candidate {
    fileprivate init(_ candidate: Candidate) {
        self.init(
            type: candidate.key.type,
            name: candidate.key.name,
            distance: candidate.distance,
            imposer: "\(candidate.holder)",
            option: candidate.registration?.option ?? .singleInstance,
            location: candidate.registration?.location ?? Location(),
            note: nil,
            isExpected: false
        )
    }
}
