import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Engine: Sendable {
    var name: String { get }
}

private protocol Motor: Engine {}

private protocol Turbine: Motor {}

private final class Diesel: Turbine {
    let name: String

    init(name: String = "diesel") { self.name = name }
}

private struct Car {
    @Injected var engine: any Engine

    init(_ imposer: Imposer, when time: InjectionTime = .firstRead) {
        _engine = Injected(from: imposer, when: time)
    }
}

@Suite("Injected", .imposing(empty: true))
struct InjectedTests {
    /// An imposer whose engines count themselves.
    private func imposer(_ option: InjectOption = .closureBased, counting made: Tally = Tally()) -> Imposer {
        let imposer = Imposer()
        imposer.impose(for: Engine.self, option: option) { Diesel(name: "engine \(made.add())") }
        return imposer
    }

    // MARK: When

    @Test("@Injected injects at the first read and keeps the value")
    func lazyByDefault() {
        let made = Tally()
        let car = Car(imposer(counting: made))
        #expect(made.count == 0)
        #expect(car.engine.name == "engine 1")
        #expect(car.engine.name == "engine 1")
        #expect(made.count == 1)
    }

    @Test("@Injected with when: .creation injects as soon as it is made")
    func eagerOnDemand() {
        let made = Tally()
        let car = Car(imposer(counting: made), when: .creation)
        #expect(made.count == 1)
        #expect(car.engine.name == "engine 1")
        #expect(made.count == 1)
    }

    @Test("@Injected gets what is imposed after its owner was made, up to the first read")
    func imposedLater() {
        let imposer = Imposer()
        let car = Car(imposer)
        imposer.impose(for: Engine.self, Diesel(name: "late"))
        #expect(car.engine.name == "late")
        imposer.impose(for: Engine.self, Diesel(name: "too late"))
        #expect(car.engine.name == "late")
    }

    @Test("Two owners of @Injected share a kept instance, and have their own of an unkept one")
    func ownersAndLifetimes() {
        let kept = imposer(.singleInstance)
        #expect(Car(kept).engine.name == Car(kept).engine.name)
        let fresh = imposer(.closureBased)
        #expect(Car(fresh).engine.name != Car(fresh).engine.name)
    }

    // MARK: From where, under which name, by which rules

    @Test("@Injected injects from the imposer of a type")
    func fromImposerType() {
        struct Boat {
            @Injected(from: .custom("harbour")) var engine: any Engine
        }
        Imposer.imposer(for: .custom("harbour")).impose(for: Engine.self, Diesel(name: "custom"))
        #expect(Boat().engine.name == "custom")
    }

    @Test("@Injected without arguments injects from the primary imposer")
    func fromPrimary() {
        struct Sail: Sendable { let area: Int }
        struct Boat {
            @Injected var sail: Sail
        }
        Imposer.impose(for: Sail.self, Sail(area: 12))
        #expect(Boat().sail.area == 12)
    }

    @Test("@Injected injects under a name")
    func named() {
        struct Boat {
            @Injected(from: .custom("harbour"), named: "spare") var engine: any Engine
        }
        let imposer = Imposer.imposer(for: .custom("harbour"))
        imposer.impose(for: Engine.self, Diesel(name: "nameless"))
        imposer.impose(for: Engine.self, named: "spare", Diesel(name: "spare"))
        #expect(Boat().engine.name == "spare")
    }

    @Test("@Injected goes by the rules", arguments: [(InjectionRules.nearest, "motor"), (.furthest, "turbine")])
    func rules(_ rules: InjectionRules, _ expected: String) {
        let imposer = Imposer()
        imposer.impose(for: Motor.self, Diesel(name: "motor"))
        imposer.impose(for: Turbine.self, Diesel(name: "turbine"))
        let engine = Injected<any Engine>(from: imposer, ifNoMatchUse: rules)
        #expect(engine().name == expected)
        let eager = Injected<any Engine>(from: imposer, ifNoMatchUse: rules, when: .creation)
        #expect(eager.wrappedValue.name == expected)
    }

    @Test("A wrapped optional is nil if nothing is imposed")
    func optional() {
        let engine = Injected<(any Engine)?>(from: Imposer())
        #expect(engine() == nil)
    }

    // MARK: Assigning

    @Test("Assigning to @Injected in a constant struct replaces the value for this owner alone")
    func assigning() {
        let imposer = imposer(.singleInstance)
        let one = Car(imposer)
        let other = Car(imposer)
        one.engine = Diesel(name: "assigned")
        #expect(one.engine.name == "assigned")
        #expect(other.engine.name == "engine 1")
        #expect(imposer.inject(of: Engine.self).name == "engine 1")
        one.engine = Diesel(name: "again")
        #expect(one.engine.name == "again")
    }

    @Test("@Injected that is assigned to before the first read injects nothing")
    func assigningFirst() {
        let made = Tally()
        let car = Car(imposer(counting: made))
        car.engine = Diesel(name: "assigned")
        #expect(car.engine.name == "assigned")
        #expect(made.count == 0)
    }

    @Test("@Injected keeps what is assigned while it injects")
    func assignedMeanwhile() {
        let (imposer, cars) = (Imposer(), Collected<Injected<any Engine>>())
        imposer.impose(for: Engine.self, option: .closureBased) {
            for engine in cars.all { engine.wrappedValue = Diesel(name: "assigned") }
            return Diesel(name: "injected")
        }
        let car = Car(imposer)
        cars.add(car.$engine)
        for _ in 0..<2 { #expect(car.engine.name == "assigned") }
    }

    @Test(
        "Assigning to @Injected releases what was assigned before; the rest goes with the owner",
        arguments: [InjectionTime.firstRead, .creation]
    )
    func releasesOldValue(_ time: InjectionTime) {
        let imposer = Imposer()
        imposer.impose(for: Diesel.self, option: .closureBased) { Diesel() }
        var engine: Injected<Diesel>? = Injected(from: imposer, when: time)
        weak let injected = engine?()
        #expect(injected != nil)
        engine?.wrappedValue = Diesel()
        weak let assigned = engine?()
        #expect(assigned != nil)
        engine?.wrappedValue = Diesel()
        #expect(assigned == nil)
        #expect(injected != nil)
        engine = nil
        #expect(injected == nil)
    }

    @Test("@Injected releases its value with its owner")
    func releasesWithOwner() {
        let imposer = Imposer()
        imposer.impose(for: Diesel.self, option: .closureBased) { Diesel() }
        weak var value: Diesel?
        func readAndLetGo() {
            let engine = Injected<Diesel>(from: imposer)
            value = engine()
            #expect(value != nil)
        }
        readAndLetGo()
        #expect(value == nil)
    }

    // MARK: Copies

    @Test("The projection of @Injected shares its value with the property")
    func projectedCopiesShare() {
        let car = Car(imposer())
        let copy = car.$engine
        #expect(copy().name == "engine 1")
        #expect(car.engine.name == "engine 1")
        copy.wrappedValue = Diesel(name: "assigned")
        #expect(car.engine.name == "assigned")
    }

    @Test("@Injected made of a projected value shares that one's value")
    func projectedInitializer() {
        let original = Injected<any Engine>(from: imposer())
        let passedOn = Injected(projectedValue: original)
        #expect(passedOn().name == original().name)
        original.wrappedValue = Diesel(name: "assigned")
        #expect(passedOn().name == "assigned")
    }

    @Test("@Injected can hold a value instead of injecting one")
    func holdsValue() {
        let engine = Injected<any Engine>(wrappedValue: Diesel(name: "held"))
        #expect(engine().name == "held")
    }

    @Test("A memberwise initializer takes an @Injected wrapper or leaves it out")
    func memberwiseInitializer() {
        struct Boat {
            @Injected(from: .custom("harbour")) var engine: any Engine
            var length = 8
        }
        Imposer.imposer(for: .custom("harbour")).impose(for: Engine.self, Diesel(name: "imposed"))
        #expect(Boat(length: 9).engine.name == "imposed")
        #expect(Boat(engine: Injected(wrappedValue: Diesel(name: "given"))).engine.name == "given")
    }

    // MARK: Threads

    @Test("Tasks that read @Injected first at once get one value", .timeLimit(.minutes(20)))
    func concurrentFirstReads() async {
        let imposer = imposer()
        for _ in 0..<100 {
            let engine = Injected<any Engine>(from: imposer)
            let names = await withTaskGroup(of: String.self, returning: Set<String>.self) { group in
                for _ in 0..<8 { group.addTask { engine().name } }
                return await group.reduce(into: []) { $0.insert($1) }
            }
            #expect(names.count == 1)
        }
    }
}
