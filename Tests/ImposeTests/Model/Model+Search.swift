import Impose
import TestSupport

extension Model {
    /// A registration that answers, and the imposer that holds it.
    struct Found: Hashable {
        let number: Int
        let holder: Int
    }

    /// The imposers that a request is searched in, in order.
    ///
    /// "In the current scope, then in its parents. This ends before the first one that has an `ImposerType`, and before
    /// the first one that is the imposer that was asked, or a parent of it." Then in the imposer that was asked, "and
    /// in its parents". Then, "if one of these has an `ImposerType`: in the others that have one".
    func searched(_ origin: Origin) -> [Int] {
        var own = chain(origin.asked)
        if wrongRule == .parentsFirst { own.reverse() }
        var order: [Int] = []
        if let scope = origin.scope, !own.contains(scope), !ignores(scope, own) {
            order = Array(chain(scope).prefix { nodes[$0].membership == nil && !own.contains($0) })
        }
        order += own
        if wrongRule != .noFallback, let directory = own.lazy.compactMap({ self.nodes[$0].membership }).first {
            order += (directories[directory] ?? []).map(\.node).filter { !order.contains($0) }
        }
        return order
    }

    private func ignores(_ scope: Int, _ own: [Int]) -> Bool {
        wrongRule == .strangeScopesAreIgnored && !chain(scope).contains(own[0])
    }

    /// The entry that counts there: "While its imposer has no registration for the original's type and name, the alias
    /// is as if it were not there".
    func entry(_ key: Key, in node: Int) -> Entry? {
        guard let entry = nodes[node].entries[key], let record = records[entry.number] else { return nil }
        guard let original = record.original else { return entry }
        return self.entry(original, in: node) == nil ? nil : entry
    }

    typealias Match = (number: Int, distance: Int, order: Int)

    /// The registrations of one imposer that are exact or compatible.
    func matches(_ kind: ModelKind, _ name: ModelName?, in node: Int) -> [Match] {
        let matches = nodes[node].entries.keys.compactMap { key -> Match? in
            guard key.name == name, let distance = key.kind.distance(to: kind) else { return nil }
            return entry(key, in: node).map { ($0.number, distance, $0.order) }
        }
        return matches.sorted { $0.order < $1.order }
    }

    /// The registration of one imposer that answers; nil if none does.
    func answer(_ request: ModelRequest, in node: Int) throws(Failure) -> Match? {
        if hides(request, node) { throw Failure(kind: .disposed) }
        let matches = matches(request.kind, request.name, in: node)
        if let exact = matches.first(where: { $0.distance == 0 }) { return exact }
        return try best(of: matches, request, in: node)
    }

    /// The one that the rules choose, by distance and preference alone.
    func best(of matches: [Match], _ request: ModelRequest, in node: Int) throws(Failure) -> Match? {
        let isNear = (request.rules == .nearest || request.rules == .nearestAndCastable)
        let distances = matches.map(\.distance)
        guard let best = isNear != (wrongRule == .furthestWins) ? distances.min() : distances.max() else { return nil }
        let isBestOnly = wrongRule != .preferenceBeatsDistance
        let tied = withoutRivalsOfTheirOwn(matches.filter { $0.distance == best }, in: node)
        let preferred = (isBestOnly ? tied : matches).filter { isPreferred($0, in: node) }
        if !isBestOnly, preferred.count == 1 { return preferred[0] }
        if tied.count == 1 { return tied[0] }
        if preferred.count == 1 { return preferred[0] }
        if wrongRule == .laterWinsTies { return tied.max { $0.order < $1.order } }
        throw Failure(kind: .ambiguous)
    }

    /// "It and its aliases."
    private func isPreferred(_ match: Match, in node: Int) -> Bool {
        [match.number, original(of: match, in: node)].contains { number in
            records[number].flatMap { nodes[node].entries[$0.key] }?.isPreferred == true
        }
    }

    /// An alias and its original, "they never tie", nor do two aliases of one original.
    private func withoutRivalsOfTheirOwn(_ tied: [Match], in node: Int) -> [Match] {
        var originals: Set<Int> = []
        let originalsFirst = tied.sorted { one, other in
            let isAlias = (original(of: one, in: node) != one.number, original(of: other, in: node) != other.number)
            return isAlias.0 == isAlias.1 ? one.order < other.order : !isAlias.0
        }
        return originalsFirst.filter { originals.insert(original(of: $0, in: node)).inserted }
    }

    /// The original that an alias of one imposer leads to there.
    private func original(of match: Match, in node: Int) -> Int {
        var number = match.number
        while let key = records[number]?.original, let entry = entry(key, in: node) { number = entry.number }
        return number
    }

    /// Whether a scope has ended that would have answered: "its own registrations (their keys too, so that the outer
    /// registration which they hid does not come to light)". By a cast, everything with the name might have.
    func hides(_ request: ModelRequest, _ node: Int) -> Bool {
        if wrongRule == .hiddenKeysShow { return false }
        return nodes[node].closed.contains { key in
            key.name == request.name && (request.allowsCasting || key.kind.distance(to: request.kind) != nil)
        }
    }

    /// The request with the default rule, where "the rules and `.preferred()` play no part".
    private func exactly(_ request: ModelRequest) -> ModelRequest {
        var request = request
        request.rules = .nearest
        return request
    }

    /// The registration that answers a request.
    ///
    /// "Each imposer is searched whole, in all stages, before the next one is asked. A tie ends the search." A search
    /// that comes by a private imposer that was disposed of fails, and so does one by a scope in one that was.
    func choose(_ request: ModelRequest, from origin: Origin) throws(Failure) -> Found {
        let searched = try usable(searched(origin))
        var found: (Found, Int)?
        for node in searched {
            guard let match = try answer(request, in: node) else { continue }
            guard wrongRule == .distanceBeatsImposer else { return Found(number: match.number, holder: node) }
            if let found, found.1 <= match.distance { continue }
            found = (Found(number: match.number, holder: node), match.distance)
        }
        if let found { return found.0 }
        throw Failure(kind: .missing)
    }

    func usable(_ searched: [Int]) throws(Failure) -> [Int] {
        let isEnded = searched.contains { node in
            nodes[node].blocksSearch || (nodes[node].isDisposed && wrongRule == .endedScopesAnswerNothing)
        }
        if wrongRule != .disposedAnswers, isEnded { throw Failure(kind: .disposed) }
        return searched
    }

    /// The registrations of `injectAll`.
    ///
    /// "The nearest come first. At the same distance they come in the order in which they were imposed." "A
    /// registration hides those with its type and name in the parents of its imposer." "An alias and the registration whose
    /// instance it gives count once", where the first of them stands.
    func chooseAll(_ request: ModelRequest, from origin: Origin) throws(Failure) -> [Found] {
        var takenBy: [Key: [Int]] = [:]
        var all: [(found: Found, distance: Int, order: Int)] = []
        for node in try usable(searched(origin)) {
            // "An error, since the list would be silently short."
            if hides(exactly(request), node) { throw Failure(kind: .disposed) }
            for match in matches(request.kind, request.name, in: node) {
                guard let key = records[match.number]?.key else { continue }
                let isHidden = takenBy[key, default: []].contains { chain($0).contains(node) }
                if isHidden, wrongRule != .nothingIsHidden { continue }
                takenBy[key, default: []].append(node)
                all.append((Found(number: match.number, holder: node), match.distance, match.order))
            }
        }
        all.sort { ($0.distance, $0.order) < ($1.distance, $1.order) }
        if wrongRule == .aliasesCountTwice { return all.map(\.found) }
        var originals: Set<Found> = []
        return all.map(\.found).filter { originals.insert(original(of: $0, origin)).inserted }
    }

    /// The original of an alias. "A request for the alias is a request for the original", which may find another one in
    /// a scope, and may find an alias again.
    private func original(of found: Found, _ origin: Origin) -> Found {
        guard let key = records[found.number]?.original else { return found }
        let request = ModelRequest(location: .member(.primary), kind: key.kind, name: key.name)
        let next = Origin(asked: found.holder, scope: origin.scope, context: origin.context)
        return (try? choose(request, from: next)).map { original(of: $0, origin) } ?? found
    }
}
