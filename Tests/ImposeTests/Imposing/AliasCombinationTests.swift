import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Reader: Sendable {}

private protocol Writer: Sendable {}

private protocol Sized: Sendable {}

private protocol Dated: Sendable {}

private final class File: Reader, Writer, Sized, Dated {}

private final class Log: Reader, Writer, Sized, Dated {}

@Suite("Aliases, with scopes, casts and stores", .imposing(empty: true))
struct AliasCombinationTests {
    private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? { failure(of: injection)?.kind }

    @Test(
        "An alias is found by a cast where its original has another name",
        arguments: [InjectOption.singleInstance, .scopedInstance, .closureBased],
        [ImposerType.primary, .secondary]
    )
    func cast(option: InjectOption, type: ImposerType) throws {
        let imposer = Imposer.imposer(for: type)
        imposer.impose(for: File.self, named: "original", option: option, File.init).alias((any Reader).self) { $0 }
            .alias((any Sized).self) { $0 }
        let scope = Imposer.openScope()
        for rules in [InjectionRules.nearestAndCastable, .furthestAndCastable] {
            for asked in [scope, .shared] {
                #expect(try asked.tryInject(of: (any Writer).self, ifNoMatchUse: rules) is File)
                #expect(try asked.tryInject(of: File?.self, ifNoMatchUse: rules) != nil)
            }
        }
        #expect(kind { () throws(ImposeError) in try scope.tryInject(of: (any Writer).self) } == .missing)
        // Two aliases of one original are no tie, those of two are one.
        imposer.impose(for: Log.self, named: "log", option: option, Log.init).alias((any Dated).self) { $0 }
        #expect(
            kind { () throws(ImposeError) in
                try scope.tryInject(of: (any Writer).self, ifNoMatchUse: .nearestAndCastable)
            } == .ambiguous
        )
    }

    @Test("An alias of what a scope has to keep is not imposed where there is no such scope, or it has ended")
    func isImposed() {
        Imposer.impose(for: File.self, option: .scopedInstance(in: "request"), File.init)
            .alias((any Reader).self) { $0 }.alias((any Writer).self, named: "spare") { $0 }
        let request = Imposer.openScope("request")
        func isImposed(_ imposer: Imposer) -> [Bool] {
            [
                imposer.isImposed(File.self), imposer.isImposed((any Reader).self),
                imposer.isImposed((any Writer).self, named: "spare"), imposer.isImposed((any Reader)?.self),
            ]
        }
        #expect(isImposed(.shared) == Array(repeating: false, count: 4))
        #expect(isImposed(request) == Array(repeating: true, count: 4))
        #expect(isImposed(request.openScope()) == Array(repeating: true, count: 4))
        request.dispose()
        #expect(isImposed(request) == Array(repeating: false, count: 4))
    }

    @Test("Nothing is stored for an alias, and where its original is gone there is nothing to store in")
    func store() {
        Imposer.impose(for: File.self, File.init).alias((any Reader).self) { $0 }
        let scope = Imposer.openScope()
        for asked in [Imposer.shared, scope, .imposer(for: .secondary)] {
            #expect(kind { () throws(ImposeError) in try asked.store(File(), for: (any Reader).self) } == .notStorable)
        }
        Imposer.imposer(for: .secondary).impose(for: (any Reader).self) { Log() }
        Imposer.remove(for: File.self)
        let log = Log()
        for asked in [Imposer.shared, scope] {
            #expect(kind { () throws(ImposeError) in try asked.store(log, for: (any Reader).self) } == nil)
            #expect(asked.inject(of: (any Reader).self) as? Log === log)
        }
        Imposer.imposer(for: .secondary).removeAll()
        #expect(kind { () throws(ImposeError) in try Imposer.store(log, for: (any Reader).self) } == .missing)
    }

    @Test(
        "After the end of a scope, an alias hides what lies outside only if its original was there",
        arguments: [false, true]
    )
    func afterTheEnd(isOfAlias: Bool) {
        Imposer.impose(for: (any Reader).self, File.init)
        for removes in [false, true] {
            let scope = Imposer.openScope()
            if isOfAlias {
                scope.impose(for: (any Writer).self) { Log() }.alias((any Reader).self) { $0 as? Log ?? Log() }
                scope.impose(for: Log.self, Log.init).alias((any Writer).self) { $0 }
            } else {
                scope.impose(for: Log.self, Log.init).alias((any Reader).self) { $0 }
            }
            if removes { scope.remove(for: Log.self) }
            #expect((scope.inject(of: (any Reader).self) is Log) == !removes)
            scope.dispose()
            let error = failure { () throws(ImposeError) in try scope.tryInject(of: (any Reader).self) }
            #expect(error?.kind == (removes ? nil : .disposed))
        }
    }

    @Test("An alias whose original is replaced in an open scope follows, in the scopes inside as well")
    func replacedInScope() {
        let outer = Imposer.openScope()
        let inner = outer.openScope()
        outer.impose(for: File.self, option: .scopedInstance, File.init).alias((any Reader).self) { $0 }
        let first = inner.inject(of: (any Reader).self) as? File
        #expect(first === inner.inject(of: File.self))
        outer.impose(for: File.self, option: .scopedInstance, File.init)
        let second = inner.inject(of: (any Reader).self) as? File
        #expect(second !== first)
        #expect(second === inner.inject(of: File.self))
        #expect(outer.inject(of: (any Reader).self) as? File !== second)
        inner.give(File())
        #expect(inner.inject(of: (any Reader).self) as? File === inner.inject(of: File.self))
        #expect(inner.inject(of: File.self) !== second)
    }
}
