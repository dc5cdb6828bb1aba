/// The disposers that run for what a node lets go of, one after the other, see `Node.run`.
///
/// The first one that has to be awaited, and all that come after it, are left to a task, which keeps the order.
struct Disposals {
    private let node: Node
    private var firstError: ImposeError?
    private var awaited: [(object: UncheckedTransfer<AnyObject>, disposer: Disposer)] = []

    init(of node: Node) { self.node = node }

    @inline(never)
    mutating func dispose(of object: AnyObject, _ hooks: Boxed<Hooks>) {
        for disposer in hooks.content.disposers {
            guard awaited.isEmpty, case .synchronous(let body) = disposer.body else {
                if awaited.isEmpty { noteContinues(from: disposer) }
                awaited.append((UncheckedTransfer(object), disposer))
                continue
            }
            node.run {
                do { try body(object) } catch {
                    firstError = firstError ?? ImposeError(disposerFailed: error, disposer)
                }
            }
        }
    }

    /// Tells the inspector that a task goes on from a disposer.
    private func noteContinues(from disposer: Disposer) {
        guard Inspector.isObserving else { return }
        let holders = Array(sequence(first: node) { $0.parent?.object }) + node.directory.roots(besides: node.root.object)
        for holder in holders {
            let record = holder.state.withLock { $0.registration(for: disposer.key) }
            guard let record else { continue }
            return Inspector.note(.disposalContinues(RegistrationFacts(record, in: holder)))
        }
    }

    /// Leaves what has to be awaited to a task.
    ///
    /// - Returns: The first error that a disposer threw.
    @inline(__always)
    consuming func finish() -> ImposeError? {
        if !awaited.isEmpty { startTask() }
        return firstError
    }

    @inline(never)
    private func startTask() {
        let awaited = UncheckedTransfer(awaited)
        // Started there, so that it inherits the context.
        node.run {
            _ = Task {
                for (object, disposer) in awaited.value { try? await disposer.run(object) }
            }
        }
    }
}
