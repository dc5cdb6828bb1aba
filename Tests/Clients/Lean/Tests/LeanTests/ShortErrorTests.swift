import Foundation
import Impose
import TestSupport
import Testing

// One after the other, as the shop's texts are tested elsewhere. Compare text by text: each has to be enough for somebody who
// has nothing else, at three in the morning. The tables leave out the last line, which all have.
@Suite("Errors of a lean program", .serialized)
struct ShortErrorTests {
    private static let texts: [FailingShop.Injection: String] = [
        .missing: """
        Impose can't inject Gateway: nothing is imposed for it.
          requested  at Shop/Checkout.swift:12
          searched   private imposer "shop"
        """,
        .missingParameter: """
        Impose can't inject Gateway: nothing is imposed for it.
          needed by  Checkout, imposed at Shop/Start.swift:20
          path       Order → Checkout → Gateway, from Shop/Checkout.swift:12
          searched   private imposer "shop"
        """,
        .missingNearName: """
        Impose can't inject Gateway named "sandbox": nothing is imposed for it.
          requested  at Shop/Checkout.swift:12
          searched   private imposer "shop"
        """,
        .missingSameName: """
        Impose can't inject Gateway: nothing is imposed for it.
          requested  at Shop/Checkout.swift:12
          searched   private imposer "shop"
        """,
        .missingNotGiven: """
        Impose can't inject User: nothing is imposed for it.
          needed by  Profile, imposed at Shop/Start.swift:21
          path       Profile → User, from Shop/Checkout.swift:12
          searched   private imposer "shop"
        """,
        .ambiguous: """
        Impose can't inject Gateway: 2 registrations are equally far from it, 1 step away.
          requested  at Shop/Checkout.swift:12
          tied       Stripe at Shop/Start.swift:20, Adyen at Shop/Start.swift:21
        """,
        .ambiguousWorstCase: """
        Impose can't inject Gateway: 50 registrations are equally far from it, 1 step away.
          needed by  Floor<Giro, Nice>, imposed at Shop/Start.swift:218
          path       Floor<Visa, Oslo> → Floor<Visa, Rome> → Floor<Visa, Bern> → … 14 more … → Floor<Giro, Cork> → \
        Floor<Giro, Nice> → Gateway, from Shop/Checkout.swift:12
          tied       Bank<Visa, Oslo> at Shop/Start.swift:100, Bank<Visa, Rome> at Shop/Start.swift:101, Bank<Visa, \
        Bern> at Shop/Start.swift:102 and 47 more
        """,
        .circular: """
        Impose can't inject Stock: it is needed to build itself.
          needed by  Depot, imposed at Shop/Start.swift:21
          path       Stock → Depot → Stock, from Shop/Checkout.swift:12
        """,
        .providerFailed: """
        Impose can't inject Gateway: its provider, imposed at Shop/Start.swift:20, threw an error.
          requested  at Shop/Checkout.swift:12
          thrown     Refused(reason: "no contract")
        """,
        .threadEnded: """
        Impose can't inject Gateway: the thread that was building it ended before its provider, imposed at \
        Shop/Start.swift:20, returned.
          requested  at Shop/Checkout.swift:12
        """,
        .arguments: """
        Impose can't inject Bell: the arguments don't fit its provider, imposed at Shop/Start.swift:20, whose \
        parameters are (String).
          requested  at Shop/Desk.swift:30
          given      (Int, String)
        """,
        .unhashableArguments: """
        Impose can't inject Gateway: it is imposed as .singleInstance at Shop/Start.swift:20, which keeps one \
        instance for each list of arguments, and Till is not Hashable.
          requested  at Shop/Desk.swift:30
        """,
        .isolation: """
        Impose can't inject Gateway: its provider, imposed at Shop/Start.swift:20, belongs to the main actor, and the \
        injection is not made there.
          requested  at Shop/Checkout.swift:12
        """,
        .isolationNotSendable: """
        Impose can't inject Drawer: its provider, imposed at Shop/Start.swift:20, belongs to the main actor, Drawer \
        is not Sendable, and it is awaited elsewhere.
          requested  at Shop/Checkout.swift:12
        """,
        .asynchronous: """
        Impose can't inject Gateway: its provider, imposed at Shop/Start.swift:20, is asynchronous, its instance has \
        not been made, and this injection does not await it.
          needed by  Checkout, imposed at Shop/Start.swift:21
          path       Checkout → Gateway, from Shop/Checkout.swift:12
        """,
        .cancelled: """
        Impose can't inject Gateway: the task that asked for it was cancelled before its provider, imposed at \
        Shop/Start.swift:20, had returned.
          needed by  Checkout, imposed at Shop/Start.swift:21
          path       Checkout → Gateway, from Shop/Checkout.swift:12
        """,
        .disposed: """
        Impose can't inject Gateway: scope "request", opened at Shop/Desk.swift:28, was disposed of by dispose() at \
        Shop/Desk.swift:29.
          requested  at Shop/Checkout.swift:12
        """,
        .disposedTwice: """
        Impose can't dispose of scope "request": it was disposed of by dispose() at Shop/Desk.swift:29.
          disposed   at Shop/Desk.swift:30
        """,
        .disposedShutDown: """
        Impose can't inject Gateway: private imposer "shop" was shut down at Shop/Desk.swift:29, and makes nothing \
        until it is reset.
          requested  at Shop/Checkout.swift:12
        """,
        .disposerFailed: """
        Impose can't dispose of Gateway: a disposer of its registration at Shop/Start.swift:20 threw an error.
          disposed   at Shop/Desk.swift:29
          thrown     Refused(reason: "a payment is open")
        """,
        .shutdownLate: """
        Impose can't dispose of Gateway: a disposer of its registration at Shop/Start.swift:20 was not done when the \
        time of the shutdown, 500 ms, was over.
          shut down  at Shop/Desk.swift:29
        """,
        .shutdownLateBody: """
        Impose can't wait for scope "request", opened at Shop/Desk.swift:28: its body was still running when half of \
        the time of the shutdown, 500 ms, was over.
          shut down  at Shop/Desk.swift:29
        """,
        .disposedWithBody: """
        Impose can't inject Gateway: primary belongs to Imposer.isolated at Shop/Desk.swift:28, which has ended.
          requested  at Shop/Checkout.swift:12
        """,
        .noScope: """
        Impose can't inject Gateway: it is imposed as .scopedInstance(in: "request") at Shop/Start.swift:20, and no \
        scope "request" encloses the injection: what runs is scope "session", opened at Shop/Desk.swift:27.
          requested  at Shop/Checkout.swift:12
        """,
        .weakValue: """
        Impose can't inject Gateway: it is imposed as .weakInstance at Shop/Start.swift:20, and its provider made a \
        value, of type Stripe, which can't be held weakly.
          requested  at Shop/Checkout.swift:12
        """,
        .notStorable: """
        Impose can't store Gateway: it is imposed as .closureBased at Shop/Start.swift:20, which keeps no instance \
        that a stored one could replace.
          stored     at Shop/Desk.swift:30
        """,
        .ownerReleased: """
        Impose can't inject Gateway: the object that owns the property is gone, and with it the imposer that should \
        answer.
          requested  at Shop/Desk.swift:5
        """,
    ]

    /// Of the same kinds, but about something else.
    private static let others: [OtherFailure: String] = [
        .missingToStore: """
        Impose can't store Gateway named "live": nothing is imposed for exactly this type and name.
          stored     at Shop/Desk.swift:30
          searched   private imposer "shop"
        """,
        .missingInScope: """
        Impose can't inject Gateway: nothing is imposed for it.
          requested  at Shop/Desk.swift:30
          searched   scope "request", private imposer "shop"
        """,
        .missingUnbuilt: """
        Impose can't inject Gateway: nothing is imposed for it.
          requested  at Shop/Desk.swift:30
          searched   private imposer "shop"; Till, imposed at Shop/Start.swift:20, could not be built to see whether \
        it can be cast: Refused()
        """,
        .assignedNil: """
        Impose can't inject Gateway: the property is nil because nil was assigned to it.
          requested  at Shop/Desk.swift:5
        """,
        .circularAcrossThreads: """
        Impose can't inject Stripe named "one": threads are building what the other ones need, in a cycle.
          requested  at Shop/Desk.swift:30
          path       Stripe named "other" → Stripe named "one" → Stripe named "other", from Shop/Desk.swift:31
        """,
        .wrongClass: """
        Impose can't inject Drawer: its provider, imposed at Shop/Start.swift:20, made an instance of Till, which is \
        no Drawer.
          requested  at Shop/Desk.swift:30
        """,
        .otherActor: """
        Impose can't inject Till: its provider, imposed at Shop/Start.swift:20, belongs to Vault, and injections can \
        only call the main actor's.
          requested  at Shop/Desk.swift:30
        """,
        .conformance: """
        Impose can't inject Screen: Window, imposed at Shop/Start.swift:20, conforms only on its actor, and this \
        injection runs elsewhere.
          requested  at Shop/Desk.swift:30
        """,
        .scopeEnding: """
        Impose can't inject Gateway: scope "request", opened at Shop/Desk.swift:28, was disposed of by dispose() at \
        Shop/Desk.swift:29.
          requested  at Shop/Desk.swift:30
        """,
        .directoryGone: """
        Impose can't inject Gateway: primary belongs to an isolated directory that is gone, since nothing held a \
        reference to it any more.
          requested  at Shop/Desk.swift:30
        """,
        .goneWeakly: """
        Impose can't inject Stripe: the property holds its instance weakly, and that is gone: nothing else held it, \
        or nil was assigned.
          requested  at Shop/Desk.swift:5
        """,
        .noScopeAround: """
        Impose can't inject Till: it is imposed as .scopedInstance(in: "request") at Shop/Start.swift:20, and no \
        scope "request" encloses the injection: Ledger, a .singleInstance, is built outside such scopes, even when it \
        is asked for inside one.
          needed by  Ledger, imposed at Shop/Start.swift:21
          path       Ledger → Till, from Shop/Desk.swift:30
        """,
        .weakValueOfWrapper: """
        Impose can't inject Gateway: the instance is a value, of type Coin, which can't be held weakly.
          requested  at Shop/Desk.swift:5
        """,
        .wrongClassToStore: """
        Impose can't store Drawer: the value is an instance of Till, which is no Drawer.
          stored     at Shop/Desk.swift:30
        """,
        .aliasToStore: """
        Impose can't store Gateway: its registration at Shop/Start.swift:21 is an alias of Stripe, and a value of the \
        one can't be made a value of the other.
          stored     at Shop/Desk.swift:30
        """,
        .several: """
        Impose can't inject Till: its provider, imposed at Shop/Start.swift:20, threw an error.
          requested  at Shop/Desk.swift:30
          thrown     Refused()
          besides    Impose can't inject Gateway: its provider, imposed at Shop/Start.swift:21, threw an error.
        """,
    ]

    /// Which of two threads closes the cycle is chance.
    private static let otherWayRound = """
        Impose can't inject Stripe named "other": threads are building what the other ones need, in a cycle.
          requested  at Shop/Desk.swift:30
          path       Stripe named "one" → Stripe named "other" → Stripe named "one", from Shop/Desk.swift:31
        """

    @Test("The short text of each failure is the one in the table", arguments: FailingShop.Injection.allCases)
    func text(_ failing: FailingShop.Injection) async throws {
        let error = try #require(await failing.error())
        #expect(error.kind == failing.kind)
        #expect(try withoutLastLine(error) == Self.texts[failing])
        expectShort(error)
    }

    @Test("The short text of each other failure is the one in the table", arguments: OtherFailure.allCases)
    func otherText(_ failing: OtherFailure) async throws {
        let error = try #require(await failing.error())
        let text = try withoutLastLine(error)
        #expect(text == Self.others[failing] || failing == .circularAcrossThreads && text == Self.otherWayRound)
        expectShort(error)
    }

    /// The text up to the line that all of them end with.
    private func withoutLastLine(_ error: ImposeError) throws -> String {
        let lastLine = "\nLink ImposeInspecting to be told more."
        try #require(error.description.hasSuffix(lastLine))
        return String(error.description.dropLast(lastLine.count))
    }

    /// It has a line for each fact, at most six, and is the same wherever it is printed. What inspecting would have found is
    /// empty.
    private func expectShort(_ error: ImposeError) {
        let text = error.description
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect((3...6).contains(lines.count))
        #expect(lines.first.map(String.init) == error.failureReason)
        #expect(lines[1].hasSuffix(" at \(error.location)"))
        if error.path.count > 1 {
            let steps = error.path.count > 7 ? Array(error.path.prefix(3)) : error.path
            #expect(lines[2].hasPrefix("  path       \(steps.map { "\($0)" }.joined(separator: " → "))"))
            #expect(lines[2].hasSuffix(", from \(error.path[0].location)"))
        }
        #expect("\(error as any Error)" == text)
        #expect((error as any Error).localizedDescription == text)
        #expect(error.errorDescription == text)
        #expect(error.candidates.isEmpty)
        #expect(error.searched.isEmpty)
        #expect(error.recoverySuggestion == nil)
    }

    @Test("Every kind of error has a short text", arguments: ImposeError.Kind.allCases)
    func kinds(_ kind: ImposeError.Kind) {
        #expect(FailingShop.Injection.allCases.contains { $0.kind == kind })
    }

    @Test("Docs/Errors.md shows a short text as it is printed")
    func documented() async throws {
        let text = try #require(await FailingShop.Injection.missingParameter.error()).description
        let page = URL(filePath: #filePath).appending(path: "../../../../../../Docs/Errors.md").standardized
        #expect(try String(contentsOf: page, encoding: .utf8).contains("```text\n\(text)\n```"))
    }

    @Test("Errors of a lean program know path, location and the error that was thrown")
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

    @Test("A program that lacks something deep down prints the way there when it stops")
    func traps() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let start: StaticString = "Shop/Start.swift"
                Imposer.impose(for: FailingShop.Bell.self, fileID: start, line: 21) { (_: FailingShop.Order) in
                    FailingShop.Bell(material: "brass")
                }
                Imposer.impose(for: FailingShop.Order.self, fileID: start, line: 22, FailingShop.Order.init)
                Imposer.impose(for: FailingShop.Checkout.self, fileID: start, line: 23, FailingShop.Checkout.init)
                _ = inject(of: FailingShop.Bell.self, fileID: "Shop/Main.swift", line: 12)
            }
        )
        let output = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            output.contains(
                """
                Shop/Start.swift:23: Fatal error: Impose can't inject Gateway: nothing is imposed for it.
                  needed by  Checkout, imposed at Shop/Start.swift:23
                  path       Bell → Order → Checkout → Gateway, from Shop/Main.swift:12
                  searched   primary
                Link ImposeInspecting to be told more.

                """
            ),
            "\(output)"
        )
    }

    @Test("The short text of a provider's failure has what was thrown on one line")
    func thrownOnLines() throws {
        struct Answer: Error, CustomStringConvertible {
            let description = "HTTP 502\n\n<html>\r\n  Bad gateway\n</html>"
        }
        let imposer = Imposer(label: "shop")
        imposer.impose(for: FailingShop.Till.self, fileID: "Shop/Start.swift", line: 20) {
            () throws -> FailingShop.Till in throw Answer()
        }
        let error = try #require(failure { () throws(ImposeError) in try imposer.tryInject(of: FailingShop.Till.self) })
        expectShort(error)
        #expect(error.description.contains("\n  thrown     HTTP 502 <html>   Bad gateway </html>\n"))
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
