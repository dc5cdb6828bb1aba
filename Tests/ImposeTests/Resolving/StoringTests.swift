import Impose
import TestSupport
import Testing

private protocol Clock: AnyObject, Sendable {}

private final class Settings: Clock {
    let name: String

    init(_ name: String) { self.name = name }
}

@Suite("Storing")
struct StoringTests {
    @Test("Storing replaces a kept instance, at once", arguments: [.singleInstance, .scopedInstance] as [InjectOption])
    func kept(option: InjectOption) throws {
        let imposer = Imposer()
        imposer.impose(for: Settings.self, option: option) { Settings("made") }
        let watched = Watched(imposer.inject(of: Settings.self))
        try imposer.store(Settings("stored"), for: Settings.self)
        #expect(imposer.inject(of: Settings.self).name == "stored")
        #expect(imposer.inject(of: Clock.self) === imposer.inject(of: Settings.self))
        #expect(watched.isGone)
    }

    @Test("Storing before anything was made leaves the provider alone")
    func beforeMaking() throws {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: Settings.self) {
            made.increment()
            return Settings("made")
        }
        try imposer.store(Settings("stored"), for: Settings.self)
        #expect(imposer.inject(of: Settings.self).name == "stored")
        #expect(made.count == 0)
        imposer.reset()
        #expect(imposer.inject(of: Settings.self).name == "made")
    }

    @Test("Storing in a weak registration counts as long as somebody holds the value")
    func weak() throws {
        let imposer = Imposer()
        imposer.impose(for: Settings.self, option: .weakInstance) { Settings("made") }
        var held: Settings? = Settings("stored")
        let watched = held.map { Watched($0) }
        func storeHeld() throws { if let held { try imposer.store(held, for: Settings.self) } }
        try storeHeld()
        #expect(imposer.inject(of: Settings.self) === watched?.object)
        held = nil
        #expect(watched?.isGone == true)
        #expect(imposer.inject(of: Settings.self).name == "made")
    }

    @Test("Storing a value in a weak registration is an error")
    func weakValue() throws {
        let imposer = Imposer()
        imposer.impose(for: Int.self, option: .weakInstance, 1)
        let error = failure { () throws(ImposeError) in try imposer.store(2, for: Int.self) }
        #expect(error?.kind == .weakValue)
    }

    @Test(
        "Storing in what keeps nothing and has no onStore is an error",
        arguments: [.closureBased, .graphInstance] as [InjectOption]
    )
    func notStorable(option: InjectOption) {
        let imposer = Imposer()
        imposer.impose(for: Settings.self, option: option) { Settings("made") }
        let error = failure { () throws(ImposeError) in try imposer.store(Settings("stored"), for: Settings.self) }
        #expect(error?.kind == .notStorable)
        #expect(imposer.inject(of: Settings.self).name == "made")
    }

    @Test(
        "onStore is told of a stored value, in order, after it is kept",
        arguments: [.singleInstance, .weakInstance, .scopedInstance, .closureBased, .graphInstance] as [InjectOption]
    )
    func onStore(option: InjectOption) throws {
        let imposer = Imposer()
        let told = Collected<String>()
        imposer.impose(for: Settings.self, option: option) { Settings("made") }
            .onStore { told.add("first \($0.name), injected \(imposer.inject(of: Settings.self).name)") }
            .onStore { told.add("second \($0.name)") }
        let isKept = option != .closureBased && option != .graphInstance
        let stored = Settings("stored")
        try imposer.store(stored, for: Settings.self)
        #expect(told.all == ["first stored, injected \(isKept ? "stored" : "made")", "second stored"])
        _ = stored
    }

    @Test("A stored value gets no hooks, and what it replaces is disposed of")
    func notOurs() throws {
        let imposer = Imposer()
        let told = Collected<String>()
        imposer.impose(for: Settings.self) { Settings("made") }
            .onCreate { told.add("created \($0.name)") }
            .decorated { Settings("decorated \($0.name)") }
            .onDispose { told.add("disposed \($0.name)") }
        _ = imposer.inject(of: Settings.self)
        try imposer.store(Settings("stored"), for: Settings.self)
        #expect(imposer.inject(of: Settings.self).name == "stored")
        imposer.dispose()
        #expect(told.all == ["created decorated made", "disposed decorated made"])
    }

    @Test("Storing in a scope replaces that scope's instance alone")
    func scoped() throws {
        let imposer = Imposer()
        imposer.impose(for: Settings.self, option: .scopedInstance) { Settings("made") }
        let (one, other) = (imposer.openScope(), imposer.openScope())
        try one.store(Settings("stored"), for: Settings.self)
        #expect(one.inject(of: Settings.self).name == "stored")
        #expect(other.inject(of: Settings.self).name == "made")
        #expect(imposer.inject(of: Settings.self).name == "made")
        let watched = Watched(one.inject(of: Settings.self))
        one.dispose()
        #expect(watched.isGone)
    }

    @Test("Storing in a scope replaces the value that it was given, and no other scope's")
    func given() throws {
        let imposer = Imposer()
        let (one, other) = (imposer.openScope(), imposer.openScope())
        for (scope, name) in [(one, "one"), (other, "other")] {
            scope.give(Settings(name))
            #expect(scope.inject(of: Settings.self).name == name)
        }
        try one.store(Settings("stored"), for: Settings.self)
        #expect(one.inject(of: Settings.self).name == "stored")
        #expect(other.inject(of: Settings.self).name == "other")
    }

    @Test("Storing a singleton from a scope replaces its imposer's, for all that ask")
    func singletonFromScope() throws {
        let imposer = Imposer()
        imposer.impose(for: Settings.self) { Settings("made") }
        let (one, other) = (imposer.openScope(), imposer.openScope())
        #expect(other.inject(of: Settings.self).name == "made")
        try one.store(Settings("stored"), for: Settings.self)
        #expect(other.inject(of: Settings.self).name == "stored")
        #expect(imposer.inject(of: Settings.self).name == "stored")
    }

    @Test("Storing finds the registration of a parent")
    func parent() throws {
        let parent = Imposer()
        parent.impose(for: Settings.self) { Settings("made") }
        let child = Imposer(parent: parent)
        try child.store(Settings("stored"), for: Settings.self)
        #expect(parent.inject(of: Settings.self).name == "stored")
    }

    @Test("Storing needs exactly the registration's type and name")
    func exact() {
        let imposer = Imposer()
        imposer.impose(for: Settings.self) { Settings("made") }
        let compatible = failure { () throws(ImposeError) in
            try imposer.store(Settings("stored"), for: Clock.self)
        }
        #expect(compatible?.kind == .missing)
        let named = failure { () throws(ImposeError) in
            try imposer.store(Settings("stored"), for: Settings.self, named: "other")
        }
        #expect(named?.kind == .missing)
        #expect(imposer.inject(of: Settings.self).name == "made")
    }

    @Test("Storing under a name keeps the instances of other names")
    func names() throws {
        let imposer = Imposer()
        for name in ["a", "b"] as [InjectionName] {
            imposer.impose(for: Settings.self, named: name) { Settings("made") }
        }
        try imposer.store(Settings("stored"), for: Settings.self, named: "a")
        #expect(imposer.inject(of: Settings.self, named: "a").name == "stored")
        #expect(imposer.inject(of: Settings.self, named: "b").name == "made")
    }

    @Test("Storing in an alias is an error that names the original")
    func alias() {
        let imposer = Imposer()
        imposer.impose(for: Settings.self) { Settings("made") }.alias(Clock.self) { $0 }
        let error = failure { () throws(ImposeError) in try imposer.store(Settings("stored"), for: Clock.self) }
        #expect(error?.kind == .notStorable)
        #expect(
            error?.recoverySuggestion?.onOneLine.contains(
                "Store the original: try imposer.store(settings, for: Settings.self)"
            )
                == true
        )
    }

    @Test("Storing in a scope that was disposed of is an error")
    func disposed() {
        let scope = Imposer().openScope()
        scope.impose(for: Settings.self) { Settings("made") }
        scope.dispose()
        let error = failure { () throws(ImposeError) in try scope.store(Settings("stored"), for: Settings.self) }
        #expect(error?.kind == .disposed)
    }

    @Test("A value that is stored while an instance is built stays")
    func whileBuilding() {
        let imposer = Imposer()
        let begun = Barrier(2)
        let isStored = Barrier(2)
        imposer.impose(for: Settings.self, named: "main") {
            begun.wait()
            isStored.wait()
            return Settings("made")
        }
        onThreads(2) { _, thread in
            if thread == 0 {
                _ = imposer.inject(of: Settings.self, named: "main")
            } else {
                begun.wait()
                try? imposer.store(Settings("stored"), for: Settings.self, named: "main")
                isStored.wait()
            }
        }
        #expect(imposer.inject(of: Settings.self, named: "main").name == "stored")
    }
}
