/// Makes the inspector, when the core first needs it.
@_cdecl("impose_make_inspector")
func makeInspector() -> UnsafeMutableRawPointer {
    Inspector(
        noteRequest: RequestLog.note,
        willChange: { AnswerChanges($0).report },
        madeImposer: PrivateImposers.add,
        imposerIsGoing: PrivateImposers.remove,
        latestPrivateImposers: { PrivateImposers.latest }
    )
    .offered
}
