import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Sensor: Sendable {}

private protocol HeatSensor: Sensor {}

private struct Thermometer: HeatSensor {}

private struct Probe: HeatSensor {}

/// A protocol that is never imposed here, like the next one.
private protocol Scale: Sendable {}

private final class Gauge: Sendable {
    init(scale: any Scale) {}
}

private final class Boiler: Sendable {
    init(burner: Burner) {}
}

private final class Burner: Sendable {
    init(boiler: Boiler) {}
}

private struct Leak: Error {}

/// The text of the error of an injection at House.swift:90.
private func errorText<T>(of type: T.Type, from imposer: Imposer, named name: InjectionName? = nil) -> String? {
    let error = #expect(throws: ImposeError.self) {
        try imposer.tryInject(of: type, named: name, fileID: "House/House.swift", line: 90)
    }
    return error?.description
}

/// The file that everything is imposed in.
private let file: StaticString = "House/Start.swift"

@Suite("Texts of errors", .imposing(empty: true))
struct ErrorTextTests {
    @Test("An error for a missing parameter has the path, where it began, and where to impose")
    func missingParameter() {
        let imposer = Imposer(label: "cellar")
        imposer.impose(for: Gauge.self, fileID: file, line: 5, Gauge.init)
        #expect(
            errorText(of: Gauge.self, from: imposer) == """
                Impose can't inject Scale: nothing is imposed for it.

                  To fix it:
                    1. No type of this program conforms to Scale. Let one conform, and impose that, beside House/Start.swift:5.

                  needed by  Gauge
                  path       Gauge → Scale
                  started    at House/House.swift:90
                  searched   private imposer "cellar" (1 registration)
                """
        )
    }

    @Test("An error for a tie lists all that tie in order of registration, with distances and places")
    func ambiguous() {
        let imposer = Imposer(label: "cellar")
        imposer.impose(for: Thermometer.self, fileID: file, line: 5, Thermometer())
        imposer.impose(for: Probe.self, option: .closureBased, fileID: file, line: 6, Probe())
        #expect(
            errorText(of: Sensor.self, from: imposer) == """
                Impose can't inject Sensor: 2 registrations are equally far from it, 1 step away.

                  To fix it:
                    1. Prefer one of them: at House/Start.swift:6, for instance, append:
                       .preferred()
                    2. Or impose Sensor itself, for instance by that one:
                       imposer.impose(for: Sensor.self) { (probe: Probe) in probe }

                  requested  at House/House.swift:90

                  Tied:
                    - Thermometer: 1 step, in private imposer "cellar", singleInstance, at House/Start.swift:5
                    - Probe: 1 step, in private imposer "cellar", closureBased, at House/Start.swift:6
                """
        )
    }

    @Test(
        "The fix of a tie under a name has the name, too"
    )
    func ambiguousNamed() throws {
        let imposer = Imposer()
        imposer.impose(for: Thermometer.self, named: "a", Thermometer())
        imposer.impose(for: Probe.self, named: "a", Probe())
        let text = try #require(errorText(of: Sensor.self, from: imposer, named: "a"))
        #expect(text.onOneLine.contains("imposer.impose(for: Sensor.self, named: \"a\") { (imposer: Imposer) in"))
    }

    @Test("An error for a cycle has the whole cycle, and how to cut it")
    func circular() {
        let imposer = Imposer()
        imposer.impose(for: Boiler.self, fileID: file, line: 5, Boiler.init)
        imposer.impose(for: Burner.self, fileID: file, line: 6, Burner.init)
        #expect(
            errorText(of: Boiler.self, from: imposer) == """
                Impose can't inject Boiler: it is needed to build itself.

                  To fix it:
                    1. Inject it later. In Burner, which is imposed at House/Start.swift:6, let the parameter of init and the property
                       be lazy, and read it as boiler(), not in init. The file needs import Impose:
                       boiler: Injected<Boiler>
                    2. Or leave out the parameter, and let the property inject when it is first read, as boiler():
                       let boiler = Injected<Boiler>()

                  started    at House/House.swift:90

                  The cycle:
                    - Boiler needs Burner, at House/Start.swift:5
                    - Burner needs Boiler, at House/Start.swift:6
                """
        )
    }

    @Test("An error for a cycle through a subtype says which registration each step came from")
    func circularThroughMatch() throws {
        let imposer = Imposer()
        imposer.impose(for: HeatSensor.self, fileID: file, line: 5) { (sensor: any Sensor) in
            withExtendedLifetime(sensor) { Probe() }
        }
        let text = try #require(errorText(of: Sensor.self, from: imposer))
        #expect(text.contains("\n    - HeatSensor needs Sensor, at House/Start.swift:5"))
        // That is the whole path, and is not said twice.
        #expect(!text.contains("path"))
    }

    @Test("An error for a provider that threw says what it threw, and where it was imposed")
    func providerFailed() {
        let imposer = Imposer()
        imposer.impose(for: Sensor.self, fileID: file, line: 5) { () throws -> any Sensor in throw Leak() }
        #expect(
            errorText(of: Sensor.self, from: imposer) == """
                Impose can't inject Sensor: its provider, imposed at House/Start.swift:5, threw an error.

                  To fix it:
                    1. Fix what the provider threw: Leak(). Nothing was cached, so the next injection calls it again.

                  requested  at House/House.swift:90
                  thrown     Leak()
                """
        )
    }

    @Test("An error for what belongs to the main actor says so, and two ways out")
    func isolation() async {
        let imposer = Imposer()
        imposer.impose(for: Sensor.self, fileID: file, line: 5) { @MainActor in Probe() }
        #expect(
            errorText(of: Sensor.self, from: imposer) == """
                Impose can't inject Sensor: its provider, imposed at House/Start.swift:5, belongs to the main actor, and the injection is not made there.

                  To fix it:
                    1. If the code at House/House.swift:90 can't await, inject it once on the main actor, in the test. It is kept, so it
                       can be injected anywhere from then on:
                       _ = imposer.inject(of: Sensor.self)
                    2. If it can, await it there:
                       try await imposer.injectAsync(of: Sensor.self)
                """
        )
    }

    @Test(
        "The fix of an isolation error under a name has the name, too"
    )
    func isolationNamed() async throws {
        let imposer = Imposer()
        imposer.impose(for: Sensor.self, named: "cold") { @MainActor in Probe() }
        let text = try #require(errorText(of: Sensor.self, from: imposer, named: "cold"))
        #expect(text.contains("inject(of: Sensor.self, named: \"cold\")"))
    }

    @Test(
        "The fix of an isolation error of another imposer injects from there"
    )
    func isolationFromImposer() async throws {
        let imposer = Imposer()
        imposer.impose(for: Sensor.self) { @MainActor in Probe() }
        let text = try #require(errorText(of: Sensor.self, from: imposer))
        #expect(text.contains("       _ = imposer.inject(of: Sensor.self)\n"))
        let type = ImposerType.custom("eu")
        Imposer.imposer(for: type).impose(for: Sensor.self) { @MainActor in Probe() }
        let global = #expect(throws: ImposeError.self) {
            try tryInject(from: type, of: Sensor.self, fileID: file, line: 12)
        }
        #expect(global?.description.contains("inject(from: .custom(\"eu\"), of: Sensor.self)") == true)
    }
}
