import Impose
import ImposeInspecting
import TestSupport
import Testing

private final class Vault: Sendable {}

private final class Clerk: Sendable {
    init(_ vault: Vault) {}
}

private final class Teller: Sendable {
    init(_ clerk: Clerk) {}
}

private final class Kiosk: Sendable {
    init(_ clerk: Injected<Clerk>) {}
}

private protocol Bank: Sendable {}

extension Teller: Bank {}

@Suite("Explaining what has to be awaited")
struct ExplainAwaitedTests {
    private static let file: StaticString = "Shop/Setup.swift"

    private let imposer = Imposer(label: "tested")

    /// Imposes a vault that is made asynchronously, and two classes that need it.
    private func imposeBank(_ option: InjectOption = .singleInstance) {
        imposer.impose(for: Vault.self, option: option, fileID: Self.file, line: 1) { () async in Vault() }
        imposer.impose(for: Clerk.self, fileID: Self.file, line: 2, Clerk.init)
        imposer.impose(for: Teller.self, option: .closureBased, fileID: Self.file, line: 3, Teller.init)
    }

    /// The types that lead to the instance that an injection would have to await.
    private func awaited<T>(_ type: T.Type) -> [String] {
        imposer.explain(type).awaited.map { "\($0.type)" }
    }

    @Test("a registration tells whether its provider is asynchronous, and says so if it is")
    func registration() throws {
        imposeBank()
        let vault = try #require(imposer.explain(Vault.self).chosen?.registration)
        #expect(vault.isAsynchronous)
        #expect(
            vault.description
                == "Vault (singleInstance, asynchronous, in private imposer \"tested\", at Shop/Setup.swift:1)"
        )
        let clerk = try #require(imposer.explain(Clerk.self).chosen?.registration)
        #expect(!clerk.isAsynchronous)
        #expect(clerk.description == "Clerk (singleInstance, in private imposer \"tested\", at Shop/Setup.swift:2)")
    }

    @Test("The text of explain() names the way to what has to be awaited, and marks it in the table")
    func text() {
        imposeBank()
        expectSnapshot("\(imposer.explain(Bank.self))", "explain-awaited")
        expectSnapshot("\(imposer.explain(Vault.self))", "explain-asynchronous")
    }

    @Test("explain() tells the way from what is chosen to the asynchronous provider")
    func way() {
        imposeBank()
        imposer.impose(for: Kiosk.self, Kiosk.init)
        imposer.impose(for: Int.self, 1).alias(Double.self) { Double($0) }
        imposer.impose(for: String.self) { () async in "" }.alias(Substring.self) { Substring($0) }
        #expect(awaited(Vault.self) == ["Vault"])
        #expect(awaited(Teller.self) == ["Teller", "Clerk", "Vault"])
        #expect(awaited(Bank?.self) == ["Teller", "Clerk", "Vault"])
        #expect(awaited(Substring.self) == ["Substring", "String"])
        // Injected later.
        #expect(awaited(Kiosk.self) == [])
        #expect(awaited(Double.self) == [])
        #expect(awaited(Character.self) == [])
    }

    @Test("explain() says that nothing has to be awaited where nothing is chosen")
    func nothingChosen() {
        imposer.impose(for: Teller.self) { () async in Teller(Clerk(Vault())) }
        imposer.impose(for: Vault.self, option: .scopedInstance(in: "request")) { () async in Vault() }
        #expect(imposer.explain(Vault.self).outcome == .noScope)
        #expect(awaited(Vault.self) == [])
        imposer.impose(for: Int.self) { () async in 1 }
        let scope = imposer.openScope()
        scope.impose(for: Bank.self) { () async in Teller(Clerk(Vault())) }
        scope.dispose()
        #expect(scope.explain(Bank.self).outcome == .disposed)
        #expect(scope.explain(Bank.self).awaited.isEmpty)
    }

    @Test("explain() says that nothing has to be awaited once an instance on the way exists")
    func ready() async throws {
        imposeBank()
        _ = try await imposer.injectAsync(of: Vault.self)
        #expect(awaited(Vault.self) == [])
        #expect(awaited(Teller.self) == [])
        imposer.reset()
        #expect(awaited(Teller.self) == ["Teller", "Clerk", "Vault"])
        _ = try await imposer.injectAsync(of: Teller.self)
        imposer.impose(for: Vault.self) { () async in Vault() }
        // The clerk has its dependency.
        #expect(awaited(Teller.self) == [])
        #expect(awaited(Vault.self) == ["Vault"])
    }

    @Test("explain() says each time that an instance has to be awaited which nobody keeps")
    func notKept() async throws {
        for option in [InjectOption.closureBased, .graphInstance] {
            imposeBank(option)
            _ = try await imposer.injectAsync(of: Vault.self)
            #expect(awaited(Vault.self) == ["Vault"])
        }
        imposeBank(.weakInstance)
        let vault = try await imposer.injectAsync(of: Vault.self)
        withExtendedLifetime(vault) { #expect(awaited(Vault.self) == []) }
    }

    @Test("explain() in a scope looks at the instances that this scope has")
    func scopes() async throws {
        imposer.impose(for: Vault.self, option: .scopedInstance) { () async in Vault() }
        imposer.impose(for: Clerk.self, option: .scopedInstance, Clerk.init)
        imposer.impose(for: Teller.self, Teller.init)
        let (one, other) = (imposer.openScope(), imposer.openScope())
        _ = try await one.injectAsync(of: Vault.self)
        #expect(one.explain(Clerk.self).awaited.isEmpty)
        #expect(one.run { imposer.explain(Clerk.self).awaited.isEmpty })
        #expect(other.explain(Clerk.self).awaited.map { "\($0.type)" } == ["Clerk", "Vault"])
        other.give(Vault())
        #expect(other.explain(Clerk.self).awaited.isEmpty)
        // The imposer keeps the teller, which gets nothing from a scope.
        #expect(one.explain(Teller.self).awaited.count == 3)
        #expect(other.explain(Teller.self).awaited.count == 3)
    }

    @Test("explain() looks outside for an expected value that the scope was not given")
    func expected() {
        Imposer.isolated(empty: true) {
            Imposer.expectGiven(Vault.self, in: "request")
            Imposer.impose(for: Vault.self) { () async in Vault() }
            Imposer.impose(for: Clerk.self, option: .scopedInstance(in: "request"), Clerk.init)
            Imposer.withScope("request") { request in
                #expect(Imposer.explain(Clerk.self).awaited.count == 2)
                #expect(failure { () throws(ImposeError) in try tryInject(of: Clerk.self) }?.kind == .asynchronous)
                request.give(Vault())
                #expect(Imposer.explain(Clerk.self).awaited.isEmpty)
                #expect(unforceInject(of: Clerk.self) != nil)
            }
        }
    }

    @Test("events and graphs say what is asynchronous")
    func events() throws {
        let events = Imposer.isolated(empty: true) {
            let events = Collected<ImposeEvent>()
            let observation = Imposer.observe { events.add($0) }
            Imposer.impose(for: Vault.self, fileID: Self.file, line: 1) { () async in Vault() }
            Imposer.impose(for: Clerk.self, fileID: Self.file, line: 2, Clerk.init)
            observation.cancel()
            let boxes = GraphText(Imposer.graph(wrappers: false)).boxes
            #expect(boxes.map { $0.contains("singleInstance, asynchronous, in primary") } == [true, false])
            return events.all.map { "\($0)" }
        }
        #expect(events[0].contains("Vault (singleInstance, asynchronous, in primary, at Shop/Setup.swift:1)"))
        #expect(events[1].contains("Clerk (singleInstance, in primary, at Shop/Setup.swift:2)"))
    }
}
