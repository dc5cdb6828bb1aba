import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Tariff: AnyObject, Sendable {}
private final class Discount: Tariff {}
final class Guide: Sendable {}
// Not private: an optimised program has no private types that nobody asks about.
struct GuidedTour {
    @Injected var guide: Guide
}
private final class Pump: @unchecked Sendable {
    @Injected var valve: Valve
}
private final class Valve: @unchecked Sendable {
    @Injected var pump: Pump
}
private protocol Fruit {}
private final class Apple: Fruit, Sendable {}
private class Pear: Fruit, @unchecked Sendable {}
private final class Nashi: Pear, @unchecked Sendable {}

private protocol Gauge: Sendable {}
private struct TankGauge: Gauge {}
private struct SmoothedGauge: Gauge {
    let inner: any Gauge
}

final class Tug {
    @OwnerInjected var horn: Horn
}
struct Horn: Sendable {}
protocol Polish: Sendable {}
struct Wax: Polish {}
struct Workshop {
    @InjectedAll var polishes: [any Polish]
}

struct Judge: Sendable {}
final class Minutes: Sendable {
    let judge: Judge

    init(judge: Judge) { self.judge = judge }
}
final class Trail: Sendable {}
final class Feed: Sendable {}

protocol Turnstile: AnyObject, Sendable {}
final class SpyTurnstile: Turnstile {}
struct Lobby {
    @UnforceInjected var turnstile: SpyTurnstile?
}

/// The texts in which the line to type is found by what else the program has.
@Suite("Texts say what to type", .imposing(empty: true))
struct LineToTypeTests {
    private let file: StaticString = "Shop/Start.swift"

    private func text<T>(of body: () throws(ImposeError) -> T) -> String {
        do throws(ImposeError) {
            _ = try body()
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("An error says of an owner that names no imposer which private one it is to name")
    func silentOwnerOfPrivateImposer() {
        let harbour = Imposer(label: "harbour")
        harbour.impose(for: Horn.self, fileID: file, line: 5, Horn())
        let tug = Tug()
        let text = text { () throws(ImposeError) in try tug.$horn.tryInject() }
        #expect(text.contains("Shop/Start.swift:5, and was not searched, since its owner, Tug, names no imposer."))
        #expect(
            text.contains("1. Let the owner name that imposer, by its property `imposer`, which is to return private")
        )
        withExtendedLifetime((harbour, tug)) {}
    }

    @Test("A finding about a replaced registration that is injected with all says to impose both")
    func replacedAmongAll() throws {
        Imposer.impose(for: (any Polish).self, fileID: file, line: 5, Wax())
        Imposer.impose(for: (any Polish).self, fileID: #fileID, line: 9, Wax())
        let replaced = Imposer.shared.validate().findings.filter { $0.kind == .replaced }
        let fix = try #require(replaced.count == 1 ? replaced[0].fix : nil)
        #expect(fix.contains("If both are to be among them, impose each for its own type"))
        #expect(
            fix.contains(
                "in place of Polish.self, write:\n   Wax.self\n2. If not: delete the registration at Shop/Start.swift:5"
            )
        )
    }

    @Test("An error after removeAll() offers reset() at that line")
    func removedAll() {
        Imposer.impose(for: Horn.self, Horn())
        Imposer.removeAll(fileID: file, line: 5)
        let text = text { () throws(ImposeError) in try tryInject(of: Horn.self, fileID: file, line: 7) }
        #expect(
            text.hasPrefix(
                """
                Impose can't inject Horn: it was removed at Shop/Start.swift:5, by removeAll().

                  To fix it:
                    1. If that is to drop instances alone: at Shop/Start.swift:5, in place of removeAll(), write:
                       Imposer.reset()
                """
            ),
            "\(text)"
        )
        let other = self.text { () throws(ImposeError) in try tryInject(of: Feed.self) }
        #expect(!other.contains("removeAll"))
    }

    @Test("An error for a tie with a test's double says for which protocol to impose the double")
    func tiedDouble() {
        Imposer.impose(for: Apple.self, fileID: file, line: 5, Apple())
        Imposer.impose(for: Pear.self, fileID: "ShopTests/OrderTests.swift", line: 6, Pear())
        let text = text { () throws(ImposeError) in try tryInject(of: (any Fruit).self, fileID: file, line: 9) }
        #expect(
            text.contains(
                """
                    1. Impose the double for what is asked for: at ShopTests/OrderTests.swift:6, in place of Pear.self, write:
                       Fruit.self

                """
            ),
            "\(text)"
        )
    }

    @Test("An error for a double imposed for its protocol offers to ask for that, or a cast")
    func lookedAtDouble() {
        Imposer.impose(for: (any Turnstile).self, fileID: file, line: 5, SpyTurnstile())
        let explanation = "\(Imposer.explain(SpyTurnstile?.self))"
        #expect(
            explanation.contains(
                """
                  1. Ask for what is imposed: in Lobby, for turnstile, in place of SpyTurnstile?, write:
                     (any Turnstile)?
                """
            ),
            "\(explanation)"
        )
        _ = inject(of: (any Turnstile).self)
        let text = text { () throws(ImposeError) in try tryInject(of: SpyTurnstile.self, fileID: file, line: 9) }
        #expect(
            text.contains(
                """
                    1. Allow casting, at Shop/Start.swift:9:
                       inject(of: SpyTurnstile.self, ifNoMatchUse: .nearestAndCastable)
                """
            ),
            "\(text)"
        )
    }

    @Test("An error in a private imposer without a parent gives it one, where it is made")
    func parentless() {
        Imposer.impose(for: Horn.self, fileID: file, line: 5, Horn())
        let dome = Imposer(label: "dome", fileID: file, line: 7)
        let text = text { () throws(ImposeError) in try dome.tryInject(of: Horn.self, fileID: file, line: 9) }
        #expect(
            text.contains(
                """
                    1. Let it search there: at Shop/Start.swift:7, where private imposer "dome" is made, write:
                       Imposer(parent: .shared, label: "dome")
                """
            ),
            "\(text)"
        )
        withExtendedLifetime(dome) {}
    }

    @Test("An error in a scope beside the one that has the value says where to open it instead")
    func openedOutside() {
        Imposer.expectGiven(Judge.self, in: "sitting", fileID: file, line: 4)
        Imposer.impose(for: Minutes.self, option: .closureBased, fileID: file, line: 5, Minutes.init)
        let sitting = Imposer.openScope("sitting", fileID: file, line: 7)
        sitting.give(Judge(), fileID: file, line: 8)
        let hearing = Imposer.openScope("hearing", fileID: file, line: 9)
        let text = text { () throws(ImposeError) in try hearing.tryInject(of: Minutes.self, fileID: file, line: 11) }
        #expect(text.onOneLine.contains("at Shop/Start.swift:9, in place of Imposer.openScope, write:"), "\(text)")
        #expect(text.contains("scope.openScope(\"hearing\")"), "\(text)")
        sitting.dispose()
        let alone = self.text { () throws(ImposeError) in
            try hearing.tryInject(of: Minutes.self, fileID: file, line: 11)
        }
        #expect(alone.contains("return scope.inject(of: Minutes.self) }"), "\(alone)")
    }

    @Test("An error for a value stored for a protocol says to impose the concrete type for that")
    func storedForProtocol() {
        Imposer.impose(for: Wax.self, fileID: file, line: 5, Wax())
        let text = text { () throws(ImposeError) in
            try Imposer.shared.store(Wax(), for: (any Polish).self, fileID: file, line: 7)
        }
        #expect(
            text.hasPrefix(
                """
                Impose can't store Polish: it is read by what Shop/Start.swift:5 imposes for Wax, and nothing is imposed for \
                exactly this type.

                  To fix it:
                    1. Impose it for what is stored: at Shop/Start.swift:5, in place of Wax.self, write:
                       Polish.self

                """
            ),
            "\(text)"
        )
    }

    @Test("An error for a value given too far inside says to give it to the outer scope")
    func givenTooFarIn() {
        Imposer.impose(for: Minutes.self, option: .scopedInstance(in: "sitting"), fileID: file, line: 5, Minutes.init)
        let sitting = Imposer.openScope("sitting", fileID: file, line: 7)
        let hearing = sitting.openScope("hearing", fileID: file, line: 8)
        hearing.give(Judge(), fileID: file, line: 9)
        let text = text { () throws(ImposeError) in try hearing.tryInject(of: Minutes.self, fileID: file, line: 11) }
        #expect(
            text.contains(
                """
                    1. If each scope "hearing" may have its own Minutes: at Shop/Start.swift:5, impose it with:
                       option: .scopedInstance(in: "hearing")
                    2. If all of scope "sitting" is to have one Judge, give it to the scope that Shop/Start.swift:7 opens, before
                       anything is injected there. In a block, `scope` is its parameter:
                       scope.give(judge, for: Judge.self)
                """
            ),
            "\(text)"
        )
    }

    @Test("An error of a disposer that injects what goes with it says to let the instance hold it")
    func injectingDisposer() async {
        Imposer.impose(for: Trail.self, Trail())
        Imposer.impose(for: Feed.self, fileID: file, line: 6, Feed()).onDispose { _ in _ = try tryInject(of: Trail.self)
        }
        _ = inject(of: Feed.self)
        let text = "\(await Imposer.shutdown())"
        #expect(
            text.contains(
                "its disposer, at Shop/Start.swift:6, injects Trail, and what is disposed of with it can't be injected"
            )
        )
        #expect(
            text.contains(
                """
                    1. Let Feed hold Trail, and the disposer use that: at Shop/Start.swift:6, let the provider take it, by a parameter
                       of type:
                       Trail
                """
            ),
            "\(text)"
        )
        Imposer.reset()
    }

    @Test("An error for a value stored for its own type says to store it for the imposed protocol")
    func storedForItself() {
        Imposer.impose(for: Tariff.self, fileID: file, line: 5) { Discount() }
        let text = text { () throws(ImposeError) in try Imposer.store(Discount(), fileID: file, line: 9) }
        #expect(
            text.hasPrefix(
                """
                Impose can't store Discount: nothing is imposed for it, but Tariff, which it conforms to, is, at Shop/Start.swift:5.

                  To fix it:
                    1. Store it for Tariff: let the call at Shop/Start.swift:9 end with:
                       for: Tariff.self)
                """
            )
        )
    }

    @Test("An error of a property first read after the block of its scope injects it at creation")
    func readAfterBlock() {
        Imposer.impose(for: Guide.self, option: .scopedInstance, Guide.init)
        let tour = Imposer.withScope("visit") { _ in GuidedTour() }
        let text = text { () throws(ImposeError) in try tour.$guide.tryInject() }
        #expect(text.contains("Let the property inject when GuidedTour is made, inside the block: at\n"))
        #expect(text.contains("\n       @Injected(when: .creation) var guide: Guide"))
    }

    @Test("An error for a cycle through properties names the property that closes it")
    func cycleOfProperties() {
        // As where both are read while they are made.
        Imposer.impose(for: Pump.self) {
            let pump = Pump()
            _ = try pump.$valve.tryInject()
            return pump
        }
        Imposer.impose(for: Valve.self) {
            let valve = Valve()
            _ = try valve.$pump.tryInject()
            return valve
        }
        let text = text { () throws(ImposeError) in try tryInject(of: Pump.self) }
        #expect(
            text.contains("Let Valve.pump inject when it is first read, and read it nowhere while Valve is made: at")
        )
        #expect(text.contains("\n       @Injected var pump: Pump\n"))
    }

    @Test("An error for a tie beside a preferred registration further away says how to choose that")
    func preferredFurtherAway() {
        Imposer.impose(for: Apple.self, fileID: file, line: 5, Apple.init)
        Imposer.impose(for: Pear.self, fileID: file, line: 6, Pear.init)
        Imposer.impose(for: Nashi.self, fileID: file, line: 7, Nashi.init).preferred()
        let text = text { () throws(ImposeError) in try tryInject(of: Fruit.self) }
        #expect(text.contains("1. Nashi, imposed at Shop/Start.swift:7, is preferred, but 2 steps away"))
        #expect(text.contains("\n       Imposer.impose(for: Fruit.self) { (nashi: Nashi) in nashi }\n"))
    }

    @Test("explain() of an optional that nothing answers says what would make it more than nil")
    func explainedOptional() {
        Imposer.impose(for: Tariff.self, fileID: file, line: 5) { Discount() }
        expectSnapshot("\(Imposer.explain(Discount?.self, fileID: file, line: 9))", "LineToType-explainedOptional")
    }

    @Test("An error and a finding for a need of a parentless imposer say how to give it a parent")
    func parent() {
        Imposer.impose(for: Guide.self, fileID: file, line: 5, Guide.init)
        let desk = Imposer(label: "desk", fileID: file, line: 4)
        desk.impose(for: Pear.self, fileID: file, line: 6) { (_: Guide) in Pear() }
        let making =
            "at Shop/Start.swift:4, where private imposer \"desk\" is made, write:\n       Imposer(parent: .shared, label: \"desk\")\n"
        #expect(text { () throws(ImposeError) in try desk.tryInject(of: Pear.self) }.contains(making))
        #expect("\(desk.validate())".contains("write:\n       Imposer(parent: .shared, label: \"desk\")"))
    }

    @Test("An error for a decorator that asks for its own alias says what it is to ask for")
    func aliasOfItself() {
        Imposer.impose(for: TankGauge.self, fileID: file, line: 5, TankGauge.init)
        Imposer.impose(for: SmoothedGauge.self, fileID: file, line: 6) { (inner: any Gauge) in
            SmoothedGauge(inner: inner)
        }
        .alias(Gauge.self, fileID: file, line: 7) { $0 }
        let texts = [
            text { () throws(ImposeError) in try tryInject(of: Gauge.self) },
            text { () throws(ImposeError) in try tryInject(of: SmoothedGauge.self) },
        ]
        for text in texts {
            #expect(text.contains("asks for any Gauge, which is an alias of it, made at Shop/Start.swift:7."))
            #expect(text.contains("1. Ask for what Shop/Start.swift:5 imposes: at Shop/Start.swift:6"))
            #expect(text.contains("\n       TankGauge\n"))
        }
    }

    @Test("An error for what was imposed after prepare() says to move that call")
    func preparedTooEarly() async throws {
        Imposer.impose(for: Guide.self, fileID: file, line: 3) { () async in Guide() }
        try await Imposer.prepare(fileID: file, line: 4)
        Imposer.impose(for: Feed.self, fileID: file, line: 6) { () async in Feed() }
        let text = text { () throws(ImposeError) in try tryInject(of: Feed.self) }
        let cause = "is asynchronous, and prepare() at Shop/Start.swift:4 ran before it was imposed."
        #expect(text.contains("its provider, imposed at Shop/Start.swift:6, \(cause)"), "\(text)")
        let call =
            "1. Move this call, at Shop/Start.swift:4, behind all that imposes:\n       try await Imposer.prepare()\n"
        #expect(text.contains(call), "\(text)")
        try await Imposer.prepare(fileID: file, line: 8)
        #expect(self.text { () throws(ImposeError) in try tryInject(of: Feed.self) }.isEmpty)
        Imposer.reset()
        let after = self.text { () throws(ImposeError) in try tryInject(of: Feed.self) }
        let loss = "a reset or dispose() has released what prepare() made at Shop/Start.swift:8."
        #expect(after.contains(loss), "\(after)")
        let again = "1. Prepare again after each reset:"
        #expect(after.contains("\(again)\n       try await Imposer.prepare()\n"), "\(after)")
        // A scope prepares what it keeps, and a private imposer is not prepared with the primary one.
        Imposer.impose(for: Horn.self, fileID: file, line: 9) { () async in Horn() }
        let scope = Imposer.openScope("sea", fileID: file, line: 10)
        try await scope.prepare(fileID: file, line: 11)
        let horn = self.text { () throws(ImposeError) in try tryInject(of: Horn.self) }
        #expect(horn.contains("prepare() at Shop/Start.swift:8 ran before it was imposed."), "\(horn)")
        let own = Imposer(parent: .shared)
        own.impose(for: Minutes.self, fileID: file, line: 12) { () async in Minutes(judge: Judge()) }
        try await Imposer.prepare(fileID: file, line: 13)
        let minutes = self.text { () throws(ImposeError) in try own.tryInject(of: Minutes.self) }
        #expect(minutes.contains("its instance has not been made"), "\(minutes)")
        // Not made: weak instances are left out.
        Imposer.impose(for: Trail.self, option: .weakInstance, fileID: file, line: 7) { () async in Trail() }
        #expect(!self.text { () throws(ImposeError) in try tryInject(of: Trail.self) }.contains("ran before"))
    }

    @Test("An error of a property first read after a shutdown injects it at creation")
    func readAfterShutdown() async {
        Imposer.impose(for: Guide.self, Guide.init)
        let tour = GuidedTour()
        await Imposer.shutdown(fileID: file, line: 4)
        let text = text { () throws(ImposeError) in try tour.$guide.tryInject() }
        #expect(text.contains("1. Let the property inject when GuidedTour is made, before the shutdown: at"))
        #expect(text.contains("\n       @Injected(when: .creation) var guide: Guide"), "\(text)")
    }

    @Test("An error for what is the main actor's says in a test to await it, or run the test there")
    func mainActorInTest() async {
        Imposer.impose(for: Guide.self) { @MainActor in Guide() }
        let text = text { () throws(ImposeError) in try tryInject(of: Guide.self) }
        #expect(text.contains("1. Await it, at ImposeInspectingTests/LineToTypeTests.swift:"))
        #expect(
            text.contains(
                ":\n       try await injectAsync(of: Guide.self)\n    2. Or let the test run on the main actor"
            )
        )
        #expect(text.contains(": in front of @Test, write:\n       @MainActor"), "\(text)")
    }

    @Test("explain() says of a nearer type imposed for itself alone how it would answer")
    func imposedLater() {
        Imposer.impose(for: Fruit.self, fileID: file, line: 5, Apple())
        Imposer.impose(for: Pear.self, fileID: file, line: 6, Pear())
        let text = "\(Imposer.explain(Fruit.self))"
        let line =
            "1. Impose Pear for what is asked for: at Shop/Start.swift:6, in place of Pear.self, write:\n     Fruit.self"
        #expect(text.hasSuffix("\nIf another one should answer:\n  \(line)"), "\(text)")
        #expect(!"\(Imposer.explain(Pear.self))".contains("should answer"))
    }

    @Test("An error for a value stored for an alias says to impose its type in place of the original")
    func storedForAlias() {
        Imposer.impose(for: Apple.self, fileID: file, line: 5, Apple()).alias(Fruit.self, fileID: file, line: 6) { $0 }
        let text = text { () throws(ImposeError) in try Imposer.store(Pear(), for: (any Fruit).self) }
        let line =
            "Delete the alias, and impose it for what is stored: at Shop/Start.swift:5, in place of Apple.self, write:"
        #expect(
            text.onOneLine.contains("1. \(line) Fruit.self 2. Store the original"),
            "\(text)"
        )
    }

    @Test("An error for an argument of the wrong type means the parameter that nothing is imposed for")
    func argumentForWhatIsMissing() {
        Imposer.impose(for: Trail.self, Trail.init)
        Imposer.impose(for: Feed.self, option: .closureBased, fileID: file, line: 5) { (_: Guide, _: Trail) in Feed() }
        let text = text { () throws(ImposeError) in
            try tryInject(of: Feed.self, arguments: "Ada", fileID: file, line: 9)
        }
        #expect(
            text.contains(
                "argument 1 is a String, and its provider, imposed at Shop/Start.swift:5, takes a Guide there."
            )
        )
        #expect(text.contains("1. At Shop/Start.swift:9, give a Guide as argument 1."), "\(text)")
    }

    @Test(
        "An error for a plain value of an initializer offers its default, and no argument"
    )
    func valueOfProvider() {
        Imposer.impose(for: (any Buoy).self, fileID: file, line: 5, BellBuoy.init)
        Imposer.impose(for: Feed.self, fileID: file, line: 6) { (_: any Buoy) in Feed() }
        let text = text { () throws(ImposeError) in try tryInject(of: Feed.self) }
        // Another test may have a number in a private imposer, of which a text speaks first.
        let line = "If the initializer has a default value for it, leave it out: at Shop/Start.swift:5, impose:"
        #expect(text.contains("\(line)\n       Imposer.impose(for: Buoy.self) { BellBuoy() }\n"), "\(text)")
        #expect(!text.contains("argument"))
    }

    @Test("An error for a constrained protocol that is imposed without its arguments adds them")
    func withoutArguments() {
        Imposer.impose(for: (any Archive).self, fileID: file, line: 5, MapArchive.init)
        let text = text { () throws(ImposeError) in try tryInject(of: (any Archive<Guide>).self, fileID: file, line: 9)
        }
        let line = "at Shop/Start.swift:5, in place of Archive.self, write:\n       (any Archive<Guide>).self\n"
        #expect(text.contains("1. Impose it for what is asked for: \(line)"), "\(text)")
    }

    @Test("An error of a property names the private imposer that has its type, to inject from there")
    func propertyOfPrivateImposer() {
        let rink = Imposer(label: "rink", fileID: file, line: 4)
        rink.impose(for: Guide.self, fileID: file, line: 5, Guide.init)
        let text = text { () throws(ImposeError) in try GuidedTour().$guide.tryInject() }
        #expect(
            text.contains(
                "1. Inject it from private imposer \"rink\", made at Shop/Start.swift:4 and called .rink here"
            )
        )
        #expect(text.contains(":\n       @Injected(from: .rink) var guide: Guide\n"), "\(text)")
        withExtendedLifetime(rink) {}
    }
}

private protocol Archive<Item>: Sendable {
    associatedtype Item
}
private protocol Buoy: Sendable {}
private struct BellBuoy: Buoy {
    let strokes: Int

    init(strokes: Int = 4) { self.strokes = strokes }
}
private struct MapArchive: Archive {
    typealias Item = Guide
}
