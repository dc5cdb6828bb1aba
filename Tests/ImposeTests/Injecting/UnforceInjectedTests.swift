import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Printer: Sendable {
    var name: String { get }
}

private protocol Plotter: Printer {}

private protocol Laser: Plotter {}

private final class Device: Laser {
    let name: String

    init(name: String = "device") { self.name = name }
}

private struct Jammed: Error {}

private struct Desk {
    @UnforceInjected var printer: (any Printer)?

    init(_ imposer: Imposer, when time: InjectionTime = .firstRead) {
        _printer = UnforceInjected(from: imposer, when: time)
    }
}

@Suite("UnforceInjected", .imposing(empty: true))
struct UnforceInjectedTests {
    @Test("@UnforceInjected injects at the first read and keeps the value")
    func lazyByDefault() {
        let made = Tally()
        let imposer = Imposer()
        imposer.impose(for: Printer.self, option: .closureBased) { Device(name: "\(made.add())") }
        let desk = Desk(imposer)
        #expect(made.count == 0)
        #expect(desk.printer?.name == "1")
        #expect(desk.printer?.name == "1")
        #expect(made.count == 1)
    }

    @Test("@UnforceInjected with when: .creation injects as soon as it is made")
    func eagerOnDemand() {
        let made = Tally()
        let imposer = Imposer()
        imposer.impose(for: Printer.self, option: .closureBased) { Device(name: "\(made.add())") }
        let desk = Desk(imposer, when: .creation)
        #expect(made.count == 1)
        #expect(desk.printer?.name == "1")
        #expect(made.count == 1)
    }

    @Test(
        "@UnforceInjected is nil while nothing is imposed, and tries again at the next read",
        arguments: [InjectionTime.firstRead, .creation]
    )
    func triesAgain(_ time: InjectionTime) {
        let imposer = Imposer()
        let desk = Desk(imposer, when: time)
        #expect(desk.printer == nil)
        #expect(desk.printer == nil)
        imposer.impose(for: Printer.self, Device(name: "late"))
        #expect(desk.printer?.name == "late")
    }

    @Test("@UnforceInjected is nil as long as the provider throws")
    func nilWhileProviderThrows() {
        let calls = Tally()
        let imposer = Imposer()
        imposer.impose(for: Printer.self) { () throws -> any Printer in
            guard calls.add() > 2 else { throw Jammed() }
            return Device(name: "mended")
        }
        let desk = Desk(imposer)
        #expect(desk.printer == nil)
        #expect(desk.printer == nil)
        #expect(desk.printer?.name == "mended")
        #expect(calls.count == 3)
    }

    @Test("@UnforceInjected is nil when registrations tie")
    func nilOnTie() {
        struct Inkjet: Printer { let name = "inkjet" }
        let imposer = Imposer()
        imposer.impose(for: Inkjet.self, Inkjet())
        imposer.impose(for: Device.self, Device())
        #expect(Desk(imposer).printer == nil)
    }

    @Test("@UnforceInjected keeps its value when the registration is removed")
    func valueStays() {
        let imposer = Imposer()
        imposer.impose(for: Printer.self, Device(name: "kept"))
        let desk = Desk(imposer)
        #expect(desk.printer?.name == "kept")
        imposer.remove(for: Printer.self)
        #expect(desk.printer?.name == "kept")
        #expect(Desk(imposer).printer == nil)
    }

    @Test("Assigning to @UnforceInjected replaces the value for this owner alone; nil is one, too")
    func assigning() {
        let imposer = Imposer()
        imposer.impose(for: Printer.self, Device(name: "imposed"))
        let one = Desk(imposer)
        let other = Desk(imposer)
        one.printer = Device(name: "assigned")
        #expect(one.printer?.name == "assigned")
        one.printer = nil
        #expect(one.printer == nil)
        #expect(other.printer?.name == "imposed")
    }

    @Test("Assigning to @UnforceInjected releases what was assigned; the rest goes with the owner")
    func releasesOldValue() {
        let imposer = Imposer()
        imposer.impose(for: Device.self, option: .closureBased) { Device() }
        var printer: UnforceInjected<Device>? = UnforceInjected(from: imposer)
        weak let injected = printer?()
        #expect(injected != nil)
        printer?.wrappedValue = Device()
        weak let assigned = printer?()
        #expect(assigned != nil)
        printer?.wrappedValue = nil
        #expect(assigned == nil)
        printer = nil
        #expect(injected == nil)
    }

    @Test("@UnforceInjected injects from the imposer of a type, under a name")
    func fromImposerTypeNamed() {
        struct Office {
            @UnforceInjected(from: .custom("eu"), named: "spare") var printer: (any Printer)?
        }
        let imposer = Imposer.imposer(for: .custom("eu"))
        imposer.impose(for: Printer.self, Device(name: "nameless"))
        imposer.impose(for: Printer.self, named: "spare", Device(name: "spare"))
        #expect(Office().printer?.name == "spare")
    }

    @Test("@UnforceInjected goes by the rules", arguments: [(InjectionRules.nearest, "plotter"), (.furthest, "laser")])
    func rules(_ rules: InjectionRules, _ expected: String) {
        let imposer = Imposer()
        imposer.impose(for: Plotter.self, Device(name: "plotter"))
        imposer.impose(for: Laser.self, Device(name: "laser"))
        #expect(UnforceInjected<any Printer>(from: imposer, ifNoMatchUse: rules)()?.name == expected)
    }

    @Test("The projection of @UnforceInjected shares its value with the property")
    func projectedCopiesShare() {
        let imposer = Imposer()
        imposer.impose(for: Printer.self, option: .closureBased, Device())
        let desk = Desk(imposer)
        let copy = desk.$printer
        #expect(copy() as AnyObject? === desk.printer as AnyObject?)
        copy.wrappedValue = Device(name: "assigned")
        #expect(desk.printer?.name == "assigned")
    }

    @Test("Tasks that read @UnforceInjected first at once get one value", .timeLimit(.minutes(20)))
    func concurrentFirstReads() async {
        let made = Tally()
        let imposer = Imposer()
        imposer.impose(for: Printer.self, option: .closureBased) { Device(name: "\(made.add())") }
        for _ in 0..<50 {
            let printer = UnforceInjected<any Printer>(from: imposer)
            let names = await withTaskGroup(of: String?.self, returning: Set<String?>.self) { group in
                for _ in 0..<8 { group.addTask { printer()?.name } }
                return await group.reduce(into: []) { $0.insert($1) }
            }
            #expect(names.count == 1)
        }
    }
}
