import CImposeRuntime
import Foundation
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

/// A record that threads may talk of.
private struct Record: @unchecked Sendable, Hashable {
    // `@unchecked`: records are never freed, and made for all threads to see.
    let thread: UnsafeMutablePointer<ImposeThread>

    static var current: Record { Record(thread: impose_current_thread()) }

    /// Whether it is as new: nothing of it concerns anybody.
    var isClean: Bool {
        let thread = thread.pointee
        return thread.section % 2 == 0 && thread.path == nil && thread.graph == nil && !thread.isReporting
            && thread.provision == nil && thread.waitingFor == nil && thread.building == nil
    }

    static var all: [Record] {
        var records: [Record] = []
        var next = impose_all_threads()
        while let thread = next {
            records.append(Record(thread: thread))
            next = thread.pointee.next
        }
        return records
    }
}

@Suite("The record of a thread", .timeLimit(.minutes(20)))
struct ThreadRecordTests {
    @Test("is the same each time, in the list of all, and no other thread's that is alive")
    func ownership() {
        let records = Collected<Record>()
        let areThere = Barrier(16)
        onThreads(16) { _, _ in
            let record = Record.current
            records.add(record)
            #expect(record.isClean)
            #expect(Record.all.contains(record))
            areThere.wait()
            #expect(Record.current == record)
        }
        #expect(Set(records.all).count == 16)
    }

    @Test("goes to other threads when its thread has ended")
    func recycling() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<100 { onThreadThatEnds { _ = Record.current } }
            #expect(Record.all.count < 20)
            let records = Collected<Record>()
            for _ in 0..<200 {
                onThreads(4) { _, _ in
                    let record = Record.current
                    #expect(record.isClean)
                    record.thread.pointee.isReporting = true
                    records.add(record)
                    record.thread.pointee.isReporting = false
                }
            }
            // Of 800 threads. Some may be late to end.
            #expect(Set(records.all).count < 400)
        }
    }

    @Test("is handed on clean, whatever its thread has left in it")
    func cleaning() async {
        await #expect(processExitsWith: .success) {
            let records = Collected<Record>()
            for _ in 0..<20 {
                onThreadThatEnds {
                    let record = Record.current
                    #expect(record.isClean)
                    records.add(record)
                    withUnsafePointer(to: 1) { frame in
                        record.thread.pointee.path = UnsafeRawPointer(frame)
                        record.thread.pointee.provision = UnsafeMutableRawPointer(mutating: frame)
                        record.thread.pointee.section += 1
                        record.thread.pointee.isReporting = true
                        Thread.exit()
                    }
                }
            }
            // They have handed one record on to each other.
            #expect(Set(records.all).count == 1)
            #expect(records.all[0].isClean)
        }
    }

    @Test("may be asked for again by what runs when its thread ends")
    func atTheEnd() async {
        await #expect(processExitsWith: .success) {
            final class Last: Sendable {
                deinit {
                    // Foundation releases it in its own destructor.
                    #expect(Record.current.isClean)
                }
            }
            for _ in 0..<50 {
                onThreads(4) { _, _ in
                    Thread.current.threadDictionary["last"] = Last()
                    #expect(Record.current.isClean)
                }
            }
            // Of 200 threads. Some may be late to end.
            #expect(Record.all.count < 100)
        }
    }
}

@Suite("The fields of a thread's record", .timeLimit(.minutes(20)))
struct ThreadFieldTests {
    private final class Subject: Sendable {}

    @Test("that hold an object keep it until another one takes its place")
    func holding() {
        let gone = Collected<Watched<Subject>>()
        onAnotherThread {
            func subject() -> Subject {
                let subject = Subject()
                gone.add(Watched(subject))
                return subject
            }
            let record = ThreadRecord.current
            for field in [ThreadRecord.Field.graph, .building] {
                #expect(record.isEmpty(field))
                record[holding: field] = subject()
                #expect(!record.isEmpty(field))
                let held: Subject? = record[holding: field]
                #expect(held != nil && held === gone.all.last?.object)
                record[holding: field] = subject()
                record[holding: field] = Subject?.none
                #expect(record.isEmpty(field))
            }
        }
        #expect(gone.all.map(\.isGone) == [true, true, true, true])
    }

    @Test("that are lent an object or a value say which, and hold nothing")
    func lending() {
        let gone = Collected<Watched<Subject>>()
        onAnotherThread {
            let record = ThreadRecord.current
            var subject: Subject? = Subject()
            if let subject { gone.add(Watched(subject)) }
            for field in [ThreadRecord.Field.provision, .waitingFor] {
                record[lent: field] = subject
                let lent: Subject? = record[lent: field]
                #expect(lent != nil && lent === subject)
                record[lent: field] = Subject?.none
                #expect(record.isEmpty(field))
            }
            record[lent: .provision] = subject
            subject = nil
            #expect(gone.all.map(\.isGone) == [true])
            record[lent: .provision] = Subject?.none
            var number = 7
            withUnsafeMutablePointer(to: &number) { pointer in
                let reference = ValueReference(pointer)
                record[value: .path] = reference
                let seen: ValueReference<Int>? = record[value: .path]
                #expect(seen?.pointee == 7)
                record[value: .path] = ValueReference<Int>?.none
            }
            #expect(record.isEmpty(.path))
        }
    }

    @Test("are those that C knows, and each its own")
    func layout() {
        onAnotherThread {
            let record = ThreadRecord.current
            let subject = Subject()
            let address = UnsafeRawPointer(Unmanaged.passUnretained(subject).toOpaque())
            record[lent: .provision] = subject
            #expect(record.thread.pointee.provision.map { UnsafeRawPointer($0) } == address)
            #expect(record.isEmpty(.path) && record.isEmpty(.graph) && record.isEmpty(.building))
            record[lent: .waitingFor] = subject
            #expect(record.thread.pointee.waitingFor == address)
            record[lent: .provision] = Subject?.none
            record[lent: .waitingFor] = Subject?.none
            // By offsets: other threads read these words, so that an access in place would be a race.
            let begin = UInt(bitPattern: record.thread)
            let contexts = MemoryLayout<ImposeThread>.offset(of: \.contexts)
            #expect(contexts.map { begin + UInt($0) } == record.contexts.address)
            let section = MemoryLayout<ImposeThread>.offset(of: \.section)
            #expect(section.map { begin + UInt($0) } == record.section.address)
            record.isReporting = true
            #expect(record.thread.pointee.isReporting)
            record.isReporting = false
            record.missedLookups = 7
            #expect(record.thread.pointee.missedLookups == 7)
            record.missedLookups = 0
            #expect(record.position == Int(record.thread.pointee.position))
            #expect(ThreadRecord.all.contains(record))
        }
    }
}

@Suite("A thread that is parked", .timeLimit(.minutes(20)))
struct ParkingTests {
    /// Parks until something is so, however often the thread is woken before: a wake-up for the thread that had the
    /// record earlier may come late.
    ///
    /// - Returns: The number of times that it was parked.
    private func park(until isSo: Shared<Bool>) -> Int {
        var parked = 0
        while !isSo.withLock({ $0 }) {
            impose_park(Record.current.thread)
            parked += 1
        }
        return parked
    }

    @Test("goes on when it is unparked, and does not go round until then")
    func parking() {
        let (record, isUnparked, parked) = (Shared<Record?>(nil), Shared(false), Collected<Int>())
        onThreads(2) { _, thread in
            if thread == 0 {
                record.withLock { $0 = .current }
                parked.add(park(until: isUnparked))
            } else {
                while record.withLock({ $0 }) == nil { usleep(500) }
                usleep(20_000)
                isUnparked.withLock { $0 = true }
                record.withLock { $0.map { impose_unpark($0.thread) } }
            }
        }
        #expect(parked.all.allSatisfy { $0 < 50 })
    }

    @Test("goes on at once if it was unparked before, once for however many times")
    func remembered() {
        onAnotherThread {
            let record = Record.current
            for _ in 0..<100 { impose_unpark(record.thread) }
            impose_park(record.thread)
            let isUnparked = Shared(false)
            Thread.detachNewThread {
                usleep(20_000)
                isUnparked.withLock { $0 = true }
                impose_unpark(record.thread)
            }
            #expect(park(until: isUnparked) < 50)
        }
    }

    @Test("loses no wake-up, and sees what its waker has done")
    func pingPong() {
        let rounds = 20_000
        let records = Shared<[Int: Record]>([:])
        let turn = Turn()
        onThreads(2) { _, thread in
            records.withLock { $0[thread] = .current }
            while records.withLock({ $0[1 - thread] }) == nil { usleep(500) }
            guard let other = records.withLock({ $0[1 - thread] }) else { return }
            for round in 0..<rounds {
                // Each waits for the other one's half of the round.
                while turn.number(after: thread) < round + (thread == 0 ? 0 : 1) { impose_park(Record.current.thread) }
                turn.take(thread)
                impose_unpark(other.thread)
            }
        }
        #expect(turn.numbers == [rounds, rounds])
    }
}

/// The numbers of turns that two threads have had.
private final class Turn: Sendable {
    private let taken = Shared([0, 0])

    var numbers: [Int] { taken.withLock { $0 } }

    /// The number of turns that the other thread has had.
    func number(after thread: Int) -> Int { taken.withLock { $0[1 - thread] } }

    func take(_ thread: Int) { taken.withLock { $0[thread] += 1 } }
}
