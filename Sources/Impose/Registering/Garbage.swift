/// What a change has taken out of everybody's reach.
///
/// Whoever makes the change releases it when the change is complete: disposers and deinits are the user's code, which
/// may look at the imposer.
struct Garbage {
    private struct Entry {
        let kept: AnyKept
        let registration: RegistrationRecord
    }

    /// Whether nothing was ever added, as with most changes.
    private var isEmpty = true
    private var entries: [Entry] = []
    /// Constructions that nobody will find any more.
    private var constructions: [Construction] = []
    private var answers: [[Answer]] = []
    /// What instances were told apart by.
    private var arguments: [[ArgumentsKey]] = []
    private var records: [RegistrationRecord] = []

    mutating func add(_ slot: InstanceSlot, of registration: RegistrationRecord) {
        isEmpty = false
        switch slot {
        case .made(let kept): entries.append(Entry(kept: kept, registration: registration))
        case .building(let construction): constructions.append(construction)
        }
    }

    mutating func add(_ dropped: [ArgumentsKey]) {
        if dropped.isEmpty { return }
        isEmpty = false
        arguments.append(dropped)
    }

    mutating func add(_ forgotten: [Answer]) {
        isEmpty = false
        answers.append(forgotten)
    }

    /// Keeps a registration from being released, with the user's closures in it, while something is locked.
    mutating func add(_ record: RegistrationRecord) {
        isEmpty = false
        records.append(record)
    }

    /// Disposes of the instances, the latest first, and releases everything. Nothing may be locked.
    ///
    /// Each one is released before the next one is disposed of. So it is done in place: of a `consuming` method's
    /// argument, the caller may hold a copy.
    ///
    /// - Parameter directory: Whose observers are told; the current one if it is nil.
    mutating func release(telling directory: @autoclosure () -> Directory?) {
        if isEmpty { return }
        if entries.count > 1 { entries.sort { $0.kept.sequence < $1.kept.sequence } }
        while let last = entries.popLast() {
            if last.kept.isGone { continue }
            last.kept.dispose()
            guard Observers.exist else { continue }
            let info = Imposer.RegistrationInfo(last.registration)
            Observers.report(.disposed(info), in: directory() ?? Directory.current, at: info.place)
        }
        self = Garbage()
    }
}
