import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Station: Sendable {
    var name: String { get }
}

private protocol Terminal: Station {}

private final class Halt: Station {
    let name: String

    init(name: String = "halt") { self.name = name }
}

private final class Hub: Terminal {
    let name: String

    init(name: String = "hub") { self.name = name }
}

private struct Line {
    @InjectedAll var stations: [any Station]

    init(_ imposer: Imposer, named name: InjectionName? = nil, when time: InjectionTime = .firstRead) {
        _stations = InjectedAll(from: imposer, named: name, when: time)
    }
}

@Suite("InjectedAll", .imposing(empty: true))
struct InjectedAllTests {
    private func imposer(counting made: Tally = Tally()) -> Imposer {
        let imposer = Imposer()
        imposer.impose(for: Terminal.self, option: .closureBased) { Hub(name: "hub \(made.add())") }
        imposer.impose(for: Station.self, option: .closureBased) { Halt(name: "halt \(made.add())") }
        return imposer
    }

    @Test("@InjectedAll injects at the first read, nearest first, and keeps the list")
    func lazyByDefault() {
        let made = Tally()
        let line = Line(imposer(counting: made))
        #expect(made.count == 0)
        #expect(line.stations.map(\.name) == ["halt 1", "hub 2"])
        #expect(line.stations.map(\.name) == ["halt 1", "hub 2"])
        #expect(made.count == 2)
    }

    @Test("@InjectedAll with when: .creation injects as soon as it is made")
    func eagerOnDemand() {
        let made = Tally()
        let line = Line(imposer(counting: made), when: .creation)
        #expect(made.count == 2)
        #expect(line.stations.count == 2)
        #expect(made.count == 2)
    }

    @Test("@InjectedAll is empty if nothing is imposed at the first read, and stays so")
    func empty() {
        let imposer = Imposer()
        let line = Line(imposer)
        #expect(line.stations.isEmpty)
        imposer.impose(for: Station.self, Halt())
        #expect(line.stations.isEmpty)
        #expect(Line(imposer).stations.count == 1)
    }

    @Test("@InjectedAll takes what has its name alone")
    func named() {
        let imposer = Imposer()
        imposer.impose(for: Station.self, Halt())
        imposer.impose(for: Station.self, named: "old", Halt(name: "old halt"))
        imposer.impose(for: Terminal.self, named: "old", Hub(name: "old hub"))
        #expect(Line(imposer, named: "old").stations.map(\.name) == ["old halt", "old hub"])
    }

    @Test("@InjectedAll injects from the imposer of a type")
    func fromImposerType() {
        struct Network {
            @InjectedAll(from: .custom("eu")) var stations: [any Station]
        }
        Imposer.imposer(for: .custom("eu")).impose(for: Hub.self, Hub(name: "custom"))
        #expect(Network().stations.map(\.name) == ["custom"])
    }

    @Test("Assigning to @InjectedAll replaces the values for this owner alone")
    func assigning() {
        let imposer = imposer()
        let one = Line(imposer)
        let other = Line(imposer)
        one.stations = [Halt(name: "assigned")]
        #expect(one.stations.map(\.name) == ["assigned"])
        #expect(other.stations.count == 2)
        one.stations.append(Hub(name: "appended"))
        #expect(one.stations.map(\.name) == ["assigned", "appended"])
        one.stations = []
        #expect(one.stations.isEmpty)
    }

    @Test("Assigning to @InjectedAll releases what was assigned before; the rest goes with the owner")
    func releasesOldValues() {
        let imposer = Imposer()
        imposer.impose(for: Hub.self, option: .closureBased) { Hub() }
        var stations: InjectedAll<Hub>? = InjectedAll(from: imposer)
        weak let injected = stations?().first
        #expect(injected != nil)
        stations?.wrappedValue = [Hub()]
        weak let assigned = stations?().first
        #expect(assigned != nil)
        stations?.wrappedValue = []
        #expect(assigned == nil)
        stations = nil
        #expect(injected == nil)
    }

    @Test("The projection of @InjectedAll shares its values with the property")
    func projectedCopiesShare() {
        let line = Line(imposer())
        let copy = line.$stations
        #expect(copy().map(\.name) == line.stations.map(\.name))
        copy.wrappedValue = []
        #expect(line.stations.isEmpty)
    }

    @Test("Tasks that read @InjectedAll first at once get one list", .timeLimit(.minutes(20)))
    func concurrentFirstReads() async {
        let imposer = imposer()
        for _ in 0..<50 {
            let stations = InjectedAll<any Station>(from: imposer)
            let names = await withTaskGroup(of: [String].self, returning: Set<[String]>.self) { group in
                for _ in 0..<8 { group.addTask { stations().map(\.name) } }
                return await group.reduce(into: []) { $0.insert($1) }
            }
            #expect(names.count == 1)
        }
    }
}
