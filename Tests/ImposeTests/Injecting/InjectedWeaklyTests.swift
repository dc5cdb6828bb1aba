import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Screen: Sendable {
    var name: String { get }
}

private protocol Panel: Screen {}

private protocol TouchPanel: Panel {}

private final class Monitor: TouchPanel {
    let name: String

    init(name: String = "monitor") { self.name = name }
}

private struct Paper: Screen {
    let name = "paper"
}

private struct Host {
    @InjectedWeakly var screen: (any Screen)?

    init(_ imposer: Imposer, when time: InjectionTime = .firstRead) {
        _screen = InjectedWeakly(from: imposer, when: time)
    }
}

@Suite("InjectedWeakly", .imposing(empty: true))
struct InjectedWeaklyTests {
    private func imposer(counting made: Tally = Tally()) -> Imposer {
        let imposer = Imposer()
        imposer.impose(for: Screen.self) { Monitor(name: "monitor \(made.add())") }
        return imposer
    }

    @Test("@InjectedWeakly injects at the first read")
    func lazyByDefault() {
        let made = Tally()
        let host = Host(imposer(counting: made))
        #expect(made.count == 0)
        #expect(host.screen?.name == "monitor 1")
        #expect(host.screen?.name == "monitor 1")
        #expect(made.count == 1)
    }

    @Test("@InjectedWeakly with when: .creation injects as soon as it is made")
    func eagerOnDemand() {
        let made = Tally()
        let imposer = imposer(counting: made)
        let host = Host(imposer, when: .creation)
        #expect(made.count == 1)
        #expect(host.screen?.name == "monitor 1")
        #expect(made.count == 1)
    }

    @Test("@InjectedWeakly does not keep its instance: after a reset it is nil, and stays so")
    func nilAfterReset() {
        let imposer = imposer()
        let host = Host(imposer)
        #expect(host.screen != nil)
        imposer.reset()
        #expect(host.screen == nil)
        #expect(imposer.inject(of: Screen.self).name == "monitor 2")
        #expect(host.screen == nil)
    }

    @Test("@InjectedWeakly is nil after the registration was removed or replaced")
    func nilAfterRemoving() {
        let imposer = imposer()
        let one = Host(imposer)
        #expect(one.screen != nil)
        imposer.impose(for: Screen.self, Monitor(name: "new"))
        #expect(one.screen == nil)
        let other = Host(imposer)
        #expect(other.screen?.name == "new")
        imposer.remove(for: Screen.self)
        #expect(other.screen == nil)
    }

    @Test("@InjectedWeakly lasts as long as somebody else holds the instance")
    func lastsWhileHeld() {
        let imposer = imposer()
        let host = Host(imposer)
        var holder = host.screen
        imposer.reset()
        #expect(holder != nil)
        #expect(host.screen?.name == "monitor 1")
        holder = nil
        #expect(host.screen == nil)
    }

    @Test("The first read of @InjectedWeakly gives an instance that nobody keeps to its reader")
    func firstReadOfUnkept() {
        let imposer = Imposer()
        imposer.impose(for: Monitor.self, option: .closureBased, Monitor())
        let screen = InjectedWeakly<Monitor>(from: imposer)
        var read = screen()
        #expect(read != nil)
        #expect(screen() === read)
        read = nil
        #expect(screen() == nil)
    }

    @Test("@InjectedWeakly injects once, and makes no new instance when that is gone")
    func injectsOnce() {
        let made = Tally()
        let imposer = Imposer()
        imposer.impose(for: Monitor.self, option: .closureBased) { Monitor(name: "monitor \(made.add())") }
        let screen = InjectedWeakly<Monitor>(from: imposer)
        var read = screen()
        for _ in 0..<3 { #expect(screen() === read) }
        #expect(made.count == 1)
        read = nil
        #expect(screen() == nil)
        #expect(made.count == 1)
    }

    @Test("@InjectedWeakly of a struct is nil")
    func structIsNil() {
        let imposer = Imposer()
        imposer.impose(for: Screen.self, Paper())
        let host = Host(imposer)
        #expect(host.screen == nil)
        host.screen = Paper()
        #expect(host.screen == nil)
        #expect(imposer.inject(of: Screen.self).name == "paper")
    }

    @Test("@InjectedWeakly of numbers, strings and arrays is nil")
    func valuesAreNil() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: String.self, "text")
        imposer.impose(for: [String].self, ["text"])
        #expect(InjectedWeakly<Int>(from: imposer)() == nil)
        #expect(InjectedWeakly<String>(from: imposer)() == nil)
        #expect(InjectedWeakly<[String]>(from: imposer)() == nil)
    }

    @Test(
        "@InjectedWeakly of an optional is nil all the way where there is no object"
    )
    func optionalsAreNil() {
        let imposer = Imposer()
        imposer.impose(for: Bool?.self, true)
        imposer.impose(for: Monitor.self, Monitor())
        #expect(InjectedWeakly<Bool?>(from: imposer)() == nil)
        let monitor = InjectedWeakly<Monitor?>(from: imposer)
        #expect(monitor()??.name == "monitor")
        imposer.reset()
        #expect(monitor() == nil)
    }

    @Test("@InjectedWeakly holds an actor weakly, as a class")
    func actors() {
        actor Worker {}
        let imposer = Imposer()
        imposer.impose(for: Worker.self, Worker())
        let worker = InjectedWeakly<Worker>(from: imposer)
        #expect(worker() != nil)
        imposer.reset()
        #expect(worker() == nil)
    }

    @Test("@InjectedWeakly is nil while nothing is imposed, and tries again at the next read")
    func triesAgain() {
        let imposer = Imposer()
        let host = Host(imposer, when: .creation)
        #expect(host.screen == nil)
        imposer.impose(for: Screen.self, Monitor(name: "late"))
        #expect(host.screen?.name == "late")
    }

    @Test("Assigning to @InjectedWeakly replaces the value for this owner alone, and holds it weakly")
    func assigning() {
        let imposer = imposer()
        let one = Host(imposer)
        let other = Host(imposer)
        var assigned: Monitor? = Monitor(name: "assigned")
        one.screen = assigned
        #expect(one.screen?.name == "assigned")
        #expect(other.screen?.name == "monitor 1")
        assigned = nil
        #expect(one.screen == nil)
        one.screen = nil
        #expect(one.screen == nil)
    }

    @Test("@InjectedWeakly injects from the imposer of a type, under a name")
    func fromImposerTypeNamed() {
        struct Lobby {
            @InjectedWeakly(from: .custom("foyer"), named: "wall") var screen: (any Screen)?
        }
        let imposer = Imposer.imposer(for: .custom("foyer"))
        imposer.impose(for: Screen.self, Monitor(name: "nameless"))
        imposer.impose(for: Screen.self, named: "wall", Monitor(name: "wall"))
        #expect(Lobby().screen?.name == "wall")
    }

    @Test(
        "@InjectedWeakly goes by the rules",
        arguments: [(InjectionRules.nearest, "panel"), (.furthest, "touch panel")]
    )
    func rules(_ rules: InjectionRules, _ expected: String) {
        let imposer = Imposer()
        imposer.impose(for: Panel.self, Monitor(name: "panel"))
        imposer.impose(for: TouchPanel.self, Monitor(name: "touch panel"))
        #expect(InjectedWeakly<any Screen>(from: imposer, ifNoMatchUse: rules)()?.name == expected)
    }

    @Test("The projection of @InjectedWeakly shares its value with the property")
    func projectedCopiesShare() {
        let imposer = imposer()
        let host = Host(imposer)
        let copy = host.$screen
        #expect(copy()?.name == "monitor 1")
        let assigned = Monitor(name: "assigned")
        copy.wrappedValue = assigned
        #expect(host.screen?.name == "assigned")
        withExtendedLifetime(assigned) {}
    }

    @Test("Tasks that read @InjectedWeakly first at once get one value", .timeLimit(.minutes(20)))
    func concurrentFirstReads() async {
        let imposer = imposer()
        for _ in 0..<50 {
            let screen = InjectedWeakly<any Screen>(from: imposer)
            let names = await withTaskGroup(of: String?.self, returning: Set<String?>.self) { group in
                for _ in 0..<8 { group.addTask { screen()?.name } }
                return await group.reduce(into: []) { $0.insert($1) }
            }
            #expect(names == ["monitor 1"])
            imposer.impose(for: Screen.self, instance: Monitor(name: "monitor 1"))
        }
    }
}
