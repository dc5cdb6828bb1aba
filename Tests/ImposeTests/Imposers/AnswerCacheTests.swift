import Synchronization
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

/// An object that records whether it is alive.
private final class Token: @unchecked Sendable {
    // `@unchecked`: written in init and deinit alone.
    private(set) var number: Int

    init(_ number: Int) {
        self.number = number
    }

    deinit {
        number = -1
    }
}

/// A generic type, which gives as many types as one likes.
private struct Layer<Inner> {
    static func visit(_ depth: Int, _ body: (any Any.Type, Int) -> Void) {
        body(Self.self, depth)
        if depth > 1 { Layer<Self>.visit(depth - 1, body) }
    }
}

extension Answer {
    /// An answer that makes instances, as far as a table knows.
    fileprivate static var making: Answer {
        let parent = Imposer.shared.node
        return Answer(.own(RegistrationKey(type: Token.self, name: nil)), as: Token.self, parent: parent)
    }
}

extension AnswerCache {
    /// The remembered answer for a type, or nil.
    fileprivate func answer<T>(to type: T.Type) -> T? {
        try? home.answer(to: type, at: Imposer.SourceLocation()) { () throws(ImposeError) -> T in
            throw ImposeError(.ownerReleased, type, at: Imposer.SourceLocation())
        }
    }

    /// Whether something is remembered for a type, in a table that nobody else changes.
    fileprivate func knows(_ type: any Any.Type) -> Bool {
        let address = home.word[0].load(ordering: .sequentiallyConsistent)
        return AnswerTable.found(at: address)?.answer(for: UInt(bitPattern: ObjectIdentifier(type))) ?? 0 != 0
    }

    fileprivate func forget() {
        var deferred = DeferredRelease()
        forget(into: &deferred)
        deferred.release(for: nil)
    }
}

@Suite("The answers of an imposer", .timeLimit(.minutes(20)))
struct AnswerCacheTests {
    @Test("are remembered for their type, the first one of each, until they are forgotten")
    func remembering() {
        let cache = AnswerCache(isProcessPrimary: false)
        #expect(cache.answer(to: Token.self) == nil)
        let token = Token(1)
        cache.remember(KeptAnswer(token), for: Token.self, since: cache.version)
        cache.remember(KeptAnswer(7), for: Int.self, since: cache.version)
        cache.remember(KeptAnswer(8), for: Int.self, since: cache.version)
        #expect(cache.answer(to: Token.self) === token)
        #expect(cache.answer(to: Int.self) == 7)
        #expect(cache.answer(to: UInt.self) == nil)
        cache.forget()
        #expect(cache.answer(to: Token.self) == nil)
        #expect(cache.answer(to: Int.self) == nil)
        cache.remember(KeptAnswer(8), for: Int.self, since: cache.version)
        #expect(cache.answer(to: Int.self) == 8)
    }

    @Test("are not remembered if anything was forgotten since they were looked for, were it nothing")
    func outdated() {
        let cache = AnswerCache(isProcessPrimary: false)
        let version = cache.version
        cache.forget()
        cache.remember(KeptAnswer(7), for: Int.self, since: version)
        #expect(cache.answer(to: Int.self) == nil)
        cache.remember(KeptAnswer(7), for: Int.self, since: cache.version)
        #expect(cache.answer(to: Int.self) == 7)
    }

    @Test("may be many: the table grows and keeps what it has")
    func growing() {
        let cache = AnswerCache(isProcessPrimary: false)
        Layer<Int>.visit(100) { type, number in
            cache.remember(KeptAnswer(number), for: type, since: cache.version)
            #expect(cache.knows(type))
        }
        Layer<Int>.visit(100) { type, _ in #expect(cache.knows(type)) }
        Layer<UInt>.visit(100) { type, _ in #expect(!cache.knows(type)) }
        cache.forget()
        Layer<Int>.visit(100) { type, _ in #expect(!cache.knows(type)) }
    }

    @Test("hold what they are until they are forgotten or the imposer goes")
    func holding() {
        var cache: AnswerCache? = AnswerCache(isProcessPrimary: false)
        func remember() -> Watched<Token> {
            let token = Token(1)
            cache?.remember(KeptAnswer(token), for: Token.self, since: cache?.version ?? 0)
            return Watched(token)
        }
        let first = remember()
        #expect(!first.isGone)
        cache?.forget()
        #expect(first.isGone)
        let second = remember()
        #expect(!second.isGone)
        cache = nil
        #expect(second.isGone)
    }

    @Test("stay there for a thread that makes an instance by one, until it has", arguments: [true, false])
    func inUse(isForgotten: Bool) {
        var cache = Optional(AnswerCache(isProcessPrimary: false))
        func remembered() -> Watched<Answer> {
            let maker = Answer.making
            cache?.remember(maker, for: Token.self, since: cache?.version ?? 0)
            return Watched(maker)
        }
        let watched = remembered()
        let hazard = watched.object.map { Hazard(UncountedReference($0).address, on: .current) }
        if isForgotten { cache?.forget() } else { cache = nil }
        #expect(!watched.isGone)
        hazard?.end()
        #expect(watched.isGone)
    }

    @Test("are read while they are forgotten and remembered: what is found is alive, and never older than a change")
    func threads() {
        let cache = AnswerCache(isProcessPrimary: false)
        let (latest, broken) = (CallCounter(), CallCounter())
        let rounds = 20_000
        onThreads(4) { _, thread in
            if thread == 0 {
                for number in 1...rounds {
                    cache.forget()
                    // From here on nobody gets an earlier one.
                    latest.increment()
                    cache.remember(KeptAnswer(Token(number)), for: Token.self, since: cache.version)
                    if number % 64 == 0 {
                        Layer<Int>.visit(40) { type, number in
                            cache.remember(KeptAnswer(number), for: type, since: cache.version)
                        }
                    }
                }
            } else {
                while latest.count < rounds {
                    let before = latest.count
                    if let token = cache.answer(to: Token.self), token.number < before { broken.increment() }
                }
            }
        }
        #expect(broken.count == 0)
        #expect(cache.answer(to: Token.self)?.number == rounds)
    }
}
