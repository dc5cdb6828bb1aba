extension ImposerNode {
    /// Runs a reset that concerns several imposers.
    static func reset(_ nodes: [ImposerNode], _ body: () -> Void) {
        for node in nodes { node.epoch.beginReset() }
        body()
        for node in nodes { node.epoch.endReset() }
    }
}
