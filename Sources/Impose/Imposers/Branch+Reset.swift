extension Branch {
    /// Runs a reset that concerns several imposers.
    static func reset(_ branches: [Branch], _ body: () -> Void) {
        for branch in branches { branch.epoch.beginReset() }
        body()
        for branch in branches { branch.epoch.endReset() }
    }
}
