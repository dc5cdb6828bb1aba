import Impose
import TestSupport
import Testing

private final class Database: Sendable {}

private final class Basket: Sendable {
    private let gone: CallCounter

    init(_ made: CallCounter, _ gone: CallCounter) {
        made.increment()
        self.gone = gone
    }

    deinit { gone.increment() }
}

/// What opens inside a scope.
private enum Inner: CaseIterable {
    case scope, named, nested, child, scopeOfChild

    func open(in outer: Imposer) -> Imposer {
        switch self {
        case .scope: outer.openScope()
        case .named: outer.openScope("inner")
        case .nested: outer.openScope().openScope()
        case .child: Imposer(parent: outer)
        case .scopeOfChild: Imposer(parent: outer).openScope()
        }
    }
}

@Suite("What opens in a scope that ends", .timeLimit(.minutes(10)))
struct OpenWhileEndingTests {
    private let imposer = Imposer()
    private let made = CallCounter()
    private let gone = CallCounter()
    private let disposed = CallCounter()

    init() {
        imposer.impose(for: Database.self) { Database() }
        imposer.impose(for: Basket.self, option: .scopedInstance) { [made, gone] in Basket(made, gone) }
            .onDispose { [disposed] _ in disposed.increment() }
    }

    private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? { failure(of: injection)?.kind }

    @Test("What a disposer opens in the scope that is ending has ended, and answers nothing", arguments: Inner.allCases)
    private func byDisposer(inner: Inner) {
        let outer = imposer.openScope()
        let opened = Collected<Imposer>()
        outer.impose(for: Int.self) { 1 }.onDispose { [weak outer] _ in
            if let outer { opened.add(inner.open(in: outer)) }
        }
        _ = outer.inject(of: Int.self)
        outer.dispose()
        #expect(opened.all.count == 1)
        for scope in opened.all {
            #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Database.self) } == .disposed)
            #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Basket.self) } == .disposed)
            scope.give(1)
            #expect(kind { () throws(ImposeError) in try scope.tryInject(of: Int.self) } == .disposed)
        }
        #expect(made.count == 0)
    }

    @Test("What a provider opens whose scope has ended meanwhile answers nothing", arguments: Inner.allCases)
    private func byProvider(inner: Inner) {
        let outer = imposer.openScope()
        let (isBuilding, hasEnded) = (Barrier(2), Barrier(2))
        let kinds = Collected<ImposeError.Kind?>()
        outer.impose(for: Int.self, option: .closureBased) { [weak outer] in
            isBuilding.wait()
            hasEnded.wait()
            let opened = outer.map { inner.open(in: $0) }
            kinds.add(failure { () throws(ImposeError) in try opened?.tryInject(of: Database.self) }?.kind)
            return 1
        }
        onThreads(2) { _, thread in
            if thread == 0 {
                _ = outer.inject(of: Int.self)
            } else {
                isBuilding.wait()
                outer.dispose()
                hasEnded.wait()
            }
        }
        #expect(kinds.all == [.disposed])
    }

    @Test("What is made in an inner scope while the outer one ends is disposed of, and nobody gets it")
    func madeMeanwhile() {
        for isBuiltByOuter in [false, true] {
            let outer = imposer.openScope()
            let inner = outer.openScope()
            let (isBuilding, hasEnded) = (Barrier(2), Barrier(2))
            let before = disposed.count
            (isBuiltByOuter ? outer : imposer).impose(for: Int.self, option: .scopedInstance) {
                isBuilding.wait()
                hasEnded.wait()
                return 1
            }
            .onDispose { [disposed] _ in disposed.increment() }
            onThreads(2) { _, thread in
                if thread == 0 {
                    #expect(failure { () throws(ImposeError) in try inner.tryInject(of: Int.self) }?.kind == .disposed)
                } else {
                    isBuilding.wait()
                    outer.dispose()
                    #expect(inner.isDisposed)
                    hasEnded.wait()
                }
            }
            #expect(disposed.count == before + 1)
        }
    }

    @Test("Threads that open in a scope while another one ends it lose nothing", arguments: Inner.allCases)
    private func race(inner: Inner) {
        let wrong = CallCounter()
        for round in 0..<scaled(400) {
            let outer = imposer.openScope()
            let isAboutToEnd = CallCounter()
            onThreads(3) { _, thread in
                if thread == 0 {
                    // At another place of the others' work in each round.
                    for _ in 0..<(round % 20) { _ = outer.unforceInject(of: Database.self) }
                    isAboutToEnd.increment()
                    outer.dispose()
                    return
                }
                var last: Imposer?
                repeat {
                    let opened = inner.open(in: outer)
                    let error = failure { () throws(ImposeError) in try opened.tryInject(of: Basket.self) }
                    if let error, error.kind != .disposed { wrong.increment() }
                    last = opened
                } while !(isAboutToEnd.count == 1 && outer.isDisposed)
                outer.dispose()
                if last?.isDisposed != true { wrong.increment() }
            }
        }
        #expect(wrong.count == 0)
        #expect(disposed.count == made.count)
        #expect(eventually { gone.count == made.count })
    }

    @Test("A scope that another thread finds by its name while it opens is whole", arguments: [false, true])
    func foundByName(isOfPrimary: Bool) {
        Imposer.isolated(empty: true) {
            let imposer = isOfPrimary ? Imposer.shared : imposer
            imposer.impose(for: Database.self, option: .scopedInstance) { Database() }
            let (isOver, found, wrong) = (CallCounter(), CallCounter(), CallCounter())
            onThreads(3) { _, thread in
                if thread == 0 {
                    for round in 0..<scaled(20_000) {
                        let scope = imposer.openScope("request")
                        if round % 3 == 0 { scope.dispose() }
                    }
                    isOver.increment()
                    return
                }
                while isOver.count == 0 {
                    guard let scope = imposer.scope(named: "request") else { continue }
                    found.increment()
                    let error = failure { () throws(ImposeError) in try scope.tryInject(of: Database.self) }
                    if let error, error.kind != .disposed { wrong.increment() }
                    if thread == 1 { imposer.disposeScopes(named: "request") }
                }
            }
            #expect(wrong.count == 0)
        }
    }
}
