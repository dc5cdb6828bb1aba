import Impose
import TestSupport
import Testing

private protocol Reading: AnyObject, Sendable {
    var title: String { get }
}

private protocol Writing: AnyObject, Sendable {}

private protocol Store: Reading, Writing {}

private final class Files: Store {
    let title: String

    init(_ title: String = "files") { self.title = title }
}

/// A type that conforms to nothing that it is an alias for.
private struct Path: Sendable {
    let text: String
}

@Suite("An alias")
struct AliasTests {
    @Test("is the same instance for another type")
    func sameInstance() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files() }.alias(Reading.self) { $0 }.alias(Writing.self) { $0 }
        let reading: any Reading = imposer.inject()
        let writing: any Writing = imposer.inject()
        #expect(reading === imposer.inject(of: Files.self))
        #expect(writing === reading)
    }

    @Test("may convert to a type that the instance has nothing to do with")
    func converting() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files("home") }.alias(Path.self) { Path(text: "/\($0.title)") }
        #expect(imposer.inject(of: Path.self).text == "/home")
    }

    @Test("has the original's lifetime", arguments: [(InjectOption.singleInstance, true), (.closureBased, false)])
    func lifetime(option: InjectOption, isSame: Bool) {
        let imposer = Imposer()
        imposer.impose(for: Files.self, option: option) { Files() }.alias(Reading.self) { $0 }
        // Several times, since the second one is answered from memory.
        let first = imposer.inject(of: Reading.self)
        for _ in 0..<3 { #expect((imposer.inject(of: Reading.self) === first) == isSame) }
    }

    @Test("may have a name, and stands for the original's name")
    func names() {
        let imposer = Imposer()
        imposer.impose(for: Files.self, named: "disk") { Files("disk") }
            .alias(Path.self, named: "a") { Path(text: $0.title) }
            .alias(Path.self) { Path(text: "plain \($0.title)") }
        #expect(imposer.inject(of: Path.self, named: "a").text == "disk")
        #expect(imposer.inject(of: Path.self).text == "plain disk")
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Path.self, named: "disk") } != nil)
    }

    @Test("passes arguments on to the original")
    func arguments() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { (title: String) in Files(title) }.alias(Path.self) { Path(text: $0.title) }
        #expect(imposer.inject(of: Path.self, arguments: "one").text == "one")
        #expect(imposer.inject(of: Path.self, arguments: "two").text == "two")
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Path.self, arguments: 1.5) }
        #expect(error?.kind == .arguments)
    }

    @Test("follows when the original is replaced, also after it has been asked")
    func replaced() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files("old") }.alias(Path.self) { Path(text: $0.title) }
        #expect(imposer.inject(of: Path.self).text == "old")
        imposer.impose(for: Files.self) { Files("new") }
        #expect(imposer.inject(of: Path.self).text == "new")
    }

    @Test("follows when another instance is stored in the original")
    func stored() throws {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files("old") }.alias(Path.self) { Path(text: $0.title) }
        #expect(imposer.inject(of: Path.self).text == "old")
        try imposer.store(Files("stored"), for: Files.self)
        #expect(imposer.inject(of: Path.self).text == "stored")
    }

    @Test("leaves requests to the parent while the original is not imposed")
    func removedBelowAParent() throws {
        let parent = Imposer()
        parent.impose(for: Path.self, Path(text: "parent"))
        parent.impose(for: Files.self) { Files("parent's") }
        let imposer = Imposer(parent: parent)
        imposer.impose(for: Files.self) { Files("own") }.alias(Path.self) { Path(text: $0.title) }
        #expect(imposer.inject(of: Path.self).text == "own")
        imposer.remove(for: Files.self)
        for _ in 0..<2 {
            #expect(imposer.inject(of: Path.self).text == "parent")
            #expect(imposer.isImposed(Path.self))
            #expect(try imposer.injectAll(of: Path.self).map(\.text) == ["parent"])
            #expect(imposer.inject(of: Path.self, ifNoMatchUse: .nearestAndCastable).text == "parent")
        }
    }

    @Test("and its original are one in a list, at the place of the one that comes first")
    func placeInList() throws {
        let imposer = Imposer()
        imposer.impose(for: Store.self) { Files("one step") }
        imposer.impose(for: Files.self) { Files("exact by its alias") }.alias(Reading.self) { $0 }
        let all = try imposer.injectAll(of: Reading.self)
        #expect(all.map { ($0 as? Files)?.title } == ["exact by its alias", "one step"])
    }

    @Test("of a registration that was dropped has no effect, nor has anything else that is said to it")
    func dropped() {
        let imposer = Imposer()
        imposer.impose(for: Path.self, Path(text: "double"))
        imposer.impose(for: Files.self) { Files("first") }
        imposer.impose(for: Files.self, onConflict: .keep) { Files("dropped") }
            .alias(Path.self) { Path(text: $0.title) }
            .preferred()
            .decorated { _ in Files("decorated") }
            .expectingArguments(Int.self)
        #expect(imposer.inject(of: Path.self).text == "double")
        #expect(imposer.inject(of: Files.self).title == "first")
    }

    @Test("can be removed alone")
    func removedAlone() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files() }.alias(Path.self) { Path(text: $0.title) }
        #expect(imposer.remove(for: Path.self))
        #expect(!imposer.isImposed(Path.self))
        #expect(imposer.isImposed(Files.self))
    }

    @Test("and its original are one instance, so they do not tie")
    func noTie() {
        let imposer = Imposer()
        // Both are one step away from Reading.
        imposer.impose(for: Files.self) { Files() }.alias(Store.self) { $0 }
        #expect(imposer.inject(of: Reading.self) === imposer.inject(of: Files.self))
        #expect(imposer.isImposed(Reading.self))
    }

    @Test("and its original do not tie either where the original was replaced after the alias was made")
    func noTieAfterReplacement() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files("old") }.alias(Store.self) { $0 }
        imposer.impose(for: Files.self) { Files("new") }
        #expect(imposer.isImposed(Reading.self))
        #expect(imposer.unforceInject(of: Reading.self) === imposer.inject(of: Files.self))
    }

    @Test("ties with other registrations as its original would")
    func tie() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files("one") }.alias(Path.self) { Path(text: $0.title) }
        imposer.impose(for: Store.self) { Files("two") }
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Reading.self) }
        #expect(error?.kind == .ambiguous)
        #expect(error?.candidates.count == 2)
    }

    @Test("injectAll gives an instance once, whatever it is an alias of")
    func injectAll() throws {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files("one") }.alias(Store.self) { $0 }.alias(Reading.self) { $0 }
        imposer.impose(for: Files.self, named: "other") { Files("other") }.alias(Writing.self) { $0 }
        let all: [any Reading] = try imposer.injectAll()
        #expect(all.count == 1)
        // The alias under no name, whose original has one and is therefore not asked for, and the other original.
        let writing: [any Writing] = try imposer.injectAll()
        #expect(writing.count == 2)
    }

    @Test("of a scoped instance is that of the scope that asks")
    func scoped() {
        let imposer = Imposer()
        imposer.impose(for: Files.self, option: .scopedInstance) { Files() }.alias(Reading.self) { $0 }
        let (one, other) = (imposer.openScope(), imposer.openScope())
        for _ in 0..<2 {
            #expect(one.inject(of: Reading.self) === one.inject(of: Files.self))
            #expect(other.inject(of: Reading.self) === other.inject(of: Files.self))
            #expect(one.inject(of: Reading.self) !== other.inject(of: Reading.self))
        }
    }

    @Test("of what a scope hides is one in a list with what hides it")
    func hiddenInScope() throws {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files("outer") }.alias(Store.self) { $0 }
        let scope = imposer.openScope()
        scope.impose(for: Files.self) { Files("scope's") }
        // The alias is a request for the files, and the scope has its own.
        #expect(scope.inject(of: Store.self).title == "scope's")
        let all: [any Reading] = try scope.injectAll()
        #expect(all.count == 1)
        #expect(all.first === scope.inject(of: Files.self))
        let outside: [any Reading] = try imposer.injectAll()
        #expect(outside.count == 1)
    }

    @Test("of an alias leads to what that is an alias of, and goes when that goes")
    func ofAnAlias() throws {
        let imposer = Imposer()
        imposer.impose(for: Store.self) { Files("first") }.alias(Writing.self) { $0 }
        // From here on the store is an alias itself.
        imposer.impose(for: Files.self) { Files("second") }.alias(Store.self) { $0 }
        #expect(imposer.inject(of: Writing.self) === imposer.inject(of: Files.self))
        let all: [any Reading] = try imposer.injectAll()
        #expect(all.count == 1)
        #expect(imposer.isImposed(Reading.self))
        imposer.remove(for: Files.self)
        #expect(!imposer.isImposed(Writing.self) && !imposer.isImposed(Store.self))
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Writing.self) }?.kind == .missing)
    }

    @Test("in a cycle of aliases is as if it were not there")
    func cycle() {
        let imposer = Imposer()
        let store = imposer.impose(for: Store.self) { Files() }
        imposer.impose(for: Files.self) { Files() }.alias(Store.self) { $0 }
        store.alias(Files.self) { _ in Files() }
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Store.self) }?.kind == .missing)
        #expect(!imposer.isImposed(Files.self))
    }

    @Test("is preferred with its original")
    func preferred() {
        let imposer = Imposer()
        imposer.impose(for: Files.self, named: "one") { Files("one") }.alias(Store.self) { $0 }.preferred()
        imposer.impose(for: Files.self) { Files("two") }
        #expect(imposer.inject(of: Reading.self).title == "one")
    }

    @Test("keeps nothing itself: what it gave is released with the original's instance")
    func released() {
        let imposer = Imposer()
        imposer.impose(for: Files.self) { Files() }.alias(Reading.self) { $0 }
        weak let reading: (any Reading)? = imposer.inject()
        #expect(reading != nil)
        imposer.reset()
        #expect(reading == nil)
    }
}
