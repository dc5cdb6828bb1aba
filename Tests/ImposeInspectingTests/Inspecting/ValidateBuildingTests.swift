import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("Validating by building")
struct ValidateBuildingTests {
    private final class Engine: Sendable {}
    private final class Car: Sendable {
        init(_ engine: Engine) {}
    }
    private final class Garage: Sendable {
        init(_ car: Car) {}
    }
    private final class Radio: Sendable {}
    private struct Broken: Error {}
    private protocol Labelled: Sendable {}
    private struct Label: Labelled {}
    @globalActor private actor CacheActor {
        static let shared = CacheActor()
    }

    @Test("validate(building:) builds everything once, unseen outside, and disposes of it in reverse")
    func isolation() {
        Imposer.isolated(empty: true) {
            let log = Collected<String>()
            Imposer.impose(for: Engine.self) { () -> Engine in
                log.add("Engine")
                Imposer.impose(for: Radio.self, instance: Radio())
                return Engine()
            }
            .onDispose { _ in log.add("-Engine") }
            Imposer.impose(for: Car.self, Car.init).onCreate { _ in log.add("Car") }.onDispose { _ in log.add("-Car") }
            Imposer.impose(for: Garage.self, option: .scopedInstance, Garage.init)
                .onDispose { _ in log.add("-Garage") }
            #expect(Imposer.validate(building: true, wrappers: false).findings.isEmpty)
            #expect(log.all == ["Engine", "Car", "-Garage", "-Car", "-Engine"])
            #expect(!Imposer.isImposed(Radio.self))
            _ = inject(of: Car.self)
            #expect(log.all.suffix(2) == ["Engine", "Car"])
        }
    }

    @Test("validate(building:) neither uses nor touches instances that exist outside")
    func outside() {
        Imposer.isolated(empty: true) {
            let made = CallCounter()
            Imposer.impose(for: Engine.self) { () -> Engine in
                made.increment()
                return Engine()
            }
            let before = inject(of: Engine.self)
            _ = Imposer.validate(building: true, wrappers: false)
            #expect(made.count == 2)
            #expect(inject(of: Engine.self) === before)
        }
    }

    @Test("validate(building:) tells observers nothing")
    func unobserved() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Engine.self, Engine.init)
            let events = Collected<String>()
            let observation = Imposer.observe { events.add("\($0)") }
            _ = Imposer.validate(building: true, wrappers: false)
            _ = Imposer.shared.validate(building: true)
            observation.cancel()
            #expect(events.all.isEmpty)
        }
    }

    @Test("validate(building:) disposes of what a child built before what its parent built")
    func childFirst() {
        let log = Collected<String>()
        let parent = Imposer()
        parent.impose(for: Engine.self, Engine.init).onCreate { _ in log.add("Engine") }
            .onDispose { _ in log.add("-Engine") }
        let child = Imposer(parent: parent)
        child.impose(for: Radio.self, Radio.init).onCreate { _ in log.add("Radio") }
            .onDispose { _ in log.add("-Radio") }
        #expect(child.validate(building: true).findings.isEmpty)
        #expect(log.all == ["Radio", "Engine", "-Radio", "-Engine"])
    }

    @Test("validate(building:) builds in a private imposer and its parents, and in a scope")
    func privateImposers() {
        let log = Collected<String>()
        let parent = Imposer()
        parent.impose(for: Engine.self, Engine.init).onDispose { _ in log.add("-Engine") }
        let child = Imposer(parent: parent)
        child.impose(for: Car.self, Car.init).onDispose { _ in log.add("-Car") }
        #expect(child.validate(building: true).findings.isEmpty)
        #expect(log.all == ["-Car", "-Engine"])
        let scope = child.openScope()
        scope.impose(for: Garage.self) { throw Broken() }
        #expect(scope.validate(building: true).errors.map(\.kind) == [.failed])
        #expect(!scope.isDisposed)
    }

    @Test("After validate(building:) the graph knows what providers inject")
    func observedEdges() {
        func observed(_ graph: Imposer.DependencyGraph) -> [String] {
            graph.mermaid.lines.filter { $0.contains("observed") }
        }
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Engine.self, Engine.init)
            Imposer.impose(for: Car.self) { Car(inject()) }
            Imposer.impose(for: Garage.self) { () -> Garage in
                _ = inject(of: Engine.self)
                return Garage(inject())
            }
            #expect(observed(Imposer.graph(wrappers: false)).isEmpty)
            _ = Imposer.validate(building: true, wrappers: false)
            #expect(
                observed(Imposer.graph(wrappers: false)) == [
                    "  n1 -.->|\"observed\"| n0", "  n2 -.->|\"observed\"| n0", "  n2 -.->|\"observed\"| n1",
                ]
            )
        }
        let imposer = Imposer()
        imposer.impose(for: Engine.self, Engine.init)
        imposer.impose(for: Car.self) { (engine: Injected<Engine>) in Car(engine()) }
        _ = imposer.validate(building: true)
        #expect(GraphText(imposer.graph()).requests == ["→ Engine, later: n0"])
    }

    @Test("a provider that throws is one error, however many need its instance")
    func failing() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Garage.self) { Garage(try tryInject()) }
            Imposer.impose(for: Car.self, Car.init)
            Imposer.impose(for: Engine.self, fileID: "Shop/Setup.swift", line: 3) { throw Broken() }
            let validation = Imposer.validate(building: true, wrappers: false)
            #expect(validation.findings.map(\.kind) == [.failed])
            #expect(validation.findings[0].severity == .error)
            #expect(validation.findings[0].registration.map { "\($0.type)" } == "Engine")
            #expect(validation.findings[0].places.map(\.line) == [3])
            #expect(Imposer.validate(wrappers: false).isValid)
        }
    }

    @Test("a hidden cycle is an error when it was built, and a warning when it was only seen")
    func hiddenCycle() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Car.self) { () -> Car in
                _ = try tryInject(of: Garage.self)
                return Car(Engine())
            }
            Imposer.impose(for: Garage.self) { Garage(try tryInject()) }
            #expect(Imposer.validate(wrappers: false).isValid)
            let built = Imposer.validate(building: true, wrappers: false)
            #expect(built.errors.map(\.kind) == [.circular])
            #expect(built.findings.count == 1)
            let cycles = Imposer.validate(wrappers: false).findings.filter { $0.kind == .circular }
            #expect(cycles.map(\.severity) == [.warning])
        }
    }

    @Test("An observed lack is a warning if the provider can do without it, and else an error")
    func hiddenNeeds() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Car.self) { () -> Car in
                _ = unforceInject(of: Radio.self)
                return Car(Engine())
            }
            let tolerant = Imposer.validate(building: true, wrappers: false)
            #expect(tolerant.findings.map(\.kind) == [.missing])
            #expect(tolerant.findings[0].message == "Car was seen to request Radio, and nothing is imposed for it.")
            #expect(tolerant.isValid)
            Imposer.impose(for: Garage.self) { () -> Garage in
                _ = try tryInject(of: Radio.self)
                return Garage(try tryInject())
            }
            let strict = Imposer.validate(building: true, wrappers: false)
            #expect(strict.errors.compactMap(\.registration).map { "\($0.type)" } == ["Garage"])
        }
    }

    @Test("validate(building:) notes that it builds nothing that takes an argument")
    func arguments() {
        let imposer = Imposer()
        imposer.impose(for: Car.self, option: .closureBased, Car.init).expectingArguments(Engine.self)
            .alias(AnyObject.self) { $0 }
        let validation = imposer.validate(building: true)
        #expect(validation.findings.map(\.kind) == [.notBuilt, .notBuilt])
        #expect(validation.findings.allSatisfy { $0.severity == .note })
        #expect(validation.findings[0].message == "Car was not built: it takes Engine as an argument.")
        #expect(
            validation.findings[0].fix.contains("imposer.inject(of: ValidateBuildingTests.Car.self, arguments: engine)")
        )
        #expect(validation.isValid)
    }

    @Test("validate(building:) off the main actor warns that it builds nothing of that actor")
    func mainActor() async {
        let imposer = Imposer()
        imposer.impose(for: Engine.self) { @MainActor in Engine() }
        let elsewhere = Collected<Imposer.Validation>()
        onAnotherThread { elsewhere.add(imposer.validate(building: true)) }
        #expect(elsewhere.all[0].findings.map(\.kind) == [.notBuilt, .opaque])
        #expect(elsewhere.all[0].findings.map(\.severity) == [.warning, .note])
        let fix = "1. Validate on the main actor: in front of the test, write:\n   @MainActor"
        #expect(elsewhere.all[0].findings.first?.fix == fix)
        let there = await MainActor.run { imposer.validate(building: true) }
        #expect(there.findings.isEmpty)
    }

    @Test("validate(building:) notes each asynchronous instance, and what needs one, with a fix")
    func asynchronous() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Engine.self) { (_: Radio) async in Engine() }
            Imposer.impose(for: Radio.self, Radio.init)
            Imposer.impose(for: Car.self, named: "red", Car.init)
            Imposer.imposer(for: .secondary).impose(for: Garage.self) { () -> Garage in
                Garage(Car(try tryInject(of: Engine.self)))
            }
            let validation = Imposer.validate(building: true, wrappers: false)
            let notes = validation.findings.filter { $0.kind == .notBuilt }
            #expect(
                notes.map(\.message) == [
                    "Engine was not built: it is made asynchronously.",
                    "Car named \"red\" was not built: it needs Engine, which is made asynchronously.",
                    "Garage was not built: it needs Engine, which is made asynchronously.",
                ]
            )
            #expect(
                notes.map(\.fix)
                    == [
                        "of: ValidateBuildingTests.Engine.self)", "of: ValidateBuildingTests.Car.self, named: \"red\")",
                        "from: .secondary, of: ValidateBuildingTests.Garage.self)",
                    ]
                    .map { "1. Build it in its own test:\n   try await injectAsync(\($0)" }
            )
            #expect(notes.allSatisfy { $0.severity == .note })
            // Car and Garage can't be injected without awaiting either; nothing else was found.
            #expect(Set(validation.findings.map(\.kind)) == [.notBuilt, .asynchronous])
        }
    }

    @Test("validate(building:) notes what needs an asynchronous instance by a supertype")
    func asynchronousBase() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Label.self) { () async in Label() }.alias(Any.self, named: "label") { $0 }
            Imposer.impose(for: Radio.self) { (_: any Labelled) in Radio() }
            let validation = Imposer.validate(building: true, wrappers: false)
            #expect(validation.isValid)
            #expect(
                validation.findings.filter { $0.kind == .notBuilt }.map(\.message) == [
                    "Label was not built: it is made asynchronously.",
                    "Any named \"label\" was not built: it needs Label, which is made asynchronously.",
                    "Radio was not built: it needs Labelled, which is made asynchronously.",
                ]
            )
        }
    }

    @Test("validate(building:) tells what is asynchronous from what needs it and has the same type")
    func asynchronousOfOneType() {
        let parent = Imposer()
        parent.impose(for: Engine.self) { () async in Engine() }
        let child = Imposer(parent: parent)
        child.impose(for: Engine.self) { try parent.tryInject(of: Engine.self) }
        let findings = child.validate(building: true).findings
        #expect(
            findings.filter { $0.kind == .notBuilt }.map(\.message) == [
                "Engine was not built: it needs Engine, which is made asynchronously.",
                "Engine was not built: it is made asynchronously.",
            ]
        )
        #expect(findings.count { $0.kind == .opaque } == 1)
    }

    @Test("validate(building:) builds what can do without an asynchronous instance")
    func tolerant() {
        let imposer = Imposer()
        imposer.impose(for: Engine.self) { () async in Engine() }
        imposer.impose(for: Car.self) { Car((try? imposer.tryInject(of: Engine.self)) ?? Engine()) }
        imposer.impose(for: Garage.self) { (car: Injected<Engine>) in Garage(Car(Engine())) }
        let notes = imposer.validate(building: true).findings.filter { $0.kind == .notBuilt }
        #expect(notes.compactMap(\.registration).map { "\($0.type)" } == ["Engine"])
        #expect(
            notes.first?.fix
                == "1. Build it in its own test:\n   try await imposer.injectAsync(of: ValidateBuildingTests.Engine.self)"
        )
    }

    @Test("validate(building:) says that an asynchronous provider hides its needs: it was not called")
    func asynchronousOpaque() {
        let imposer = Imposer()
        imposer.impose(for: Engine.self) { () async in Engine() }
        imposer.impose(for: Radio.self) { (_: Imposer) async in Radio() }
        imposer.impose(for: Garage.self) { (_: Imposer, car: Car) in Garage(car) }.expectingArguments(Car.self)
        imposer.impose(for: Label.self) { Label() }
        let hidden = imposer.validate(building: true).findings.filter { $0.kind == .opaque }
        #expect(hidden.map { "\($0.type)" } == ["Engine", "Radio", "Garage"])
        #expect(hidden.allSatisfy { $0.fix == "1. Let it take its dependencies as parameters." })
        #expect(imposer.validate().findings.count { $0.kind == .opaque } == 4)
    }

    @Test("validate(building:) warns that it builds nothing of an actor other than the main one")
    func otherActor() async {
        await Imposer.isolated(empty: true) {
            Imposer.impose(for: Engine.self) { @CacheActor in Engine() }
            Imposer.impose(for: Car.self, Car.init)
            let findings = Imposer.validate(building: true, wrappers: false).findings
            #expect(findings.map(\.kind) == [.notBuilt, .opaque, .isolated])
            #expect(findings.map(\.severity) == [.warning, .note, .note])
            #expect(findings.first?.message == "Engine was not built: its provider belongs to CacheActor.")
            #expect(
                findings.first?.fix
                    == "1. Build it in its own test:\n   try await injectAsync(of: ValidateBuildingTests.Engine.self)"
            )
        }
        // A registration that needs it is named if it is not itself validated.
        let imposer = Imposer()
        await Imposer.isolated(empty: true) {
            Imposer.impose(for: Engine.self) { @CacheActor in Engine() }
            imposer.impose(for: Car.self) { Car(try Imposer.shared.tryInject(of: Engine.self)) }
            #expect(
                imposer.validate(building: true).findings.map(\.message) == [
                    "Car was not built: it needs Engine, whose provider belongs to CacheActor.",
                    "Car can't be injected without await until Engine is kept, since the provider of Engine belongs to "
                        + "CacheActor: Car → Engine.",
                ]
            )
        }
    }

    @Test("A weak value that only its instance reveals is an error of validate(building:)")
    func weakValue() {
        let imposer = Imposer()
        imposer.impose(for: Labelled.self, option: .weakInstance) { Label() }
        #expect(imposer.validate().isValid)
        #expect(imposer.validate(building: true).errors.map(\.kind) == [.weakValue])
    }
}
