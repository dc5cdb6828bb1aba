import Foundation
import Impose
import TestSupport
import Testing

class DisposalResource: @unchecked Sendable {
    let name: String
    private let end: @Sendable () -> Void

    init(_ name: String = "", end: @escaping @Sendable () -> Void = {}) {
        (self.name, self.end) = (name, end)
    }

    deinit { end() }
}

private final class Connection: DisposalResource, @unchecked Sendable {}

private final class ConnectionPool: DisposalResource, @unchecked Sendable {
    let connection: Connection

    init(connection: Connection) {
        self.connection = connection
        super.init("pool")
    }
}

@Suite("Disposing of a scope", .timeLimit(.minutes(20)))
struct DisposalTests {
    @Test("A scope that was disposed of refuses what was its own, for inner scopes and children, too")
    func after() {
        let imposer = Imposer()
        imposer.impose(for: DisposalResource.self) { DisposalResource() }
        let scope = imposer.openScope("request")
        scope.impose(for: DisposalResource.self) { DisposalResource() }
        let askers = [scope, scope.openScope(), Imposer(parent: scope)]
        for asker in askers { _ = asker.inject(of: DisposalResource.self) }
        #expect(!scope.isDisposed)
        scope.dispose()
        for asker in askers + [scope.openScope()] {
            let error = failure { () throws(ImposeError) in try asker.tryInject(of: DisposalResource.self) }
            #expect(error?.kind == .disposed)
            #expect(
                failure { () throws(ImposeError) in try asker.injectAll(of: DisposalResource.self) }?.kind == .disposed
            )
            #expect(asker.unforceInject(of: DisposalResource.self) == nil)
            #expect(!asker.isImposed(DisposalResource.self))
        }
        #expect(scope.isDisposed && askers[1].isDisposed)
        #expect(imposer.unforceInject(of: DisposalResource.self) != nil)
    }

    @Test("A second dispose() says where the first one was, and does nothing")
    func twice() {
        let disposed = CallCounter()
        let scope = Imposer().openScope("request")
        scope.impose(for: DisposalResource.self) { DisposalResource() }.onDispose { _ in disposed.increment() }
        _ = scope.inject(of: DisposalResource.self)
        #expect(scope.dispose(fileID: "Shop/Request.swift", line: 8) == nil)
        let error = scope.dispose(fileID: "Shop/Other.swift", line: 9)
        #expect(error?.kind == .disposed)
        #expect(
            error?.description.onOneLine.contains("it was disposed of by dispose() at Shop/Request.swift:8") == true
        )
        #expect(disposed.count == 1)
    }

    @Test("dispose() goes in the reverse order of creation, whichever of two was made first")
    func orderOfTwo() {
        let disposed = Collected<String>()
        let imposer = Imposer()
        for name in ["a", "z"] {
            imposer.impose(for: DisposalResource.self, named: InjectionName(name), option: .scopedInstance) {
                DisposalResource(name)
            }
            .onDispose { disposed.add($0.name) }
        }
        for names in [["a", "z"], ["z", "a"]] {
            let scope = imposer.openScope()
            for name in names { _ = scope.inject(of: DisposalResource.self, named: InjectionName(name)) }
            scope.dispose()
            #expect(Array(disposed.all.suffix(2)) == Array(names.reversed()))
        }
    }

    @Test("dispose() releases each instance before it disposes of the next one")
    func releasedInOrder() {
        let events = Collected<String>()
        let scope = Imposer().openScope()
        for name in ["first", "second"] {
            scope.impose(for: DisposalResource.self, named: InjectionName(name)) {
                DisposalResource { events.add("\(name) released") }
            }
            .onDispose { _ in events.add("\(name) disposed of") }
            _ = scope.inject(of: DisposalResource.self, named: InjectionName(name))
        }
        scope.dispose()
        #expect(events.all == ["second disposed of", "second released", "first disposed of", "first released"])
    }

    @Test("dispose() runs every disposer in order, whatever earlier ones do to the scope")
    func misbehaving() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        let scope = imposer.openScope("request")
        scope.give(DisposalResource())
        let told = Collected<String>()
        for name in ["first", "second"] {
            scope.impose(for: DisposalResource.self, named: InjectionName(name)) {
                DisposalResource {
                    _ = scope.unforceInject(of: Int.self)
                    scope.dispose()
                    told.add("\(name) deinit")
                }
            }
            .onDispose { _ in
                let error = failure { () throws(ImposeError) in try scope.tryInject(of: DisposalResource.self) }
                told.add("\(name) injects: \(error.map { "\($0.kind)" } ?? "no error")")
            }
            .onDispose { _ in told.add("\(name) disposes: \(scope.dispose().map { "\($0.kind)" } ?? "no error")") }
            .onDispose { _ in
                scope.impose(for: Int.self, 2)
                scope.reset()
                scope.removeAll()
                _ = scope.openScope().unforceInject(of: Int.self)
                told.add("\(name) imposes: \(scope.unforceInject(of: Int.self) ?? 0)")
            }
            _ = scope.inject(of: DisposalResource.self, named: InjectionName(name))
        }
        scope.dispose()
        #expect(
            told.all
                == ["second", "first"].flatMap { name in
                    ["injects: disposed", "disposes: disposed", "imposes: 0", "deinit"].map { "\(name) \($0)" }
                }
        )
        #expect(imposer.inject(of: Int.self) == 1)
    }

    @Test("dispose() of a scope leaves alone what was handed in, what was stored, and the parent's")
    func supplied() throws {
        let disposed = Collected<String>()
        let imposer = Imposer()
        imposer.impose(for: DisposalResource.self, named: "parent") { DisposalResource() }.onDispose { _ in
            disposed.add("parent")
        }
        let scope = imposer.openScope()
        scope.impose(for: DisposalResource.self, named: "given", instance: DisposalResource()).onDispose { _ in
            disposed.add("given")
        }
        scope.impose(for: DisposalResource.self, named: "stored") { DisposalResource() }.onDispose { _ in
            disposed.add("stored")
        }
        try scope.store(DisposalResource(), for: DisposalResource.self, named: "stored")
        for name in ["parent", "given", "stored"] {
            _ = scope.inject(of: DisposalResource.self, named: InjectionName(name))
        }
        scope.dispose()
        #expect(disposed.all.isEmpty)
        imposer.dispose()
        #expect(disposed.all == ["parent"])
    }

    @Test("dispose() of an imposer of the directory is a reset, and leaves it in use")
    func typed() {
        Imposer.isolated(empty: true) {
            let disposed = CallCounter()
            Imposer.impose(for: DisposalResource.self) { DisposalResource() }.onDispose { _ in disposed.increment() }
            let first: DisposalResource = inject()
            #expect(Imposer.shared.dispose() == nil)
            #expect(disposed.count == 1)
            #expect(inject(of: DisposalResource.self) !== first)
            #expect(!Imposer.shared.isDisposed)
        }
    }

    @Test("dispose() while an instance is built disposes of it, and fails builder and waiter")
    func whileBuilding() {
        for option in [InjectOption.singleInstance, .scopedInstance] {
            let scope = Imposer().openScope()
            let (begun, isDisposed) = (Barrier(3), Barrier(2))
            let (disposed, released) = (CallCounter(), CallCounter())
            scope.impose(for: DisposalResource.self, option: option) {
                begun.wait()
                isDisposed.wait()
                return DisposalResource { released.increment() }
            }
            .onDispose { _ in disposed.increment() }
            let kinds = Collected<ImposeError.Kind?>()
            onThreads(3) { _, thread in
                if thread == 0 {
                    begun.wait()
                    scope.dispose()
                    isDisposed.wait()
                    return
                }
                if thread == 2 { begun.wait() }
                kinds.add(failure { () throws(ImposeError) in try scope.tryInject(of: DisposalResource.self) }?.kind)
            }
            #expect(kinds.all == [.disposed, .disposed])
            #expect(disposed.count == 1)
            #expect(released.count == 1)
        }
    }

    @Test("A provider that injects from a scope that was disposed of fails, and nothing is kept")
    func providerNeedsDisposed() {
        let gone = Imposer().openScope("gone")
        gone.give(DisposalResource())
        gone.dispose()
        let imposer = Imposer()
        imposer.impose(for: DisposalResource.self, option: .scopedInstance) {
            try gone.tryInject(of: DisposalResource.self)
        }
        let scope = imposer.openScope()
        let error = failure { () throws(ImposeError) in try scope.tryInject(of: DisposalResource.self) }
        #expect(error?.kind == .disposed)
        #expect(error?.path.count == 2)
        imposer.impose(for: DisposalResource.self, option: .scopedInstance) { DisposalResource("whole") }
        #expect(scope.inject(of: DisposalResource.self).name == "whole")
    }

    @Test("dispose() releases what was imposed on a scope, also where a provider holds the scope")
    func ownProviders() {
        var scope: Imposer? = Imposer().openScope()
        let watched = scope.map { Watched($0) }
        if let scope { scope.impose(for: DisposalResource.self) { DisposalResource(scope.description) } }
        _ = scope?.inject(of: DisposalResource.self)
        scope?.dispose()
        scope = nil
        #expect(watched?.isGone == true)
    }
}
