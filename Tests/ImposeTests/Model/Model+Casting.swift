import Impose
import TestSupport

extension Model {
    /// The outcome of a search.
    enum Chosen {
        case registration(Found)
        /// An instance that was made to see whether it can be cast, and can.
        case instance(Int)
    }

    /// Searches in all stages.
    func search(_ request: ModelRequest, from origin: Origin) throws(Failure) -> Chosen {
        guard request.allowsCasting else { return .registration(try choose(request, from: origin)) }
        for node in try usable(searched(origin)) {
            if let match = try answer(request, in: node) {
                return .registration(Found(number: match.number, holder: node))
            }
            // "Each imposer is searched whole, in all stages, before the next one is asked."
            if let instance = try cast(request, in: node, origin) { return .instance(instance) }
        }
        throw Failure(kind: .missing)
    }

    /// "It makes the instance of every registration with the requested name in that imposer, related or not." "What can
    /// be cast is ranked by the distance of the instance's own type." "A registration whose instance cannot be made is
    /// passed over."
    private func cast(_ request: ModelRequest, in node: Int, _ origin: Origin) throws(Failure) -> Int? {
        var cast: [(match: Match, instance: Int)] = []
        let count = temporaries.count
        defer { temporaries.removeLast(temporaries.count - count) }
        for (number, order) in named(request.name, in: node) {
            hasCast = true
            // "A registration that is being built right now is passed over, too. If nothing else answers, and its
            // instance might have, that is an error of kind `circular`": what might have is left open.
            if path.contains(where: { $0.number == number }) { isOpen = true }
            do throws(Failure) {
                let instance = try deliver(Found(number: number, holder: node), request, origin)
                guard let distance = instances[instance].kind.distance(to: request.kind) else { continue }
                temporaries.append(instance)
                cast.append(((number, distance, order), instance))
            } catch {
                // The same of one that needs something which is being built.
                if error.kind == .circular, !path.isEmpty { isOpen = true }
                // An instance that an ended scope keeps might have been the answer.
                if error.kind == .disposed, isEnded(origin.scope) { throw error }
            }
        }
        let best = try best(of: cast.map(\.match), request, in: node)
        return best.flatMap { best in cast.first { $0.match.number == best.number }?.instance }
    }

    func isEnded(_ scope: Int?) -> Bool {
        scope.map { nodes[$0].isDisposed } ?? false
    }

    /// The registrations of one imposer that have a name, in the order in which they were imposed.
    private func named(_ name: ModelName?, in node: Int) -> [(number: Int, order: Int)] {
        nodes[node].entries.keys
            .compactMap { key in key.name == name ? entry(key, in: node).map { ($0.number, $0.order) } : nil }
            .sorted { $0.1 < $1.1 }
    }

    /// The registration that answers without a cast; nil if an injection has to make instances before it finds it.
    func chooseUnlessCasting(_ request: ModelRequest, from origin: Origin) throws(Failure) -> Found? {
        for node in try usable(searched(origin)) {
            if let match = try answer(request, in: node) { return Found(number: match.number, holder: node) }
            if request.allowsCasting, !named(request.name, in: node).isEmpty { return nil }
        }
        throw Failure(kind: .missing)
    }
}

extension ModelRequest {
    var allowsCasting: Bool { rules == .nearestAndCastable || rules == .furthestAndCastable }
}
