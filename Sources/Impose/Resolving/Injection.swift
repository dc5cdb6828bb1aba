/// One injection of a thread, with all that is built for it.
enum Injection {
    /// Runs the body in a section. At the end of the outermost injection its graph ends.
    ///
    /// - Parameters:
    ///   - node: The imposer that is asked.
    ///   - context: What the request runs in.
    @inline(__always)
    static func run<Result, Failure: Error>(
        asking node: Node,
        in context: Context = .current,
        _ body: (ThreadRecord) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let thread = ThreadRecord.current
        let previous = ReadSection.beginOrGoOn(thread, in: context.sectionDirectoryID(asking: node.directoryID))
        defer { end(on: thread, to: previous) }
        return try body(thread)
    }

    /// Ends an injection.
    ///
    /// - Parameter previous: Where the section was before; 0 if there was none, since it is the outermost injection.
    @inline(__always)
    static func end(on thread: ThreadRecord, to previous: UInt) {
        if previous == 0 { end(on: thread) } else { ReadSection.goBack(thread, to: previous) }
    }

    /// Ends the outermost injection.
    @inline(__always)
    static func end(on thread: ThreadRecord) {
        if thread.hasGraph { return endWithGraph(on: thread) }
        ReadSection.end(thread)
    }

    /// The graph goes when the injection is over: code in the deinits of its instances makes injections of its own.
    @inline(never)
    private static func endWithGraph(on thread: ThreadRecord) {
        let graph = thread.graph
        thread.graph = nil
        ReadSection.end(thread)
        withExtendedLifetime(graph) {}
    }
}
