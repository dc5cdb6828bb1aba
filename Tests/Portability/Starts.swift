/// Whether the keys of neighbours begin at different places of a table. The compiler works it out.
@_cdecl("impose_starts_differ")
public func startsDiffer() -> Bool {
    AnswerTable.start(of: 0x1000) & 0xFF != AnswerTable.start(of: 0x1020) & 0xFF
}
