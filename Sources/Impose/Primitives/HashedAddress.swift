extension UInt {
    /// The hash of an address, at which a search in a table begins. Addresses themselves are too regular for that. The
    /// multiplication spreads each bit upwards, and the upper half is folded onto the lower one.
    var hashedAddress: UInt {
        @inline(__always) get {
            // The fraction of the golden ratio, with as many bits as a word has: 64, or 32.
            let ratio = UInt(truncatingIfNeeded: (0x9E37_79B9_7F4A_7C15 as UInt64) &>> UInt64(64 &- UInt.bitWidth))
            let product = self &* ratio
            return product ^ (product &>> UInt(UInt.bitWidth / 2))
        }
    }
}
