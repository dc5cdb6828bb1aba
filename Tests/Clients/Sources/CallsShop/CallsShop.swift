// A module whose functions ask for parts of a shop. The name of each type says what validating has to find: `Lost…` is an
// error, `Wished…` a note, `Had…` and `Unseen…` nothing.

import Impose

protocol LostGateway {}
protocol LostClock {}
protocol LostStore<Item> { associatedtype Item }
protocol LostInDefault {}
protocol LostInUnusedDefault {}
protocol LostInClosure {}
protocol LostInInnerClosure {}
protocol LostInTask {}
protocol LostAfterAwait {}
protocol LostInLazy {}
protocol LostInComputed {}
protocol LostInStored {}
protocol LostInStatic: Sendable {}
protocol LostInGlobal: Sendable {}
protocol LostOnActor {}
protocol LostInExtension {}
protocol LostInForeignExtension {}
protocol LostInPrivate {}
protocol LostInLocal {}
protocol LostInGeneric {}
protocol LostInGenericDefault {}
protocol LostInSubscript {}
protocol LostInBranch {}
protocol LostNamed {}
protocol LostElsewhere {}
protocol LostByRule {}
protocol LostAsync {}
protocol WishedTried {}
protocol WishedUnforced {}
protocol WishedAsOptional {}
protocol UnseenInAll {}
protocol UnseenByParameter {}
protocol UnseenByMethod {}
protocol HadItself {}
protocol LostWithoutName {}
protocol LostUnderName {}
protocol WishedWithoutName {}
protocol HadByName {}
protocol HadByNameOrNone {}
protocol HadElsewhere {}
protocol HadBySubtype {}
protocol HadSubtype: HadBySubtype {}
protocol HadInScope: Sendable {}
protocol HadInPrivateImposer {}
protocol HadAsAlias {}
class LostSound {}
struct LostMoney {}
enum LostMode { case fast, slow }
actor LostWorker {}
enum Outer { struct LostInner {} }
struct LostBox<Content> {}
final class LostUser {}
final class WishedUser {}
private final class LostSecret {}

private struct Part: HadItself, HadByName, HadByNameOrNone, HadElsewhere, HadSubtype, HadInPrivateImposer, HadAsAlias,
    LostWithoutName, LostUnderName,
    WishedWithoutName
{}

/// Forgotten. The text of everything that is missing names it.
public struct LostModule: ModuleInjector {
    /// A module.
    public init() {}

    /// Imposes nothing.
    public func provide(for imposer: Imposer) {}
}

/// A generic one, which may be there in any number of forms.
struct UnseenModule<Part>: ModuleInjector {
    func provide(for imposer: Imposer) {}
}

class HadModule: ModuleInjector {
    func provide(for imposer: Imposer) {}
}

/// Provides for its superclass, which alone says that it conforms.
final class HadSubmodule: HadModule {}

struct HadRequiredModule: ModuleInjector {
    func provide(for imposer: Imposer) {}
}

struct HadRequiringModule: ModuleInjector {
    var requires: [any ModuleInjector] { [HadRequiredModule()] }
    func provide(for imposer: Imposer) {}
}

/// Imposes what is called `Had…`, and returns an imposer that has to live for that.
public func imposeWhatIsHad() -> Imposer {
    Imposer.provide(using: HadSubmodule(), HadRequiringModule())
    Imposer.impose(for: HadItself.self, Part()).alias(HadAsAlias.self) { _ in Part() }
    Imposer.impose(for: HadByName.self, named: "main", Part())
    Imposer.impose(for: HadByNameOrNone.self, named: "main", Part())
    Imposer.impose(for: LostWithoutName.self, named: "main", Part())
    Imposer.impose(for: LostUnderName.self, Part())
    Imposer.impose(for: WishedWithoutName.self, named: "main", Part())
    Imposer.imposer(for: .custom("spare")).impose(for: HadElsewhere.self, Part())
    Imposer.impose(for: HadSubtype.self, Part())
    Imposer.expectGiven(HadInScope.self, in: "request")
    let own = Imposer(label: "own")
    own.impose(for: HadInPrivateImposer.self, Part())
    return own
}

final class Checkout {
    private let gateway: any LostGateway
    private lazy var lazyOne: any LostInLazy = inject()

    init(
        gateway: any LostGateway = inject(),
        only _: any LostInDefault = inject(),
        had _: any HadItself = inject()
    ) {
        self.gateway = gateway
    }

    func unused(_ part: any LostInUnusedDefault = inject()) {}
    var computed: any LostInComputed { inject() }
    subscript(position: Int) -> any LostInSubscript { inject() }
}

func kindsOfTypes() {
    let sound: LostSound = inject()
    let money = inject(of: LostMoney.self)
    let mode: LostMode = inject()
    let worker: LostWorker = inject()
    let both: any LostGateway & LostClock = inject()
    let store: any LostStore<Int> = inject()
    let list: [any LostClock] = inject()
    let inner = inject(of: Outer.LostInner.self)
    let box: LostBox<any LostClock> = inject()
    let secret: LostSecret = inject()
    struct LostLocal {}
    let local = inject(of: LostLocal.self)
    print(sound, money, mode, worker, both, store, list, inner, box, secret, local)
}

func kindsOfCalls(imposer: Imposer) async throws {
    print(inject(of: LostNamed.self, named: "main"), inject(from: .custom("spare"), of: LostElsewhere.self))
    print(inject(of: LostByRule.self, ifNoMatchUse: .furthest), inject(of: LostUser.self, arguments: "Ada", 36))
    print(try tryInject(of: WishedTried.self), unforceInject(of: WishedUnforced.self) as Any)
    let optional: (any WishedAsOptional)? = inject()
    print(optional as Any, try tryInject(of: WishedUser.self, arguments: 1))
    print(try await injectAsync(of: LostAsync.self), try injectAll(of: UnseenInAll.self))
    print(imposer.inject(of: UnseenByMethod.self))
}

func names(_ name: InjectionName?) {
    print(inject(of: LostWithoutName.self), inject(of: LostUnderName.self, named: "main"))
    print(unforceInject(of: WishedWithoutName.self) as Any, inject(of: HadByNameOrNone.self, named: name))
}

func answered() {
    print(inject(of: HadByName.self, named: "main"), inject(of: HadElsewhere.self), inject(of: HadBySubtype.self))
    print(inject(of: HadInScope.self), inject(of: HadInPrivateImposer.self), inject(of: HadAsAlias.self))
}

func closures() -> [() -> Any] {
    [{ inject(of: LostInClosure.self) }, { { inject(of: LostInInnerClosure.self) }() }]
}

func tasks() async {
    await Task { print(inject(of: LostInTask.self)) }.value
    print(inject(of: LostAfterAwait.self))
}

struct Holder {
    let stored: any LostInStored = inject()
    static let fixed: any LostInStatic = inject()
}

let global: any LostInGlobal = inject()

actor Till {
    func open() -> any LostOnActor { inject() }
}

private enum Hidden {
    static func ask(for name: String) -> any LostInPrivate { inject() }
}

func locally() {
    func ask(_ number: Int) -> any LostInLocal { inject() }
    print(ask(1), Hidden.ask(for: "it"))
}

struct Shelf<Content> {
    init(_ part: any LostInGenericDefault = inject()) {}
    func concrete() -> any LostInGeneric { inject() }
    func content() -> Content { inject() }
}

func make<Part>(_ type: Part.Type) -> Part { inject() }
func makeUnseen() -> any UnseenByParameter { make((any UnseenByParameter).self) }

extension LostGateway {
    func pay(_ amount: Int, in currency: String) -> any LostInExtension { inject() }
}

extension String {
    func sell(to buyer: (Int) -> Void) -> any LostInForeignExtension { inject() }
}

func branches() {
    if MemoryLayout<Int>.size == 3 { print(inject(of: LostInBranch.self)) }
}
