import Foundation
import TestSupport
import Testing

@testable import Impose

/// A thread that a test tells to begin and to end a section.
private final class Reader: Sendable {
    private let steps = Barrier(2)
    private let isDone = Shared<(@Sendable (ThreadRecord) -> Void)?>(nil)

    init() {
        Thread.detachNewThread { [steps, isDone] in
            while true {
                steps.wait()
                let step = isDone.withLock { $0 }
                step?(.current)
                steps.wait()
                if step == nil { return }
            }
        }
    }

    /// Does something on the thread, and waits until that is done.
    func does(_ step: (@Sendable (ThreadRecord) -> Void)?) {
        isDone.withLock { $0 = step }
        steps.wait()
        steps.wait()
    }

    func enter() { does { _ = ReadSection.begin($0, in: ReadSection.anywhere) } }

    func leave() { does { ReadSection.end($0) } }

    func end() { does(nil) }
}

// In processes of their own: no other test is in a section then.
@Suite("What is let go of while others read", .timeLimit(.minutes(20)))
struct ReadSectionTests {
    @Test("What is retired while nobody reads is released at once")
    func nobody() async {
        await #expect(processExitsWith: .success) {
            let (census, reader) = (Census(), Reader())
            reader.enter()
            reader.leave()
            ReadSection.retire([Counted(census), Counted(census)], in: ReadSection.anywhere)
            #expect(census.count == 2 && census.living == 0)
            reader.end()
        }
    }

    @Test("What is retired while a thread reads is released when it leaves, by that thread and at once")
    func leaving() async {
        await #expect(processExitsWith: .success) {
            let (census, readers) = (Census(), [Reader(), Reader(), Reader()])
            for count in 1...3 {
                for reader in readers[..<count] { reader.enter() }
                ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
                for reader in readers[..<count] {
                    #expect(census.living == 1)
                    reader.leave()
                }
                #expect(census.living == 0)
            }
            for reader in readers { reader.end() }
        }
    }

    @Test("What is retired does not wait for a thread that begins to read later")
    func later() async {
        await #expect(processExitsWith: .success) {
            let (census, early, late) = (Census(), Reader(), Reader())
            early.enter()
            ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
            late.enter()
            #expect(census.living == 1)
            early.leave()
            #expect(census.living == 0)
            late.leave()
            // So is one that has read twice since.
            early.enter()
            ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
            early.leave()
            early.enter()
            #expect(census.living == 0)
            early.leave()
            for reader in [early, late] { reader.end() }
        }
    }

    @Test("A section inside a section ends with the outer one")
    func nested() async {
        await #expect(processExitsWith: .success) {
            let census = Census()
            let thread = ThreadRecord.current
            #expect(ReadSection.begin(thread, in: ReadSection.anywhere))
            #expect(!ReadSection.begin(thread, in: ReadSection.anywhere))
            ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
            #expect(census.living == 1)
            ReadSection.end(thread)
            #expect(census.living == 0)
            #expect(ReadSection.begin(thread, in: ReadSection.anywhere))
            ReadSection.end(thread)
        }
    }

    @Test("A section that goes on to another directory holds back what is retired there, until it goes back")
    func elsewhere() async {
        await #expect(processExitsWith: .success) {
            let (census, reader) = (Census(), Reader())
            let (home, other): (UInt, UInt) = (16, 32)
            reader.does { _ = ReadSection.begin($0, in: home) }
            ReadSection.retire([Counted(census)], in: other)
            #expect(census.living == 0)
            reader.does { #expect(ReadSection.beginOrGoOn($0, in: other) == home) }
            ReadSection.retire([Counted(census)], in: home)
            ReadSection.retire([Counted(census)], in: other)
            #expect(census.living == 2)
            reader.does { ReadSection.goBack($0, to: home) }
            #expect(census.living == 1)
            ReadSection.retire([Counted(census)], in: other)
            #expect(census.living == 1)
            reader.leave()
            #expect(census.living == 0)
            reader.end()
        }
    }

    @Test("All that many changes let go of while a provider runs is released when that is done, and not before")
    func slowProvider() async {
        await #expect(processExitsWith: .success) {
            let (imposer, census, reader) = (Imposer(), Census(), Reader())
            let (isBuilding, isChanged) = (Barrier(2), Barrier(2))
            imposer.impose(for: Int.self, option: .closureBased) {
                isBuilding.wait()
                isChanged.wait()
                return 1
            }
            onThreads(2) { _, thread in
                if thread == 0 {
                    _ = imposer.inject(of: Int.self)
                    #expect(census.living == 1)
                    return
                }
                isBuilding.wait()
                for _ in 0..<2_000 {
                    imposer.impose(for: Counted.self, instance: Counted(census))
                    _ = imposer.inject(of: Counted.self)
                }
                #expect(census.count == 2_000)
                // The provider might have found any of them.
                #expect(census.living == 2_000)
                isChanged.wait()
            }
            imposer.dispose()
            #expect(census.living == 0)
            reader.end()
        }
    }

    @Test("An imposer with many instances that ends while a provider runs is released when that is done")
    func manyAtTheEnd() async {
        await #expect(processExitsWith: .success) {
            let (imposer, census, reader) = (Imposer(), Census(), Reader())
            for number in 0..<4_000 {
                imposer.impose(for: Counted.self, named: InjectionName(number)) { Counted(census) }
                _ = imposer.inject(of: Counted.self, named: InjectionName(number))
            }
            reader.enter()
            imposer.dispose()
            #expect(census.living == 4_000)
            reader.leave()
            #expect(census.living == 0)
            reader.end()
        }
    }

    @Test("What a deinit lets go of in its turn is released, too")
    func deinits() async {
        await #expect(processExitsWith: .success) {
            let (census, reader) = (Census(), Reader())
            @Sendable func chain(_ length: Int) -> Ending {
                let counted = Counted(census)
                return Ending {
                    withExtendedLifetime(counted) {}
                    if length > 0 { ReadSection.retire([chain(length - 1)], in: ReadSection.anywhere) }
                }
            }
            reader.enter()
            ReadSection.retire([chain(20)], in: ReadSection.anywhere)
            reader.leave()
            #expect(census.count == 21)
            #expect(census.living == 0)
            reader.end()
        }
    }

    @Test("Reading a kept instance releases what was retired while it was read")
    func fastPath() async {
        await #expect(processExitsWith: .success) {
            let (census, reader, found) = (Census(), Reader(), Shared<FoundAnswer?>(nil))
            // The process's own primary imposer, whose answers are found without a search.
            Imposer.impose(for: Int.self, instance: 7)
            reader.does { _ in #expect(inject(of: Int.self) == 7) }
            // What `inject` consists of, in two steps.
            reader.does { _ in found.withLock { $0 = foundInPrimary(ObjectIdentifier(Int.self)) } }
            #expect(found.withLock { $0?.word ?? 0 } != 0)
            ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
            #expect(census.living == 1)
            reader.does { _ in #expect(found.withLock { $0?.take(as: Int.self) } == 7) }
            #expect(census.living == 0)
            reader.end()
        }
    }

    @Test("Each injection leaves its section: one that makes an instance, one that fails, one that finds nothing")
    func left() async {
        await #expect(processExitsWith: .success) {
            struct Refused: Error {}
            Imposer.impose(for: Int.self, option: .closureBased) { 7 }
            Imposer.impose(for: String.self, option: .closureBased) { () throws -> String in throw Refused() }
            Imposer.impose(for: Bool.self, true)
            // The second time by the answer that is remembered.
            for _ in 0..<2 {
                #expect(inject(of: Int.self) == 7)
                #expect(failure { () throws(ImposeError) in try tryInject(of: String.self) }?.kind == .providerFailed)
                #expect(failure { () throws(ImposeError) in try tryInject(of: Double.self) }?.kind == .missing)
                #expect(inject(of: Bool.self))
                #expect(!ReadSection.contains(.current))
            }
        }
    }

    @Test("What a thread that left did not know that it was awaited for is released when something is retired next")
    func missed() async {
        await #expect(processExitsWith: .success) {
            let (census, reader) = (Census(), Reader())
            reader.enter()
            ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
            // As if the word had been written a moment later.
            reader.does { thread in
                thread.delaysRelease.store(0, ordering: .sequentiallyConsistent)
                ReadSection.end(thread)
            }
            #expect(census.living == 1)
            ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
            #expect(census.living == 0)
            reader.end()
        }
    }

    @Test("A thread that missed that it was awaited, and reads again, is not waited for")
    func readsAgain() async {
        await #expect(processExitsWith: .success) {
            let (census, reader) = (Census(), Reader())
            reader.enter()
            ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
            reader.does { thread in
                thread.delaysRelease.store(0, ordering: .sequentiallyConsistent)
                ReadSection.end(thread)
            }
            reader.enter()
            #expect(census.living == 1)
            // The thread may still use this one, and not the first one.
            ReadSection.retire([Counted(census)], in: ReadSection.anywhere)
            #expect(census.living == 1)
            reader.leave()
            #expect(census.living == 0)
            reader.end()
        }
    }

    @Test("Threads that come one after another share a record, and threads at once have as many as they are")
    func records() async {
        await #expect(processExitsWith: .success) {
            let imposer = Imposer()
            imposer.impose(for: Int.self, instance: 1)
            func come(_ count: Int) { onThreads(count) { _, _ in _ = imposer.inject(of: Int.self) } }
            come(8)
            let before = ThreadRecord.all.reduce(0) { count, _ in count + 1 }
            for _ in 0..<200 { onThreadThatEnds { _ = imposer.inject(of: Int.self) } }
            let after = ThreadRecord.all.reduce(0) { count, _ in count + 1 }
            #expect(after <= before + 1)
            imposer.dispose()
        }
    }
}
