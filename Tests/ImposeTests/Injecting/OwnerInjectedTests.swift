import Impose
import TestSupport
import Testing

private final class Log: Sendable {
    let title: String

    init(_ title: String) { self.title = title }
}

private class Owner: InjectionOwner, @unchecked Sendable {
    let imposer: Imposer
    @OwnerInjected var log: Log
    @OwnerInjected(named: "other") var other: Log

    init(_ imposer: Imposer) { self.imposer = imposer }
}

private final class SpecialOwner: Owner, @unchecked Sendable {}

private protocol Titled: AnyObject, Sendable {
    var title: String { get }
}

private protocol Marked: Sendable {
    var mark: String { get }
}

extension Log: Titled, Marked {
    var mark: String { "mark of \(title)" }
}

private final class TitledOwner: InjectionOwner, Titled, Marked, @unchecked Sendable {
    let imposer: Imposer
    let title = "owner"
    let mark = "mark of owner"
    @OwnerInjected var log: Log

    init(_ imposer: Imposer) { self.imposer = imposer }
}

private final class HashableOwner: InjectionOwner, Hashable, @unchecked Sendable {
    let imposer: Imposer
    @OwnerInjected var log: Log

    init(_ imposer: Imposer) { self.imposer = imposer }

    static func == (one: HashableOwner, other: HashableOwner) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An owner that does not say where its dependencies come from.
private final class Stranger: @unchecked Sendable {
    @OwnerInjected var log: Log
}

@Suite("@OwnerInjected")
struct OwnerInjectedTests {
    @Test("@OwnerInjected injects from the owner's imposer, at the first read, under its name")
    func ownersImposer() {
        let (one, other) = (Imposer(), Imposer())
        let made = CallCounter()
        let owners = [Owner(one), SpecialOwner(other)]
        for (imposer, title) in [(one, "one"), (other, "other")] {
            imposer.impose(for: Log.self, option: .closureBased) {
                made.increment()
                return Log(title)
            }
            imposer.impose(for: Log.self, named: "other", Log("\(title), named"))
        }
        #expect(made.count == 0)
        for _ in 0..<2 { #expect(owners.map(\.log.title) == ["one", "other"]) }
        #expect(made.count == 2)
        #expect(owners.map(\.other.title) == ["one, named", "other, named"])
    }

    @Test("@OwnerInjected gives the owner to a provider that takes it, by its class or a superclass")
    func ownerAsParameter() {
        let imposer = Imposer()
        imposer.impose(for: Log.self, option: .closureBased) { (owner: any InjectionOwner) in
            Log("\(type(of: owner))")
        }
        imposer.impose(for: Log.self, named: "other", option: .closureBased) { (owner: Owner) in
            Log("as Owner: \(owner === owner)")
        }
        #expect(Owner(imposer).log.title == "Owner")
        #expect(SpecialOwner(imposer).log.title == "SpecialOwner")
        #expect(SpecialOwner(imposer).other.title == "as Owner: true")
        imposer.impose(for: Log.self, option: .closureBased) { (_: SpecialOwner) in Log("special") }
        #expect(SpecialOwner(imposer).log.title == "special")
        // Another owner is no argument for it, so it is injected, and missing.
        let error = failure { () throws(ImposeError) in try Owner(imposer).$log.tryInject() }
        #expect(error != nil)
    }

    @Test("@OwnerInjected injects a parameter of a protocol, although the owner conforms to it")
    func ownerConformsToParameter() {
        let imposer = Imposer()
        imposer.impose(for: Titled.self, Log("imposed"))
        imposer.impose(for: Marked.self, Log("imposed"))
        imposer.impose(for: Log.self, option: .closureBased) { (titled: any Titled, marked: any Marked) in
            Log("\(titled.title), \(marked.mark)")
        }
        let owner = TitledOwner(imposer)
        #expect(owner.log.title == "imposed, mark of imposed")
        #expect(owner.title == "owner")
    }

    @Test("@OwnerInjected keeps one instance for each owner, if the provider takes it")
    func keptForOwner() {
        let imposer = Imposer()
        imposer.impose(for: Log.self) { (_: any InjectionOwner) in Log("kept") }
        let (one, other) = (HashableOwner(imposer), HashableOwner(imposer))
        #expect(one.log !== other.log)
        let owner = Owner(imposer)
        let error = failure { () throws(ImposeError) in try owner.$log.tryInject() }
        #expect(error?.kind == .arguments)
    }

    @Test("@OwnerInjected keeps one instance for all owners, if the provider takes none")
    func keptForAll() {
        let imposer = Imposer()
        imposer.impose(for: Log.self) { Log("kept") }
        #expect(Owner(imposer).log === SpecialOwner(imposer).log)
    }

    @Test("@OwnerInjected asks ownerPolicy for owners without an imposer, or else the primary one")
    func policy() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Log.self, Log("primary"))
            #expect(Stranger().log.title == "primary")
            let strangers = Imposer()
            strangers.impose(for: Log.self, Log("strangers"))
            Imposer.ownerPolicy = { $0 is Stranger ? strangers : nil }
            let stranger = Stranger()
            #expect(stranger.log.title == "strangers")
            // Owners that say so themselves are not asked about.
            #expect(Owner(.shared).log.title == "primary")
            Imposer.ownerPolicy = { _ in strangers }
            #expect(Owner(.shared).log.title == "primary")
            Imposer.isolated { #expect(Stranger().log.title == "strangers") }
            Imposer.ownerPolicy = { _ in nil }
            #expect(Stranger().log.title == "primary")
            #expect(stranger.log.title == "strangers")
        }
    }

    @Test("Assigning to @OwnerInjected replaces the value for this owner alone")
    func assigning() {
        let imposer = Imposer()
        imposer.impose(for: Log.self, Log("imposed"))
        let (one, other) = (Owner(imposer), Owner(imposer))
        one.log = Log("assigned")
        #expect(one.log.title == "assigned")
        #expect(other.log.title == "imposed")
    }

    @Test("The projection of @OwnerInjected does not hold the owner, and says when that is gone")
    func released() throws {
        let imposer = Imposer()
        imposer.impose(for: Log.self, Log("imposed"))
        var owner: Owner? = Owner(imposer)
        let watched = owner.map { Watched($0) }
        let unread = try #require(owner?.$log)
        let read = try #require(owner?.$other)
        imposer.impose(for: Log.self, named: "other", Log("read"))
        #expect(read().title == "read")
        owner = nil
        #expect(watched?.isGone == true)
        #expect(failure { () throws(ImposeError) in try unread.tryInject() }?.kind == .ownerReleased)
        #expect(try read.tryInject().title == "read")
    }

    @Test("The projection of @OwnerInjected awaits what was read before the owner went, or fails")
    func releasedAwaiting() async throws {
        let imposer = Imposer()
        imposer.impose(for: Log.self, Log("imposed"))
        func read() -> OwnerInjected<Log>.Dependency {
            let owner = Owner(imposer)
            _ = owner.log
            return owner.$log
        }
        func unread() -> OwnerInjected<Log>.Dependency { Owner(imposer).$log }
        #expect(try await read().injectAsync().title == "imposed")
        let dependency = unread()
        let error = await failure { () async throws(ImposeError) in try await dependency.injectAsync() }
        #expect(error?.kind == .ownerReleased)
    }

    @Test("@OwnerInjected injects in the scope that its owner was created in")
    func scope() {
        let imposer = Imposer()
        imposer.impose(for: Log.self, Log("imposer"))
        let scope = imposer.openScope()
        scope.impose(for: Log.self, Log("scope"))
        let owner = scope.run { Owner(imposer) }
        onAnotherThread { #expect(owner.log.title == "scope") }
        #expect(Owner(imposer).log.title == "imposer")
    }

    @Test("Threads that read @OwnerInjected first at once get the same instance")
    func threads() {
        let imposer = Imposer()
        imposer.impose(for: Log.self, option: .closureBased) { Log("") }
        let owners = (0..<500).map { _ in Owner(imposer) }
        let logs = owners.map { _ in Collected<ObjectIdentifier>() }
        onThreads(8, rounds: 500) { round, _ in logs[round].add(ObjectIdentifier(owners[round].log)) }
        #expect(logs.allSatisfy { Set($0.all).count == 1 })
    }
}
