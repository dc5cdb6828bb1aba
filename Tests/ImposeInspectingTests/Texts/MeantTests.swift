import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Timetable: Sendable {}
private struct NorthTimetable: Timetable {}
private struct SouthTimetable: Timetable {}
private struct Batch: Sendable {
    init(flour: String, kilos: Double, loaves: Int) {}
}
private struct Thermometer: Sendable {}
private final class Clock {
    @OwnerInjected var thermometer: Thermometer
}
private protocol Inspection: Sendable {}
private struct Yearly: Inspection {}
private final class SwingGate: Inspection {}
private final class WinterGate: Sendable {
    let inspection: any Inspection = Yearly()
}
private struct Take: Sendable {
    init(marker: @Sendable (Int) -> Void) {}
}

private struct Ride: Sendable {
    init(city: String) {}
}
private struct Journey: Sendable {
    init(city: String, ride: Ride) {}
}
private struct Guest: Sendable {}
private struct Room: Sendable {
    init(guest: Guest) {}
}
private struct Stay: Sendable {
    init(guest: Guest, room: Room) {}
}

private let setup: StaticString = "Shop/Setup.swift"
private let desk: StaticString = "Shop/Desk.swift"

@Suite("What was most likely meant comes first", .imposing(empty: true))
struct MeantTests {
    private func text(_ body: () throws -> Void) throws -> String {
        try #require((#expect(throws: ImposeError.self) { try body() })?.description.onOneLine)
    }

    @Test("An error says of a copied line with the old name that it has replaced the original")
    func copiedLine() throws {
        Imposer.impose(for: Timetable.self, named: "north", fileID: setup, line: 3, NorthTimetable())
        Imposer.impose(for: Timetable.self, named: "north", fileID: setup, line: 4, SouthTimetable())
        let found = try text { _ = try tryInject(of: (any Timetable).self, named: "south") }
        #expect(
            found.hasPrefix(
                """
                Impose can't inject Timetable named "south": nothing is imposed for it, and "north", at Shop/Setup.swift:4, has \
                taken the place of what Shop/Setup.swift:3 imposes. To fix it: 1. If Shop/Setup.swift:4 is to impose it: there, \
                in place of named: "north", write: named: "south" 2. Impose it before it is requested
                """
            )
        )
        // Of the types that conform, the one that is named like it.
        #expect(found.contains("for instance by SouthTimetable, one of those that conform: "))
        // Nothing is said of it where the name that is asked for is the one that was replaced.
        #expect(try tryInject(of: (any Timetable).self, named: "north") is SouthTimetable)
    }

    @Test("An error names the one of two arguments of a type that stands where another is taken")
    func alikeArguments() throws {
        Imposer.impose(for: Batch.self, option: .closureBased, Batch.init)
        let all = try text {
            _ = try tryInject(of: Batch.self, arguments: "rye", 30, 40, fileID: desk, line: 9)
        }
        #expect(all.contains("argument 2 is an Int, and its provider"))
        #expect(all.hasSuffix("1. At Shop/Desk.swift:9, wrap argument 2 in: Double(...)"))
        let some = try text { _ = try tryInject(of: Batch.self, arguments: 30, 40, fileID: desk, line: 9) }
        #expect(some.contains("argument 1 or 2 is an Int, and its provider"))
    }

    @Test("An error for an owner that names no imposer has the whole extension to type")
    func silentOwner() throws {
        let sauna = Imposer(label: "sauna")
        sauna.impose(for: Thermometer.self, Thermometer())
        let clock = Clock()
        let found = try text { _ = try clock.$thermometer.tryInject() }
        withExtendedLifetime(clock) {}
        #expect(found.contains(": extension Clock: InjectionOwner { var imposer: Imposer { .sauna } }"))
    }

    @Test("An error for an alias of a removed registration adds it to what took the place of that")
    func alias() throws {
        Imposer.impose(for: SwingGate.self, SwingGate.init).alias(Inspection.self, fileID: setup, line: 3) { $0 }
        Imposer.remove(for: SwingGate.self, fileID: setup, line: 5)
        Imposer.impose(for: WinterGate.self, fileID: setup, line: 6, WinterGate.init)
        let found = try text { _ = try tryInject(of: (any Inspection).self) }
        #expect(
            found.contains(
                """
                1. If WinterGate takes the place of SwingGate: at Shop/Setup.swift:6, append: .alias(Inspection.self) { \
                $0.inspection } 2. Delete this call, at Shop/Setup.swift:5
                """
            )
        )
        Imposer.impose(for: WinterGate.self, WinterGate.init).alias(Inspection.self) { $0.inspection }
        #expect(try tryInject(of: (any Inspection).self) is Yearly)
    }

    @Test("An error for a function as an argument does not offer to make it Hashable")
    func function() throws {
        Imposer.impose(for: Take.self, fileID: setup, line: 3) { (marker: @escaping @Sendable (Int) -> Void) in
            Take(marker: marker)
        }
        let marker: @Sendable (Int) -> Void = { _ in }
        let found = try text { _ = try tryInject(of: Take.self, arguments: marker) }
        #expect(
            found.contains(
                "To fix it: 1. Keep no instance: at Shop/Setup.swift:3, impose it with: option: .closureBased"
            )
        )
        #expect(!found.contains("make"))
    }

    @Test("An error says that arguments are not passed on, and a finding says the same")
    func passing() throws {
        Imposer.impose(for: Ride.self, option: .closureBased, fileID: setup, line: 3, Ride.init)
            .expectingArguments(String.self)
        Imposer.impose(for: Journey.self, option: .closureBased, fileID: setup, line: 4, Journey.init)
            .expectingArguments(String.self)
        let fix = """
            1. Arguments are not passed on. At Shop/Setup.swift:4, impose Journey with a closure that takes (imposer: Imposer), \
            and gets Ride by: try imposer.tryInject(of: Ride.self, arguments: string)
            """
        let found = try text { _ = try tryInject(of: Journey.self, arguments: "Rome") }
        #expect(found.contains("To fix it: \(fix) needed by"))
        let finding = Imposer.validate(wrappers: false).findings.first { $0.kind == .missing }
        #expect(finding?.fix.onOneLine == fix)
        #expect(
            finding?.message == "Journey needs Ride, which takes String as an argument, and gets none as a parameter."
        )
        Imposer.impose(for: Journey.self, option: .closureBased) { (city: String, imposer: Imposer) throws in
            Journey(city: city, ride: try imposer.tryInject(of: Ride.self, arguments: city))
        }.expectingArguments(String.self)
        _ = try tryInject(of: Journey.self, arguments: "Rome")
    }

    @Test("An error says that arguments are not passed on, also of a type that could be imposed")
    func passingOther() throws {
        Imposer.impose(for: Room.self, option: .closureBased, Room.init).expectingArguments(Guest.self)
        Imposer.impose(for: Stay.self, option: .closureBased, fileID: setup, line: 4, Stay.init)
            .expectingArguments(Guest.self)
        let found = try text { _ = try tryInject(of: Stay.self, arguments: Guest()) }
        let fix = "1. Arguments are not passed on. At Shop/Setup.swift:4, impose Stay with a closure"
        #expect(found.contains("To fix it: \(fix)") && !found.contains("Impose it before"))
    }
}
