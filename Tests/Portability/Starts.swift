/// Whether the keys of neighbours begin at different places of a table. The compiler works it out.
@_cdecl("impose_starts_differ")
public func startsDiffer() -> Bool {
    (0x1000 as UInt).hashedAddress & 0xFF != (0x1020 as UInt).hashedAddress & 0xFF
}
