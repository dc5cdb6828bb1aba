// What this copy of the core has in place of `BriefLock.swift`, and of some functions of the C targets: a declaration of
// the module itself goes before one that it imports.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CImposeRuntime
private import Scheduling

/// The number of the fault that is planted, see `faults.toml`; 0 for none.
nonisolated(unsafe) var plantedFault = 0

/// A lock that asks the scheduler.
struct BriefLock: ~Copyable, Sendable {
    private let place = AtomicField(false)

    init() {}

    func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        take()
        defer { giveBack() }
        return try body()
    }

    func take() { scheduler.take(UInt(bitPattern: place.address)) }

    func giveBack() { scheduler.giveBack(UInt(bitPattern: place.address)) }
}

func impose_thread_park(_ thread: UnsafeMutablePointer<ImposeThreadRecord>) {
    scheduler.park(UInt(bitPattern: thread))
}

func impose_thread_unpark(_ thread: UnsafeMutablePointer<ImposeThreadRecord>) {
    scheduler.unpark(UInt(bitPattern: thread))
}

func impose_pause(_ tries: Int) { scheduler.pause() }

// What threads read and write without a lock, as far as it tells one thread of another. (Flags and counters that are set
// under a lock, or before a schedule begins, need no more than the lock.)

@usableFromInline
func impose_load_word(_ place: UnsafeMutableRawPointer, _ order: ImposeOrder) -> UInt {
    scheduler.access(UInt(bitPattern: place), writes: false, inOneOrder: order == .sequentiallyConsistent)
    return CImposeRuntime.impose_load_word(place, order)
}

@usableFromInline
func impose_store_word(_ place: UnsafeMutableRawPointer, _ value: UInt, _ order: ImposeOrder) {
    scheduler.access(UInt(bitPattern: place), writes: true, inOneOrder: order == .sequentiallyConsistent)
    CImposeRuntime.impose_store_word(place, value, order)
}

@usableFromInline
func impose_add_word(_ place: UnsafeMutableRawPointer, _ value: UInt, _ order: ImposeOrder) -> UInt {
    scheduler.access(UInt(bitPattern: place), writes: true, inOneOrder: order == .sequentiallyConsistent)
    return CImposeRuntime.impose_add_word(place, value, order)
}

@usableFromInline
func impose_load_byte(_ place: UnsafeMutableRawPointer, _ order: ImposeOrder) -> UInt8 {
    scheduler.access(UInt(bitPattern: place), writes: false, inOneOrder: false)
    return CImposeRuntime.impose_load_byte(place, order)
}

@usableFromInline
func impose_store_byte(_ place: UnsafeMutableRawPointer, _ value: UInt8, _ order: ImposeOrder) {
    scheduler.access(UInt(bitPattern: place), writes: true, inOneOrder: false)
    CImposeRuntime.impose_store_byte(place, value, order)
}
