import Impose
import TestSupport
import Testing

private final class Service: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class Part: Sendable {}

/// A way in which a provider ends the scope that it makes an instance for.
private enum End: CaseIterable {
    case itself, outer, byName, imposer

    func end(_ imposer: Imposer) {
        switch self {
        case .itself: imposer.scope(named: "outer")?.scope(named: "inner")?.dispose()
        case .outer: imposer.scope(named: "outer")?.dispose()
        case .byName: imposer.scope(named: "outer")?.disposeScopes(named: "inner")
        case .imposer: imposer.dispose()
        }
    }
}

/// What a provider puts in the place of its own registration.
private enum Replacement: CaseIterable {
    case closure, instance, given

    func impose(on imposer: Imposer, option: InjectOption) {
        switch self {
        case .closure: imposer.impose(for: Service.self, option: option) { Service(2) }
        case .instance: imposer.impose(for: Service.self, instance: Service(2))
        case .given: imposer.give(Service(2))
        }
    }
}

@Suite("A provider that changes what it is called for", .timeLimit(.minutes(10)))
struct SelfChangingProviderTests {
    private let imposer = Imposer()
    private let made = CallCounter()
    private let disposed = CallCounter()

    private func scopes() -> (outer: Imposer, inner: Imposer) {
        let outer = imposer.openScope("outer")
        return (outer, outer.openScope("inner"))
    }

    // MARK: It ends its scope

    @Test(
        "What a provider makes that ends the scope it makes it for is disposed of, and nobody gets it",
        arguments: End.allCases,
        [false, true]
    )
    private func ends(end: End, isWaitedFor: Bool) {
        let isBuilding = CallCounter()
        imposer.impose(for: Service.self, option: .scopedInstance(in: "inner")) { [unowned imposer, made, disposed] in
            isBuilding.increment()
            // Until another thread waits for this, or has seen that it is too late.
            if isWaitedFor { spin { isBuilding.count == 2 } }
            end.end(imposer)
            // Nothing that was made was disposed of before this is complete.
            #expect(disposed.count == 0)
            return Service(made.increment())
        }
        .onDispose { [disposed] _ in disposed.increment() }
        let (outer, inner) = scopes()
        let kinds = Collected<ImposeError.Kind?>()
        onThreads(isWaitedFor ? 2 : 1) { _, thread in
            if thread == 1 {
                spin { isBuilding.count == 1 }
                isBuilding.increment()
            }
            kinds.add(failure { () throws(ImposeError) in try inner.tryInject(of: Service.self) }?.kind)
        }
        #expect(kinds.all == Array(repeating: .disposed, count: isWaitedFor ? 2 : 1))
        #expect(made.count == 1)
        #expect(disposed.count == 1)
        #expect(inner.isDisposed)
        #expect(outer.isDisposed == (end == .outer || end == .imposer))
    }

    @Test(
        "Threads that ask in a scope whose provider ends it get nothing, and nothing is left",
        arguments: End.allCases
    )
    private func endsInRace(end: End) {
        imposer.impose(for: Part.self, option: .scopedInstance) { [made] in
            made.increment()
            return Part()
        }
        .onDispose { [disposed] _ in disposed.increment() }
        let wrong = CallCounter()
        for _ in 0..<scaled(200) {
            let imposer = Imposer(parent: imposer)
            imposer.impose(for: Service.self, option: .scopedInstance) { [unowned imposer] (_: Part) in
                end.end(imposer)
                return Service(1)
            }
            let outer = imposer.openScope("outer")
            let inner = outer.openScope("inner")
            onThreads(3) { _, _ in
                let error = failure { () throws(ImposeError) in try inner.tryInject(of: Service.self) }
                if error?.kind != .disposed { wrong.increment() }
            }
            withExtendedLifetime(outer) {}
        }
        #expect(wrong.count == 0)
        #expect(disposed.count == made.count)
    }

    // MARK: It replaces its registration

    @Test(
        "What a provider makes that replaces its own registration is for who asked, and the next one gets the other",
        arguments: Replacement.allCases,
        [InjectOption.singleInstance, .closureBased, .scopedInstance, .weakInstance, .graphInstance]
    )
    private func replaces(replacement: Replacement, option: InjectOption) {
        for isOnScope in [false, true] {
            let imposer = Imposer()
            let scope = imposer.openScope()
            let holder = isOnScope ? scope : imposer
            holder.impose(for: Service.self, option: option) { [unowned holder] in
                replacement.impose(on: holder, option: option)
                // Who asks in here asks for the other one already.
                #expect(scope.inject(of: Service.self).number == 2)
                return Service(1)
            }
            let first = scope.inject(of: Service.self)
            #expect(first.number == 1)
            for _ in 0..<2 { #expect(scope.inject(of: Service.self).number == 2) }
            #expect(holder.inject(of: Service.self).number == 2)
            withExtendedLifetime(first) {}
        }
    }

    @Test("A provider that removes its own registration makes the last instance", arguments: [false, true])
    func removes(isOnScope: Bool) {
        let scope = imposer.openScope()
        let holder = isOnScope ? scope : imposer
        holder.impose(for: Service.self, option: .scopedInstance) { [unowned holder] in
            holder.remove(for: Service.self)
            return Service(1)
        }
        #expect(scope.unforceInject(of: Service.self)?.number == 1)
        #expect(scope.unforceInject(of: Service.self) == nil)
        #expect(holder.existing(Service.self) == nil)
    }

    @Test("Threads that ask while a provider replaces its registration get what they asked for, or the other one")
    func replacesInRace() {
        let wrong = CallCounter()
        for round in 0..<scaled(300) {
            let imposer = Imposer()
            let scopes = (0..<2).map { _ in imposer.openScope() }
            let option: InjectOption = round % 2 == 0 ? .singleInstance : .scopedInstance
            imposer.impose(for: Service.self, option: option) { [unowned imposer] in
                imposer.impose(for: Service.self, option: option) { Service(2) }
                return Service(1)
            }
            onThreads(4) { _, thread in
                let scope = scopes[thread % 2]
                let numbers = (0..<3).map { _ in scope.inject(of: Service.self).number }
                if numbers != numbers.sorted() || numbers[2] != 2 { wrong.increment() }
            }
        }
        #expect(wrong.count == 0)
    }

    // MARK: It opens a scope

    @Test("A provider that opens a scope of the name of its own gets the scope's instances, and not its own keeper's")
    func opensScope() {
        imposer.impose(for: Part.self, option: .scopedInstance(in: "request")) { Part() }
        let parts = Collected<Part>()
        imposer.impose(for: Service.self, option: .scopedInstance(in: "request")) { [unowned imposer] (part: Part) in
            parts.add(part)
            Imposer.withScope("request") { parts.add($0.inject()) }
            imposer.withScope("request") { parts.add($0.inject()) }
            return Service(1)
        }
        let request = imposer.openScope("request")
        _ = request.inject(of: Service.self)
        #expect(parts.all.count == 3)
        #expect(parts.all[0] === request.inject(of: Part.self))
        #expect(Set(parts.all.map { ObjectIdentifier($0) }).count == 3)
        #expect(imposer.scope(named: "request") === request)
        #expect(request.scope(named: "request") == nil)
    }

    @Test(
        "A provider that opens a scope and asks for its own instance there is circular, and ends",
        arguments: [true, false]
    )
    func asksForItself(isNested: Bool) {
        imposer.impose(for: Service.self, option: .scopedInstance(in: "request")) { [unowned imposer, made] in
            made.increment()
            func ask(_ scope: Imposer) throws(ImposeError) -> Service { try scope.tryInject() }
            return isNested ? try Imposer.withScope("request", ask) : try imposer.withScope("request", ask)
        }
        for _ in 0..<2 {
            let request = imposer.openScope("request")
            let error = failure { () throws(ImposeError) in try request.tryInject(of: Service.self) }
            #expect(error?.kind == .circular)
        }
    }

    @Test("A provider whose scope was opened by it, and which stops at a depth, is no cycle")
    func stops() {
        imposer.impose(for: Service.self, option: .scopedInstance) { [unowned imposer] (depth: Int) in
            if depth == 0 { return Service(0) }
            return try imposer.withScope { scope throws(ImposeError) in
                scope.give(depth - 1)
                return Service(try scope.tryInject(of: Service.self).number + 1)
            }
        }
        let request = imposer.openScope()
        request.give(5)
        #expect(request.unforceInject(of: Service.self)?.number == 5)
    }
}
