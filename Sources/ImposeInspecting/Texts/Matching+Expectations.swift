// The expected values that would answer a request.

internal import Impose

extension Matching {
    /// The distance of an expected value from the requested type; nil if it is no answer.
    func distance(of expectation: Expectation) -> Int? {
        guard expectation.key.name == name else { return nil }
        if expectation.type == requested || expectation.type == wrapped { return 0 }
        return Seam.distances(to: self)(expectation.type)
    }
}

extension SearchOrder {
    /// The expectations, for scopes of any name, that match a request; for each scope name the nearest.
    func expectations(for matching: Matching) -> [Expectation] {
        let all = flatMap(\.expectations)
        if all.isEmpty { return [] }
        let fitting = all.compactMap { expectation in
            matching.distance(of: expectation).map { (expectation: expectation, distance: $0) }
        }
        return fitting.filter { one in
            !fitting.contains { $0.distance < one.distance && $0.expectation.scopeName == one.expectation.scopeName }
        }
        .map(\.expectation)
    }
}
