import CImposeRuntime
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

/// Memory like a table's: found by an address, and freed when nobody can find it any more.
private enum Words {
    static func make(_ number: UInt) -> UInt {
        let words = UnsafeMutablePointer<UInt>.allocate(capacity: 16)
        words.initialize(repeating: number, count: 16)
        return UInt(bitPattern: words)
    }

    static func free(_ address: UInt) {
        let words = UnsafeMutablePointer<UInt>(bitPattern: address)
        words?.update(repeating: 0, count: 16)
        words?.deallocate()
    }
}

@Suite("A section of readers", .timeLimit(.minutes(20)))
struct ReaderSectionTests {
    @Test("is waited for by who wants to free something, until it is left")
    func waiting() {
        let (isInside, mayLeave, hasLeft) = (Barrier(2), Shared(false), CallCounter())
        let seen = Collected<Int>()
        onThreads(2) { _, thread in
            if thread == 0 {
                let record = ThreadRecord.current
                ReaderSection.enter(record)
                isInside.wait()
                while !mayLeave.withLock({ $0 }) { usleep(1000) }
                hasLeft.increment()
                ReaderSection.leave(record)
            } else {
                isInside.wait()
                Thread.detachNewThread {
                    usleep(50_000)
                    mayLeave.withLock { $0 = true }
                }
                ReaderSection.waitForReaders()
                seen.add(hasLeft.count)
            }
        }
        #expect(seen.all == [1])
    }

    @Test("keeps nobody waiting who came before it, nor one that is not entered")
    func idle() {
        let isOver = Barrier(2)
        onThreads(2) { _, thread in
            if thread == 0 {
                // It has a record, and has left.
                let record = ThreadRecord.current
                ReaderSection.enter(record)
                ReaderSection.leave(record)
                isOver.wait()
            } else {
                ReaderSection.waitForReaders()
                isOver.wait()
                ReaderSection.waitForReaders()
            }
        }
    }

    @Test("is not waited for when its thread has left and entered again: that one began after")
    func again() {
        let (isInside, isWaiting, isOver) = (Barrier(2), Shared(false), Shared(false))
        let wasStuck = CallCounter()
        onThreads(2) { _, thread in
            if thread == 0 {
                let record = ThreadRecord.current
                ReaderSection.enter(record)
                isInside.wait()
                while !isWaiting.withLock({ $0 }) { usleep(1000) }
                let isSeenToBeOver = eventually {
                    // Too short to be seen. Again and again, since the other thread may not have begun to wait the
                    // first time.
                    ReaderSection.leave(record)
                    ReaderSection.enter(record)
                    usleep(20_000)
                    return isOver.withLock { $0 }
                }
                if !isSeenToBeOver { wasStuck.increment() }
                ReaderSection.leave(record)
            } else {
                isInside.wait()
                isWaiting.withLock { $0 = true }
                ReaderSection.waitForReaders()
                isOver.withLock { $0 = true }
            }
        }
        #expect(wasStuck.count == 0)
    }

    @Test("is one of each thread: many of them at once are all waited for")
    func several() {
        let readers = 6
        let (areInside, mayLeave, left) = (Barrier(readers + 1), CallCounter(), CallCounter())
        let seen = Collected<Int>()
        onThreads(readers + 1) { _, thread in
            if thread < readers {
                let record = ThreadRecord.current
                ReaderSection.enter(record)
                areInside.wait()
                // One after the other, in no order that has to do with their records.
                while mayLeave.count < (thread * 5) % readers { usleep(500) }
                left.increment()
                ReaderSection.leave(record)
                mayLeave.increment()
            } else {
                areInside.wait()
                ReaderSection.waitForReaders()
                seen.add(left.count)
            }
        }
        #expect(seen.all == [readers])
    }

    @Test("keeps what is read from being freed, whoever reads and changes it")
    func freeing() {
        let home = AnswerTableReference(word: .make())
        home.word[0].store(Words.make(1), ordering: .relaxed)
        let (isOver, broken) = (Shared(false), CallCounter())
        onThreads(4) { _, thread in
            if thread == 0 {
                for number in 2...UInt(scaled(12_000)) {
                    let old = home.word[0].exchange(Words.make(number), ordering: .sequentiallyConsistent)
                    ReaderSection.waitForReaders()
                    Words.free(old)
                }
                isOver.withLock { $0 = true }
                return
            }
            let record = ThreadRecord.current
            while !isOver.withLock({ $0 }) {
                for _ in 0..<100 {
                    ReaderSection.enter(record)
                    let address = home.word[0].load(ordering: .sequentiallyConsistent)
                    let words = UnsafePointer<UInt>(bitPattern: address)
                    let (first, last) = (words?[0] ?? 0, words?[15] ?? 0)
                    ReaderSection.leave(record)
                    if first == 0 || first != last { broken.increment() }
                }
            }
        }
        #expect(broken.count == 0)
        Words.free(home.word[0].load(ordering: .relaxed))
        home.word.free()
    }
}
