import Foundation
import Impose
import TestSupport
import Testing

private protocol Player: AnyObject, Sendable {}

private final class Song: Player {
    let number: Int

    init(_ number: Int = 0) { self.number = number }
}

private struct Beat: Sendable {}

private final class Band: Sendable {
    let song: Song

    init(song: Song) { self.song = song }
}

@Suite("A weak instance", .timeLimit(.minutes(20)))
struct WeakInstanceTests {
    @Test("A weakInstance is shared as long as somebody holds it, and then made anew")
    func shared() {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: Song.self, option: .weakInstance) { Song(made.increment()) }
        var held: Song? = imposer.inject()
        #expect(imposer.inject(of: Song.self) === held)
        #expect(imposer.inject(of: Player.self) === held)
        let watched = Watched(imposer.inject(of: Song.self))
        #expect(made.count == 1)
        held = nil
        #expect(watched.isGone)
        #expect(imposer.inject(of: Song.self).number == 2)
        #expect(imposer.inject(of: Song.self).number == 3)
    }

    @Test("A weakInstance is held by what it was injected into")
    func heldByOwner() {
        let imposer = Imposer()
        imposer.impose(for: Song.self, option: .weakInstance) { Song() }
        imposer.impose(for: Band.self, Band.init)
        let watched = Watched(imposer.inject(of: Band.self).song)
        #expect(imposer.inject(of: Song.self) === watched.object)
        imposer.reset()
        #expect(eventually { watched.isGone })
    }

    @Test("A weakInstance is forgotten by a reset, although somebody holds it")
    func reset() {
        let imposer = Imposer()
        imposer.impose(for: Song.self, option: .weakInstance) { Song() }
        let held: Song = imposer.inject()
        imposer.reset()
        #expect(imposer.inject(of: Song.self) !== held)
    }

    @Test("A weakInstance that is a value is an error at each injection")
    func value() {
        let imposer = Imposer()
        imposer.impose(for: Beat.self, option: .weakInstance, Beat())
        imposer.impose(for: Song.self, option: .weakInstance) { Song() }
        for _ in 0..<2 {
            let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Beat.self) }
            #expect(error?.kind == .weakValue)
        }
        #expect(imposer.unforceInject(of: Beat.self) == nil)
        #expect(imposer.unforceInject(of: Song.self) != nil)
    }

    @Test("All threads that wait for a weakInstance that is a value get the error")
    func valueUnderThreads() {
        let imposer = Imposer()
        let kinds = Collected<ImposeError.Kind?>()
        imposer.impose(for: Beat.self, option: .weakInstance) { [weak imposer] in
            // After each error one of those who wait tries again.
            spin { ((imposer?.waiters(for: Beat.self) ?? 0) + kinds.all.count) % 8 == 7 }
            return Beat()
        }
        onThreads(8, rounds: 20) { _, _ in
            kinds.add(failure { () throws(ImposeError) in try imposer.tryInject(of: Beat.self) }?.kind)
        }
        #expect(kinds.all == Array(repeating: .weakValue, count: 160))
    }

    @Test("No two instances of a weakInstance are held at once, while threads let go and ask again", arguments: [2, 8])
    func threads(count: Int) {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: Song.self, option: .weakInstance) { Song(made.increment()) }
        // Which songs are in whose hands, from after each injection to before letting go.
        let held = Shared<[Int: Int]>([:])
        let violations = CallCounter()
        onThreads(count) { _, thread in
            for round in 0..<4000 {
                let song: Song = imposer.inject()
                held.withLock { held in
                    held[song.number, default: 0] += 1
                    if held.count > 1 { violations.increment() }
                }
                if (round + thread) % 7 == 0 { sched_yield() }
                withExtendedLifetime(song) {
                    held.withLock { held in
                        held[song.number, default: 0] -= 1
                        if held[song.number] == 0 { held[song.number] = nil }
                    }
                }
            }
        }
        #expect(violations.count == 0)
        #expect(made.count >= 1)
    }

    @Test("A weakInstance is made once for all that ask at the same time", arguments: [8, 64])
    func once(count: Int) {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: Song.self, option: .weakInstance) { [weak imposer] in
            spin { imposer?.waiters(for: Song.self) == count - 1 }
            return Song(made.increment())
        }
        let songs = Collected<Song>()
        onThreads(count) { _, _ in songs.add(imposer.inject()) }
        #expect(made.count == 1)
        #expect(songs.all.allSatisfy { $0 === songs.all[0] })
    }

    @Test("A weakInstance of an optional type may be nil")
    func nothing() {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: Song?.self, option: .weakInstance) { made.increment() == 1 ? nil : Song(2) }
        #expect(imposer.inject(of: Song?.self) == nil)
        let song = imposer.inject(of: Song?.self)
        #expect(song?.number == 2)
        #expect(imposer.inject(of: Song?.self) === song)
    }

    @Test("A weakInstance takes nothing from the scope that asks first")
    func scope() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: Song.self, option: .weakInstance) { (number: Int) in Song(number) }
        let scope = imposer.openScope()
        scope.impose(for: Int.self, 2)
        let song: Song = scope.inject()
        #expect(song.number == 1)
        #expect(imposer.inject(of: Song.self) === song)
    }
}
