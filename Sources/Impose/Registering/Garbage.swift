/// What a change has taken out of everybody's reach.
///
/// Whoever makes the change releases it when the change is complete: disposers and deinits are the user's code, which
/// may look at the imposer.
struct Garbage {
    private var kept: [AnyKept] = []
    /// Constructions that nobody will find any more.
    private var constructions: [Construction] = []
    private var answers: [[Answer]] = []
    private var records: [RegistrationRecord] = []

    mutating func add(_ slots: [InstanceSlot]) {
        for slot in slots {
            switch slot {
            case .made(let made): kept.append(made)
            case .building(let construction): constructions.append(construction)
            }
        }
    }

    mutating func add(_ made: AnyKept) {
        kept.append(made)
    }

    mutating func add(_ forgotten: [Answer]) {
        answers.append(forgotten)
    }

    /// Keeps a registration from being released, with the user's closures in it, while something is locked.
    mutating func add(_ record: RegistrationRecord) {
        records.append(record)
    }

    /// Disposes of the instances, the latest first, and releases everything. Nothing may be locked.
    ///
    /// Each one is released before the next one is disposed of.
    consuming func release() {
        kept.sort { $0.sequence < $1.sequence }
        while let last = kept.popLast() { last.dispose() }
    }
}
