import Foundation
import Impose
import TestSupport
import Testing

struct ScopeTestValue: Sendable, Equatable, ExpressibleByStringLiteral {
    let text: String

    init(stringLiteral text: String) { self.text = text }
}

enum ScopeTestKey: Hashable, Sendable {
    case request(Int)
}

@Suite("Scopes")
struct ScopeTests {
    @Test("A scope sees its parents' registrations, and its own go first")
    func nesting() {
        let imposer = Imposer()
        imposer.impose(for: ScopeTestValue.self, "imposer")
        imposer.impose(for: Int.self, 1)
        let outer = imposer.openScope("outer")
        let inner = outer.openScope("inner")
        #expect(inner.inject(of: ScopeTestValue.self) == "imposer")
        outer.impose(for: ScopeTestValue.self, "outer")
        #expect(inner.inject(of: ScopeTestValue.self) == "outer")
        inner.impose(for: ScopeTestValue.self, "inner")
        #expect(inner.inject(of: ScopeTestValue.self) == "inner")
        #expect(outer.inject(of: ScopeTestValue.self) == "outer")
        #expect(imposer.inject(of: ScopeTestValue.self) == "imposer")
        #expect(inner.inject(of: Int.self) == 1)
    }

    @Test("A scope keeps what was imposed on it, and nobody else sees that")
    func ownRegistrations() {
        let imposer = Imposer()
        let scope = imposer.openScope()
        scope.impose(for: ScopeTestValue.self, "scope")
        #expect(imposer.unforceInject(of: ScopeTestValue.self) == nil)
        #expect(imposer.openScope().unforceInject(of: ScopeTestValue.self) == nil)
    }

    @Test("A running scope is searched first, then the asked imposer, its parents and the directory")
    func searchOrder() {
        Imposer.isolated(empty: true) {
            let asked = Imposer(parent: Imposer(parent: .imposer(for: .secondary)))
            let scope = Imposer.openScope("outer").openScope("inner")
            let searched = scope.run {
                failure { () throws(ImposeError) in try asked.tryInject(of: ScopeTestValue.self) }?.searched
            }
            let names = searched?.map { String($0.prefix { $0 != "(" }.dropLast()) }
            let expected = [
                "scope \"inner\"", "scope \"outer\"", "private imposer", "private imposer", "secondary", "primary",
            ]
            #expect(names == expected)
            let own = failure { () throws(ImposeError) in try scope.tryInject(of: ScopeTestValue.self) }?.searched
            #expect(own?.count == 4)
            #expect(own?.first?.contains("inner") == true)
        }
    }

    @Test("A scope is not left running when its body throws, and the error comes out as it is")
    func throwing() {
        struct Stop: Error {}
        Imposer.isolated(empty: true) {
            let scope = Imposer.openScope()
            scope.impose(for: ScopeTestValue.self, "scope")
            #expect(throws: Stop.self) { try scope.run { throw Stop() } }
            #expect(unforceInject(of: ScopeTestValue.self) == nil)
        }
    }

    @Test("Of scopes that run inside one another the innermost one counts")
    func runningNested() {
        Imposer.isolated(empty: true) {
            let (one, other) = (Imposer.openScope(), Imposer.openScope())
            one.impose(for: ScopeTestValue.self, "one")
            other.impose(for: ScopeTestValue.self, "other")
            one.impose(for: Int.self, 1)
            one.run {
                #expect(other.run { inject(of: ScopeTestValue.self) } == "other")
                // Not its parent, so not searched.
                #expect(other.run { unforceInject(of: Int.self) } == nil)
                #expect(inject(of: ScopeTestValue.self) == "one")
            }
        }
    }

    @Test("A scope runs asynchronous code and the tasks that it starts, but not detached ones")
    func async() async {
        await Imposer.isolated(empty: true) {
            Imposer.impose(for: ScopeTestValue.self, "primary")
            let scope = Imposer.openScope()
            scope.impose(for: ScopeTestValue.self, "scope")
            await scope.run {
                await Task.yield()
                #expect(inject(of: ScopeTestValue.self) == "scope")
                async let child = inject(of: ScopeTestValue.self)
                #expect(await child == "scope")
                #expect(await Task { inject(of: ScopeTestValue.self) }.value == "scope")
                await withTaskGroup(of: ScopeTestValue.self) { group in
                    for _ in 0..<8 { group.addTask { inject(of: ScopeTestValue.self) } }
                    for await value in group { #expect(value == "scope") }
                }
                #expect(await Task.detached { unforceInject(of: ScopeTestValue.self) }.value == nil)
                let context = Imposer.currentContext()
                #expect(await Task.detached { context.run { inject(of: ScopeTestValue.self) } }.value == "scope")
            }
            #expect(inject(of: ScopeTestValue.self) == "primary")
        }
    }

    @Test("A task that was started in a running scope stays in it when the body is over")
    func taskOutlives() async {
        let scope = Imposer().openScope()
        scope.impose(for: ScopeTestValue.self, "scope")
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let task = scope.run {
            Task {
                for await _ in stream { break }
                return inject(of: ScopeTestValue.self)
            }
        }
        continuation.yield()
        #expect(await task.value == "scope")
    }

    @Test("A running scope does not hide what a private imposer has from a scope of that imposer")
    func privateScope() {
        let imposer = Imposer()
        imposer.impose(for: ScopeTestValue.self, "private")
        let running = Imposer().openScope()
        running.impose(for: ScopeTestValue.self, "running")
        let scope = imposer.openScope()
        // A scope's own method asks that scope, whichever one is running.
        #expect(running.run { scope.inject(of: ScopeTestValue.self) } == "private")
        #expect(running.run { imposer.inject(of: ScopeTestValue.self) } == "running")
    }

    @Test("A scope is called by its name in texts")
    func descriptions() {
        let imposer = Imposer()
        #expect(imposer.openScope().description == "scope")
        #expect(imposer.openScope("request").description == "scope \"request\"")
        #expect(imposer.openScope(ScopeTestKey.request(7)).description == "scope request(7)")
    }
}
