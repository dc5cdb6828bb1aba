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
        expectSnapshot(errorText(of: Gauge.self, from: imposer), "ErrorText-missingParameter")
    }

    @Test("An error for a tie lists all that tie in order of registration, with distances and places")
    func ambiguous() {
        let imposer = Imposer(label: "cellar")
        imposer.impose(for: Thermometer.self, fileID: file, line: 5, Thermometer())
        imposer.impose(for: Probe.self, option: .closureBased, fileID: file, line: 6, Probe())
        expectSnapshot(errorText(of: Sensor.self, from: imposer), "ErrorText-ambiguous")
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
        expectSnapshot(errorText(of: Boiler.self, from: imposer), "ErrorText-circular")
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
        expectSnapshot(errorText(of: Sensor.self, from: imposer), "ErrorText-providerFailed")
    }

    @Test("An error for what belongs to the main actor says so, and two ways out")
    func isolation() async {
        let imposer = Imposer()
        imposer.impose(for: Sensor.self, fileID: file, line: 5) { @MainActor in Probe() }
        expectSnapshot(errorText(of: Sensor.self, from: imposer), "ErrorText-isolation")
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
