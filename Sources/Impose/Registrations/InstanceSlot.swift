/// The state of one instance that a keeper keeps: of one registration, for one list of arguments.
enum InstanceSlot {
    case empty
    case building(Construction)
    /// An instance that is kept until it is let go, or as long as somebody else holds it: see `isHeld`.
    case kept(AnyCachedInstance)

    /// The instance, if there is one.
    var instance: AnyCachedInstance? {
        guard case .kept(let instance) = self else { return nil }
        return instance
    }

    var isEmpty: Bool {
        guard case .empty = self else { return false }
        return true
    }

    /// Whether its instance is gone, since nobody else held it.
    var isGone: Bool { instance?.isGone ?? false }

    /// The construction, if a task builds the instance.
    var taskConstruction: Construction? {
        guard case .building(let construction) = self, construction.task != nil else { return nil }
        return construction
    }

    /// The next step of a caller that wants an instance.
    enum Claim {
        /// Take it.
        case made(AnyCachedInstance)
        /// Wait for another thread or task, which is building it.
        case wait(Construction)
        /// Build it, then call `finish`.
        case build(Construction)
        /// Claim it, if it is to be built: there is none, and nobody builds it. Not for a caller that is to build it.
        case unclaimed
        /// Search again: nothing is kept here any more.
        case closed
    }

    /// The state, as a claim.
    ///
    /// - Parameters:
    ///   - gone: An instance that was found here before and turned out to be gone.
    ///   - epoch: The epoch of the keeper.
    func look(besides gone: AnyCachedInstance?, in epoch: borrowing ResetEpoch) -> Claim {
        if let instance { return instance === gone ? .unclaimed : .made(instance) }
        // A construction from before a reset is for requests from before the reset. A construction whose thread has
        // ended is for nobody.
        guard case .building(let construction) = self, !construction.isAbandoned, epoch.isStill(construction.epoch)
        else {
            return .unclaimed
        }
        return .wait(construction)
    }

    /// Keeps the outcome of a construction, unless the construction was forgotten before it was finished.
    ///
    /// - Parameter made: The instance; nil if there is none.
    mutating func finish(_ construction: Construction, with made: AnyCachedInstance?, in epoch: borrowing ResetEpoch) {
        guard case .building(let current) = self, current === construction else { return }
        construction.isKept = made != nil && epoch.isStill(construction.epoch)
        self = if construction.isKept, let made { .kept(made) } else { .empty }
    }

    /// Holds its instance weakly; drops one that can't be held weakly.
    ///
    /// - Returns: The instance, unless there is none.
    mutating func weaken() -> AnyCachedInstance? {
        guard let instance else { return nil }
        self = instance.weakened().map { .kept($0) } ?? .empty
        return instance
    }
}

/// The reason that instances may no longer be kept.
enum KeeperClosing {
    /// The registration was replaced or removed.
    case outdated
    /// The keeper was disposed of.
    case disposed
    /// The imposer was shut down, and may be opened again.
    case shutDown

    /// Whether an instance that is still being built has to be disposed of by its builder.
    var isEndOfKeeper: Bool { self != .outdated }
}
