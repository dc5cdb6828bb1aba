internal import CImposeRuntime

/// The address of a word that threads read and write without a lock, or of several that lie one behind the other.
///
/// `@unchecked Sendable`: the words are only accessed as atomics.
///
/// Invariant: the words stay there for as long as this is used. Whoever makes one says why.
@frozen
@usableFromInline
struct AtomicWordPointer: @unchecked Sendable, Equatable {
    @usableFromInline
    let words: UnsafeMutablePointer<UInt>

    /// The words at an address.
    ///
    /// Invariant: nobody accesses them in another way.
    @inlinable
    @inline(__always)
    init(_ word: UnsafeMutableRawPointer) {
        words = word.assumingMemoryBound(to: UInt.self)
    }

    /// The words at an address that is known not to be 0.
    @inline(__always)
    init(knownAddress address: UInt) {
        words = UnsafeMutablePointer<UInt>(bitPattern: address).unsafelyUnwrapped
    }

    /// Makes some words, all of them 0, which stay until `free` is called.
    static func make(_ count: Int = 1) -> AtomicWordPointer {
        let words = UnsafeMutablePointer<UInt>.allocate(capacity: count)
        words.initialize(repeating: 0, count: count)
        return AtomicWordPointer(words)
    }

    /// Frees words that were made.
    func free() { words.deallocate() }

    var address: UInt {
        @inline(__always) get { UInt(bitPattern: words) }
    }

    /// A word, by its position: 0 where there is one only.
    @inlinable
    subscript(index: Int) -> Word {
        @inline(__always) get { Word(address: words + index) }
    }

    /// One of the words.
    @frozen
    @usableFromInline
    struct Word: AtomicValue {
        @usableFromInline
        typealias Value = UInt

        @usableFromInline
        let address: UnsafeMutableRawPointer

        @inlinable
        @inline(__always)
        init(address: UnsafeMutableRawPointer) {
            self.address = address
        }
    }
}
