import Impose
import TestSupport

extension Model {
    /// Performs an operation on a registration.
    func change(_ operation: ModelOperation) -> Answer {
        switch operation {
        case .prefer(let number):
            guard records[number]?.isGiven == false else { return .skipped }
            say(to: number) { $0.isPreferred = true }
        case .decorate(let number):
            guard records[number]?.isGiven == false else { return .skipped }
            say(to: number) { $0.decorations += 1 }
        case .fail(let number, let isFailing):
            guard records[number]?.isGiven == false else { return .skipped }
            records[number]?.isFailing = isFailing
        case .alias(let original, let number, let kind, let name):
            guard let record = records[original], record.original == nil, !record.isGiven else { return .skipped }
            alias(of: original, number, Key(kind: kind, name: name))
        default: return .skipped
        }
        return .done
    }

    /// Says something to a registration: where it was imposed, and to its copies in isolated directories unless they are
    /// alone.
    private func say(to number: Int, _ body: (inout Entry) -> Void) {
        guard let record = records[number] else { return }
        for node in nodes.indices where node == record.location || wrongRule == .copiesChangeTogether {
            guard var entry = nodes[node].entries[record.key], entry.number == number else { continue }
            body(&entry)
            nodes[node].entries[record.key] = entry
        }
    }

    /// Performs an operation on an imposer.
    func change(_ operation: ModelOperation, _ context: Context) -> Answer {
        switch operation {
        case .impose(let registration):
            guard let node = find(registration.location, in: context) else { return .skipped }
            impose(registration, on: node)
        case .remove(let location, let kind, let name):
            guard let node = find(location, in: context) else { return .skipped }
            return .truth(remove(Key(kind: kind, name: name), of: node))
        case .reset(let location):
            guard let node = find(location, in: context) else { return .skipped }
            reset(node)
        case .removeAll(let location):
            guard let node = find(location, in: context) else { return .skipped }
            removeAll(of: node)
        case .openScope(let number, let location, let name):
            guard let node = find(location, in: context) else { return .skipped }
            open(number, in: node, named: name, context)
        case .makePrivate(let number, let location):
            guard let location else {
                makePrivate(number, in: nil)
                return .done
            }
            guard let node = find(location, in: context) else { return .skipped }
            makePrivate(number, in: node)
        case .dispose(let location):
            guard let node = find(location, in: context) else { return .skipped }
            return dispose(node) ? .done : .failure(.disposed)
        case .disposeScopes(let name, let location):
            guard let node = find(location, in: context) else { return .skipped }
            return .count(disposeScopes(name, in: node))
        case .isolate(let number, let isEmpty): isolate(number, isEmpty: isEmpty, context)
        default: return .skipped
        }
        return .done
    }
}
