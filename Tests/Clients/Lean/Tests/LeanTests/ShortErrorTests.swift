import Foundation
import Impose
import TestSupport
import Testing

// One after the other, as the shop's texts are tested elsewhere. Compare text by text: each has to be enough for somebody who
// has nothing else, at three in the morning.
@Suite("Errors of a lean program", .serialized)
struct ShortErrorTests {
    private static let texts: [FailingShop.Injection: String] = [
        .missing: """
        Impose can't inject Gateway: nothing is imposed for it. Searched: private imposer "shop". Requested at \
        Shop/Checkout.swift:12.
        """,
        .missingParameter: """
        Impose can't inject Gateway: nothing is imposed for it. Searched: private imposer "shop". Requested at \
        Shop/Start.swift:20. Path, from Shop/Checkout.swift:12: Order → Checkout → Gateway.
        """,
        .missingNearName: """
        Impose can't inject Gateway named "sandbox": nothing is imposed for it. Searched: private imposer \
        "shop". Requested at Shop/Checkout.swift:12.
        """,
        .missingNearType: """
        Impose can't inject Gateway: nothing is imposed for it. Searched: private imposer "shop". Requested at \
        Shop/Checkout.swift:12.
        """,
        .missingNotGiven: """
        Impose can't inject User: nothing is imposed for it. Searched: private imposer "shop". Requested at \
        Shop/Start.swift:21. Path, from Shop/Checkout.swift:12: Profile → User.
        """,
        .ambiguous: """
        Impose can't inject Gateway: 2 registrations are equally far from it, 1 step away. Tied: Stripe at \
        Shop/Start.swift:20, Adyen at Shop/Start.swift:21. Requested at Shop/Checkout.swift:12.
        """,
        .ambiguousWorstCase: """
        Impose can't inject Gateway: 50 registrations are equally far from it, 1 step away. Tied: Bank<Visa, \
        Oslo> at Shop/Start.swift:100, Bank<Visa, Rome> at Shop/Start.swift:101, Bank<Visa, Bern> at \
        Shop/Start.swift:102 and 47 more. Requested at Shop/Start.swift:218. Path, from \
        Shop/Checkout.swift:12: Floor<Visa, Oslo> → Floor<Visa, Rome> → Floor<Visa, Bern> → … 14 more … → \
        Floor<Giro, Cork> → Floor<Giro, Nice> → Gateway.
        """,
        .circular: """
        Impose can't inject Stock: it is needed to build itself. Requested at Shop/Start.swift:21. Path, from \
        Shop/Checkout.swift:12: Stock → Depot → Stock.
        """,
        .providerFailed: """
        Impose can't inject Gateway: its provider, imposed at Shop/Start.swift:20, threw an error. Requested \
        at Shop/Checkout.swift:12. Thrown: Refused(reason: "no contract").
        """,
        .threadEnded: """
        Impose can't inject Gateway: the thread that was building it ended before its provider, imposed at \
        Shop/Start.swift:20, returned. Requested at Shop/Checkout.swift:12.
        """,
        .arguments: """
        Impose can't inject Bell: the arguments don't fit its provider, imposed at Shop/Start.swift:20, whose \
        parameters are (String). Given: (Int, String). Requested at Shop/Desk.swift:30.
        """,
        .unhashableArguments: """
        Impose can't inject Gateway: it is imposed as .singleInstance at Shop/Start.swift:20, which keeps one \
        instance for each list of arguments, and Till is not Hashable. Requested \
        at Shop/Desk.swift:30.
        """,
        .isolation: """
        Impose can't inject Gateway: its provider, imposed at Shop/Start.swift:20, belongs to the main actor, \
        and the injection is not made there. Requested at Shop/Checkout.swift:12.
        """,
        .isolationNotSendable: """
        Impose can't inject Drawer: its provider, imposed at Shop/Start.swift:20, belongs to the main actor, \
        Drawer is not Sendable, and it is awaited elsewhere. Requested at Shop/Checkout.swift:12.
        """,
        .asynchronous: """
        Impose can't inject Gateway: its provider, imposed at Shop/Start.swift:20, is asynchronous, its \
        instance has not been made, and this injection does not await it. Requested at Shop/Start.swift:21. \
        Path, from Shop/Checkout.swift:12: Checkout → Gateway.
        """,
        .cancelled: """
        Impose can't inject Gateway: the task that asked for it was cancelled before its provider, imposed at \
        Shop/Start.swift:20, had returned. Requested at Shop/Start.swift:21. Path, from \
        Shop/Checkout.swift:12: Checkout → Gateway.
        """,
        .disposed: """
        Impose can't inject Gateway: scope "request", opened at Shop/Desk.swift:28, was disposed of by \
        dispose() at Shop/Desk.swift:29. Requested at Shop/Checkout.swift:12.
        """,
        .disposedTwice: """
        Impose can't dispose of scope "request": it was disposed of by dispose() at Shop/Desk.swift:29. \
        Disposed at Shop/Desk.swift:30.
        """,
        .disposedShutDown: """
        Impose can't inject Gateway: private imposer "shop" was shut down at Shop/Desk.swift:29, and makes \
        nothing until it is reset. Requested at Shop/Checkout.swift:12.
        """,
        .disposerFailed: """
        Impose can't dispose of Gateway: a disposer of its registration at Shop/Start.swift:20 threw an error. \
        Disposed at Shop/Desk.swift:29. Thrown: Refused(reason: "a payment is open").
        """,
        .shutdownLate: """
        Impose can't dispose of Gateway: a disposer of its registration at Shop/Start.swift:20 was not done \
        when the time of the shutdown, 500 ms, was over. Shut down at Shop/Desk.swift:29.
        """,
        .shutdownLateBody: """
        Impose can't wait for scope "request", opened at Shop/Desk.swift:28: its body was still running when \
        the time of the shutdown, 500 ms, was over. Shut down at Shop/Desk.swift:29.
        """,
        .disposedWithBody: """
        Impose can't inject Gateway: primary belongs to Imposer.isolated at Shop/Desk.swift:28, which has \
        ended. Requested at Shop/Checkout.swift:12.
        """,
        .noScope: """
        Impose can't inject Gateway: it is imposed as .scopedInstance(in: "request") at Shop/Start.swift:20, \
        and no scope "request" encloses the injection: what runs is scope "session", opened at \
        Shop/Desk.swift:27. Requested at Shop/Checkout.swift:12.
        """,
        .weakValue: """
        Impose can't inject Gateway: it is imposed as .weakInstance at Shop/Start.swift:20, and its provider \
        made a value, of type Stripe, which can't be held weakly. Requested at Shop/Checkout.swift:12.
        """,
        .notStorable: """
        Impose can't store Gateway: it is imposed as .closureBased at Shop/Start.swift:20, which keeps no \
        instance that a stored one could replace. Stored at Shop/Desk.swift:30.
        """,
        .ownerReleased: """
        Impose can't inject Gateway: the object that owns the property is gone, and with it the imposer that \
        should answer. Requested at Shop/Desk.swift:5.
        """,
        .moduleCycle: """
        Impose can't provide Payments before Accounts: Accounts requires it, and it is itself waiting for \
        Accounts. Requested at Shop/Start.swift:20. Path: Payments → Accounts → Payments.
        """,
    ]

    /// Of the same kinds, but about something else.
    private static let others: [OtherFailure: String] = [
        .missingToStore: """
        Impose can't store Gateway named "live": nothing is imposed for exactly this type and name. Searched: \
        private imposer "shop". Stored at Shop/Desk.swift:30.
        """,
        .missingInScope: """
        Impose can't inject Gateway: nothing is imposed for it. Searched: scope "request", private imposer \
        "shop". Requested at Shop/Desk.swift:30.
        """,
        .missingUnbuilt: """
        Impose can't inject Gateway: nothing is imposed for it. Searched: private imposer "shop". Till, \
        imposed at Shop/Start.swift:20, could not be built to see whether it can be cast: Refused(). Requested \
        at Shop/Desk.swift:30.
        """,
        .assignedNil: """
        Impose can't inject Gateway: the property is nil because nil was assigned to it. Requested at \
        Shop/Desk.swift:5.
        """,
        .circularAcrossThreads: """
        Impose can't inject Stripe named "one": threads are building what the other ones need, in a cycle. \
        Requested at Shop/Desk.swift:30. Path, from Shop/Desk.swift:31: Stripe named "other" → Stripe named \
        "one" → Stripe named "other".
        """,
        .wrongClass: """
        Impose can't inject Drawer: its provider, imposed at Shop/Start.swift:20, made an instance of Till, \
        which is no Drawer. Requested at Shop/Desk.swift:30.
        """,
        .otherActor: """
        Impose can't inject Till: its provider, imposed at Shop/Start.swift:20, belongs to Vault, and \
        injections can only call the main actor's. Requested at Shop/Desk.swift:30.
        """,
        .conformance: """
        Impose can't inject Screen: Window, imposed at Shop/Start.swift:20, conforms only on its actor, and \
        this injection runs elsewhere. Requested at Shop/Desk.swift:30.
        """,
        .scopeEnding: """
        Impose can't inject Gateway: scope "request" is being disposed of, and the task that was making it was \
        cancelled for that. Requested at Shop/Desk.swift:30.
        """,
        .directoryGone: """
        Impose can't inject Gateway: primary belongs to an isolated directory that is gone, since nothing held \
        a reference to it any more. Requested at Shop/Desk.swift:30.
        """,
        .goneWeakly: """
        Impose can't inject Stripe: the property holds its instance weakly, and that is gone: nothing else \
        held it, or nil was assigned. Requested at Shop/Desk.swift:5.
        """,
        .noScopeAround: """
        Impose can't inject Till: it is imposed as .scopedInstance(in: "request") at Shop/Start.swift:20, and \
        no scope "request" encloses the injection: Ledger, a .singleInstance, is built outside such scopes, \
        even when it is asked for inside one. Requested at Shop/Start.swift:21. Path, from Shop/Desk.swift:30: \
        Ledger → Till.
        """,
        .weakValueOfWrapper: """
        Impose can't inject Gateway: the instance is a value, of type Coin, which can't be held weakly. \
        Requested at Shop/Desk.swift:5.
        """,
        .wrongClassToStore: """
        Impose can't store Drawer: the value is an instance of Till, which is no Drawer. Stored at \
        Shop/Desk.swift:30.
        """,
        .aliasToStore: """
        Impose can't store Gateway: its registration at Shop/Start.swift:21 is an alias of Stripe, and a value \
        of the one can't be made a value of the other. Stored at Shop/Desk.swift:30.
        """,
        .moduleOfItself: """
        Impose can't provide Accounts before itself: it requires a module of its own type. Requested at \
        Shop/Start.swift:20. Path: Accounts → Accounts.
        """,
        .several: """
        Impose can't inject Till: its provider, imposed at Shop/Start.swift:20, threw an error. Requested at \
        Shop/Desk.swift:30. Thrown: Refused(). Besides: Impose can't inject Gateway: its provider, imposed at \
        Shop/Start.swift:21, threw an error.
        """,
    ]

    /// Which of two threads closes the cycle is chance.
    private static let otherWayRound = """
        Impose can't inject Stripe named "other": threads are building what the other ones need, in a cycle. \
        Requested at Shop/Desk.swift:30. Path, from Shop/Desk.swift:31: Stripe named "one" → Stripe named "other" → \
        Stripe named "one".
        """

    @Test("The text is the one in the table", arguments: FailingShop.Injection.allCases)
    func text(_ failing: FailingShop.Injection) async throws {
        let error = try #require(await failing.error())
        #expect(error.kind == failing.kind)
        #expect(error.description == Self.texts[failing])
        expectShort(error)
    }

    @Test("The text of what fails in another way is, too", arguments: OtherFailure.allCases)
    func otherText(_ failing: OtherFailure) async throws {
        let error = try #require(await failing.error())
        if failing != .circularAcrossThreads || error.description != Self.otherWayRound {
            #expect(error.description == Self.others[failing])
        }
        expectShort(error)
    }

    /// What inspecting would have found is empty, and the rest is in the text.
    private func expectShort(_ error: ImposeError) {
        #expect(error.candidates.isEmpty)
        #expect(error.searched.isEmpty)
        #expect(error.recoverySuggestion == nil)
        #expect(!error.description.contains("\n"))
        #expect(error.errorDescription == error.description)
        #expect(error.failureReason.map { error.description.hasPrefix($0 + " ") } == true)
        #expect(error.description.contains(" at \(error.location)."))
        let steps = error.path.count > 7 ? Array(error.path.prefix(3)) : error.path
        if steps.count > 1 { #expect(error.description.contains(steps.map { "\($0)" }.joined(separator: " → "))) }
    }

    @Test("Every kind there is has a text", arguments: ImposeError.Kind.allCases)
    func kinds(_ kind: ImposeError.Kind) {
        #expect(FailingShop.Injection.allCases.contains { $0.kind == kind })
    }

    @Test("Path, location and the error that was thrown are known as always")
    func facts() async throws {
        let missing = try #require(await FailingShop.Injection.missingParameter.error())
        #expect(missing.path.map { "\($0)" } == ["Order", "Checkout", "Gateway"])
        #expect(
            missing.path.map { "\($0.location)" } == [
                "Shop/Checkout.swift:12", "Shop/Start.swift:21", "Shop/Start.swift:20",
            ]
        )
        #expect("\(missing.location)" == "Shop/Start.swift:20")
        #expect("\(missing.requested)" == "Gateway")
        #expect(missing.underlyingError == nil)
        let thrown = try #require(await FailingShop.Injection.providerFailed.error())
        #expect((thrown.underlyingError as? FailingShop.Refused)?.reason == "no contract")
        let named = try #require(await FailingShop.Injection.missingNearName.error())
        #expect(named.name == "sandbox")
    }

    @Test("What traps prints the same text")
    func traps() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Imposer(label: "shop").inject(of: FailingShop.Gateway.self, fileID: "Shop/Checkout.swift", line: 12)
            }
        )
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            output.contains(
                """
                Impose can't inject Gateway: nothing is imposed for it. Searched: private imposer "shop". \
                Requested at Shop/Checkout.swift:12.
                """
            )
        )
        #expect(!output.contains("Impose.Imposer"))
    }

    @Test("The library's own types are named without the module that they happen to be in")
    func ownTypes() {
        func text<T>(_ type: T.Type) -> String? {
            failure { () throws(ImposeError) in try Imposer(label: "shop").tryInject(of: type) }?.failureReason
        }
        #expect(text(Imposer.self) == "Impose can't inject Imposer: nothing is imposed for it.")
        #expect(text([Imposer].self) == "Impose can't inject Array<Imposer>: nothing is imposed for it.")
        #expect(text(Injected<Imposer>.self) == "Impose can't inject Injected<Imposer>: nothing is imposed for it.")
        #expect(
            text((Imposer, Imposer.SourceLocation).self)
                == "Impose can't inject (Imposer, SourceLocation): nothing is imposed for it."
        )
        #expect(
            text(((Imposer) -> ImposeError).self)
                == "Impose can't inject (Imposer) -> ImposeError: nothing is imposed for it."
        )
        #expect("\(Imposer.shared)" == "primary")
    }
}
