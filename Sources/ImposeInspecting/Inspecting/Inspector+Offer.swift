// What inspecting offers before `main`, made when the core first needs it.

internal import Impose

@_cdecl("impose_make_reader")
func makeReader() -> UnsafeMutableRawPointer {
    Boxed<ProgramReader.Declarations>.handOver { descriptor in
        ConformingDeclarations.of(descriptor).map { declarations in { declarations.mayInclude($0) } }
    }
}

@_cdecl("impose_make_inspector")
func makeInspector() -> UnsafeMutableRawPointer {
    Boxed.handOver(
        Inspector(
            describe: { failure, request, facts in ErrorReport(failure, request, facts) },
            noteRequest: RequestLog.note,
            noteAction: RequestLog.noteAction,
            willChange: { AnswerChanges($0).report },
            madeImposer: PrivateImposers.add,
            imposerIsGoing: PrivateImposers.remove
        )
    )
}
