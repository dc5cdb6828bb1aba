import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Part: AnyObject, Sendable {}
private protocol FinePart: Part {}
private protocol Label {}
private class Made: FinePart, @unchecked Sendable {}
private final class Finest: Made, Label, @unchecked Sendable {}

private struct Machine {
    @Injected var part: any Part
    @Injected var label: any Label
    @Injected var made: Made
}

/// A class that is imposed in one test alone: other tests, at the same time, see its private imposer.
private final class Lock: Sendable {}
private struct Safe { @Injected var lock: Lock }

/// The same for a value that is given to a scope of a private imposer.
private final class Key: Sendable {}
private struct Door { @Injected var key: Key }

/// Wrappers that never fail, and may give nil all the same.
private final class WishedLamp: @unchecked Sendable {}
private struct WishingRoom {
    @Injected var lamp: WishedLamp?
    @Imposed var askedEachTime: WishedLamp?
    @UnforceInjected var unforced: WishedLamp?
    @InjectedWeakly var weakly: WishedLamp?
}

@Suite("What answers a stored wrapper", .imposing(empty: true))
struct StoredWrapperAnswerTests {
    /// The properties of the machine that nothing answers.
    private var unmet: [String] {
        Imposer.validate().errors.compactMap(\.property).filter { $0.owner == Machine.self }.map(\.name)
    }

    /// The properties of the room that something is said of.
    private var told: [String] {
        Imposer.validate().findings.compactMap { finding in
            guard let property = finding.property, property.owner == WishingRoom.self else { return nil }
            return "\(property.name): \(finding.kind), \(finding.severity)"
        }
    }

    @Test("a wrapper of an optional that remembers a nil is a note while nothing is imposed")
    func optional() throws {
        #expect(told == ["lamp: missing, note"])
        let note = try #require(Imposer.validate().findings.first { $0.property?.owner == WishingRoom.self })
        #expect(
            note.message
                == "ImposeInspectingTests.WishingRoom.lamp injects WishedLamp if it is imposed. It is not, and the property remembers nil."
        )
        #expect(note.fix.contains("@UnforceInjected"))
        Imposer.impose(for: WishedLamp.self, WishedLamp.init)
        #expect(told.isEmpty)
    }

    @Test(
        "a weak wrapper of what is made anew each time is a warning, since nothing keeps it",
        arguments: [
            (InjectOption.closureBased, true), (.graphInstance, true), (.singleInstance, false), (.weakInstance, false),
            (.scopedInstance, false),
        ]
    )
    func weakly(_ option: InjectOption, _ isTold: Bool) {
        Imposer.impose(for: WishedLamp.self, option: option, WishedLamp.init)
        #expect(told == (isTold ? ["weakly: weakValue, warning"] : []))
        // Another registration may be the one that answers: no declaration says its name.
        Imposer.impose(for: WishedLamp.self, named: "kept", WishedLamp.init)
        #expect(told.isEmpty)
    }

    @Test("a weak wrapper of what scopes are expected to be given is right: the scope keeps it")
    func weaklyGiven() {
        Imposer.shared.expectGiven(WishedLamp.self, in: "request")
        #expect(told.isEmpty)
    }

    @Test("Stored wrappers are unanswered where nothing is imposed")
    func nothing() {
        #expect(unmet == ["part", "label", "made"])
    }

    @Test("A registration for a stored wrapper's type answers it, under any name, in any imposer")
    func exact() {
        Imposer.impose(for: Part.self, Made())
        #expect(unmet == ["label", "made"])
        Imposer.removeAll()
        Imposer.impose(for: Part.self, named: "spare", Made())
        #expect(unmet == ["label", "made"])
        Imposer.removeAll()
        Imposer.imposer(for: .custom("spare")).impose(for: Part.self, Made())
        #expect(unmet == ["label", "made"])
    }

    @Test("A registration of a subtype answers a stored wrapper, at any distance")
    func near() {
        Imposer.impose(for: FinePart.self, Made())
        #expect(unmet == ["label", "made"])
        Imposer.impose(for: Finest.self, Finest.init)
        #expect(unmet.isEmpty)
    }

    @Test("An instance that can be cast answers a stored wrapper, once it exists")
    func castable() {
        Imposer.impose(for: Part.self, Finest.init)
        #expect(unmet == ["label", "made"])
        _ = inject(of: Part.self)
        #expect(unmet.isEmpty)
        Imposer.removeAll()
        Imposer.impose(for: Part.self, instance: Finest())
        #expect(unmet.isEmpty)
    }

    @Test("A private imposer answers a stored wrapper as long as it lives")
    func privately() {
        func isUnmet() -> Bool { Imposer.validate().errors.contains { $0.property?.owner == Safe.self } }
        #expect(isUnmet())
        var imposer: Imposer? = Imposer(label: "of the safe")
        imposer?.impose(for: Lock.self, Lock.init)
        #expect(!isUnmet())
        imposer = nil
        #expect(isUnmet())
    }

    @Test("An open scope answers a stored wrapper until it is disposed of")
    func scopes() {
        let scope = Imposer.openScope("request")
        scope.give(Finest())
        #expect(unmet.isEmpty)
        scope.dispose()
        #expect(unmet.count == 3)
        func isUnmet() -> Bool { Imposer.validate().errors.contains { $0.property?.owner == Door.self } }
        let parent = Imposer(label: "above")
        let inner = parent.openScope("request").openScope("inner")
        #expect(isUnmet())
        inner.give(Key())
        #expect(!isUnmet())
        inner.dispose()
        #expect(isUnmet())
    }

    @Test("A scope of a parentless imposer answers a stored wrapper in the process's own directory")
    func scopeOfPrivateImposer() async {
        await #expect(processExitsWith: .success) {
            func isUnmet() -> Bool { Imposer.validate().errors.contains { $0.property?.owner == Safe.self } }
            let parent = Imposer(label: "above")
            let scope = parent.openScope("request")
            #expect(isUnmet())
            scope.give(Lock())
            #expect(!isUnmet())
            scope.dispose()
            #expect(isUnmet())
            withExtendedLifetime(parent) {}
        }
    }

    @Test("A value that scopes are expected to be given answers a stored wrapper")
    func expected() {
        Imposer.expectGiven(Finest.self, named: "any", in: "request")
        #expect(unmet.isEmpty)
    }

    @Test("An alias answers a stored wrapper, unless its original is gone")
    func alias() {
        Imposer.impose(for: FinePart.self, Made()).alias(Label.self) { _ in Finest() }
        #expect(unmet == ["made"])
        Imposer.remove(for: FinePart.self)
        #expect(unmet.count == 3)
    }

    @Test("Another directory does not answer a stored wrapper")
    func otherDirectory() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Finest.self, Finest.init)
            #expect(unmet.isEmpty)
        }
        #expect(unmet.count == 3)
    }

    @Test("validate() makes no instance to see what answers a stored wrapper")
    func makesNothing() {
        let calls = CallCounter()
        Imposer.impose(for: Part.self) { () -> any Part in
            calls.increment()
            return Finest()
        }
        _ = unmet
        #expect(calls.count == 0)
    }
}
