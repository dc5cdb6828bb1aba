import Impose
import TestSupport
import Testing

protocol AliasReading: AnyObject, Sendable {
    var title: String { get }
}

protocol AliasWriting: AnyObject, Sendable {}

protocol AliasStore: AliasReading, AliasWriting {}

final class AliasedFiles: AliasStore {
    let title: String

    init(_ title: String = "files") { self.title = title }
}

/// A type that conforms to nothing that it is an alias for.
struct AliasPath: Sendable {
    let text: String
}

@Suite("An alias")
struct AliasTests {
    @Test("An alias is the same instance for another type")
    func sameInstance() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles() }.alias(AliasReading.self) { $0 }.alias(
            AliasWriting.self
        ) { $0 }
        let reading: any AliasReading = imposer.inject()
        let writing: any AliasWriting = imposer.inject()
        #expect(reading === imposer.inject(of: AliasedFiles.self))
        #expect(writing === reading)
    }

    @Test("An alias may convert to a type that the instance has nothing to do with")
    func converting() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("home") }.alias(AliasPath.self) {
            AliasPath(text: "/\($0.title)")
        }
        #expect(imposer.inject(of: AliasPath.self).text == "/home")
    }

    @Test(
        "An alias has the original's lifetime",
        arguments: [(InjectOption.singleInstance, true), (.closureBased, false)]
    )
    func lifetime(option: InjectOption, isSame: Bool) {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self, option: option) { AliasedFiles() }.alias(AliasReading.self) { $0 }
        // Several times, since the second one is answered from memory.
        let first = imposer.inject(of: AliasReading.self)
        for _ in 0..<3 { #expect((imposer.inject(of: AliasReading.self) === first) == isSame) }
    }

    @Test("An alias may have a name, and stands for the original's name")
    func names() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self, named: "disk") { AliasedFiles("disk") }
            .alias(AliasPath.self, named: "a") { AliasPath(text: $0.title) }
            .alias(AliasPath.self) { AliasPath(text: "plain \($0.title)") }
        #expect(imposer.inject(of: AliasPath.self, named: "a").text == "disk")
        #expect(imposer.inject(of: AliasPath.self).text == "plain disk")
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: AliasPath.self, named: "disk") } != nil)
    }

    @Test("An alias passes arguments on to the original")
    func arguments() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { (title: String) in AliasedFiles(title) }.alias(AliasPath.self) {
            AliasPath(text: $0.title)
        }
        #expect(imposer.inject(of: AliasPath.self, arguments: "one").text == "one")
        #expect(imposer.inject(of: AliasPath.self, arguments: "two").text == "two")
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: AliasPath.self, arguments: 1.5) }
        #expect(error?.kind == .arguments)
    }

    @Test("An alias follows when the original is replaced, also after it has been asked")
    func replaced() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("old") }.alias(AliasPath.self) {
            AliasPath(text: $0.title)
        }
        #expect(imposer.inject(of: AliasPath.self).text == "old")
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("new") }
        #expect(imposer.inject(of: AliasPath.self).text == "new")
    }

    @Test("An alias follows when another instance is stored in the original")
    func stored() throws {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("old") }.alias(AliasPath.self) {
            AliasPath(text: $0.title)
        }
        #expect(imposer.inject(of: AliasPath.self).text == "old")
        try imposer.store(AliasedFiles("stored"), for: AliasedFiles.self)
        #expect(imposer.inject(of: AliasPath.self).text == "stored")
    }

    @Test("An alias leaves requests to the parent while its original is not imposed")
    func removedBelowAParent() throws {
        let parent = Imposer()
        parent.impose(for: AliasPath.self, AliasPath(text: "parent"))
        parent.impose(for: AliasedFiles.self) { AliasedFiles("parent's") }
        let imposer = Imposer(parent: parent)
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("own") }.alias(AliasPath.self) {
            AliasPath(text: $0.title)
        }
        #expect(imposer.inject(of: AliasPath.self).text == "own")
        imposer.remove(for: AliasedFiles.self)
        for _ in 0..<2 {
            #expect(imposer.inject(of: AliasPath.self).text == "parent")
            #expect(imposer.isImposed(AliasPath.self))
            #expect(try imposer.injectAll(of: AliasPath.self).map(\.text) == ["parent"])
            #expect(imposer.inject(of: AliasPath.self, ifNoMatchUse: .nearestAndCastable).text == "parent")
        }
    }

    @Test("An alias and its original are one in injectAll, at the place of the first of them")
    func placeInList() throws {
        let imposer = Imposer()
        imposer.impose(for: AliasStore.self) { AliasedFiles("one step") }
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("exact by its alias") }.alias(AliasReading.self) { $0 }
        let all = try imposer.injectAll(of: AliasReading.self)
        #expect(all.map { ($0 as? AliasedFiles)?.title } == ["exact by its alias", "one step"])
    }

    @Test("What is said to a dropped registration has no effect, alias or otherwise")
    func dropped() {
        let imposer = Imposer()
        imposer.impose(for: AliasPath.self, AliasPath(text: "double"))
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("first") }
        imposer.impose(for: AliasedFiles.self, onConflict: .keep) { AliasedFiles("dropped") }
            .alias(AliasPath.self) { AliasPath(text: $0.title) }
            .preferred()
            .decorated { _ in AliasedFiles("decorated") }
            .expectingArguments(Int.self)
        #expect(imposer.inject(of: AliasPath.self).text == "double")
        #expect(imposer.inject(of: AliasedFiles.self).title == "first")
    }

    @Test("An alias can be removed alone")
    func removedAlone() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles() }.alias(AliasPath.self) { AliasPath(text: $0.title) }
        #expect(imposer.remove(for: AliasPath.self))
        #expect(!imposer.isImposed(AliasPath.self))
        #expect(imposer.isImposed(AliasedFiles.self))
    }

    @Test("An alias and its original are one instance, so they do not tie")
    func noTie() {
        let imposer = Imposer()
        // Both are one step away from AliasReading.
        imposer.impose(for: AliasedFiles.self) { AliasedFiles() }.alias(AliasStore.self) { $0 }
        #expect(imposer.inject(of: AliasReading.self) === imposer.inject(of: AliasedFiles.self))
        #expect(imposer.isImposed(AliasReading.self))
    }

    @Test("An alias does not tie with an original that was replaced after it was made")
    func noTieAfterReplacement() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("old") }.alias(AliasStore.self) { $0 }
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("new") }
        #expect(imposer.isImposed(AliasReading.self))
        #expect(imposer.unforceInject(of: AliasReading.self) === imposer.inject(of: AliasedFiles.self))
    }

    @Test("An alias ties with other registrations as its original would")
    func tie() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("one") }.alias(AliasPath.self) {
            AliasPath(text: $0.title)
        }
        imposer.impose(for: AliasStore.self) { AliasedFiles("two") }
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: AliasReading.self) }
        #expect(error?.kind == .ambiguous)
        #expect(error?.candidates.count == 2)
    }

    @Test("injectAll gives an instance once, however many aliases it has")
    func injectAll() throws {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("one") }.alias(AliasStore.self) { $0 }.alias(
            AliasReading.self
        ) { $0 }
        imposer.impose(for: AliasedFiles.self, named: "other") { AliasedFiles("other") }.alias(AliasWriting.self) { $0 }
        let all: [any AliasReading] = try imposer.injectAll()
        #expect(all.count == 1)
        // The alias under no name, whose original has one and is therefore not asked for, and the other original.
        let writing: [any AliasWriting] = try imposer.injectAll()
        #expect(writing.count == 2)
    }

    @Test("An alias of a scoped instance is that of the scope that asks")
    func scoped() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self, option: .scopedInstance) { AliasedFiles() }.alias(AliasReading.self) {
            $0
        }
        let (one, other) = (imposer.openScope(), imposer.openScope())
        for _ in 0..<2 {
            #expect(one.inject(of: AliasReading.self) === one.inject(of: AliasedFiles.self))
            #expect(other.inject(of: AliasReading.self) === other.inject(of: AliasedFiles.self))
            #expect(one.inject(of: AliasReading.self) !== other.inject(of: AliasReading.self))
        }
    }

    @Test("An alias of what a scope hides is the scope's own instance, once in a list")
    func hiddenInScope() throws {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("outer") }.alias(AliasStore.self) { $0 }
        let scope = imposer.openScope()
        scope.impose(for: AliasedFiles.self) { AliasedFiles("scope's") }
        // The alias is a request for the files, and the scope has its own.
        #expect(scope.inject(of: AliasStore.self).title == "scope's")
        let all: [any AliasReading] = try scope.injectAll()
        #expect(all.count == 1)
        #expect(all.first === scope.inject(of: AliasedFiles.self))
        let outside: [any AliasReading] = try imposer.injectAll()
        #expect(outside.count == 1)
    }

    @Test("An alias of an alias leads to the original, and goes when that goes")
    func ofAnAlias() throws {
        let imposer = Imposer()
        imposer.impose(for: AliasStore.self) { AliasedFiles("first") }.alias(AliasWriting.self) { $0 }
        // From here on the store is an alias itself.
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("second") }.alias(AliasStore.self) { $0 }
        #expect(imposer.inject(of: AliasWriting.self) === imposer.inject(of: AliasedFiles.self))
        let all: [any AliasReading] = try imposer.injectAll()
        #expect(all.count == 1)
        #expect(imposer.isImposed(AliasReading.self))
        imposer.remove(for: AliasedFiles.self)
        #expect(!imposer.isImposed(AliasWriting.self) && !imposer.isImposed(AliasStore.self))
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: AliasWriting.self) }?.kind == .missing)
    }

    @Test("A cycle of aliases counts as not imposed")
    func cycle() {
        let imposer = Imposer()
        let store = imposer.impose(for: AliasStore.self) { AliasedFiles() }
        imposer.impose(for: AliasedFiles.self) { AliasedFiles() }.alias(AliasStore.self) { $0 }
        store.alias(AliasedFiles.self) { _ in AliasedFiles() }
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: AliasStore.self) }?.kind == .missing)
        #expect(!imposer.isImposed(AliasedFiles.self))
    }

    @Test("An alias is preferred with its original")
    func preferred() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self, named: "one") { AliasedFiles("one") }.alias(AliasStore.self) { $0 }
            .preferred()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles("two") }
        #expect(imposer.inject(of: AliasReading.self).title == "one")
    }

    @Test("An alias keeps nothing itself: what it gave is released with the original's instance")
    func released() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles() }.alias(AliasReading.self) { $0 }
        weak let reading: (any AliasReading)? = imposer.inject()
        #expect(reading != nil)
        imposer.reset()
        #expect(reading == nil)
    }

    @Test("An alias is imposed only where something would keep its original")
    func imposedWithOriginal() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self, option: .scopedInstance(in: "request")) { AliasedFiles() }
            .alias(AliasReading.self) { $0 }
        #expect(!imposer.isImposed(AliasReading.self))
        let request = imposer.openScope("request")
        #expect(request.isImposed(AliasReading.self))
        request.dispose()
        #expect(!request.isImposed(AliasReading.self))
    }

    @Test("An alias without its original is not imposed when something is stored for it")
    func storingWithoutOriginal() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles() }.alias(AliasReading.self) { $0 }
        func kind() -> ImposeError.Kind? {
            failure { () throws(ImposeError) in
                try imposer.store(AliasedFiles() as any AliasReading, for: AliasReading.self)
            }?.kind
        }
        #expect(kind() == .notStorable)
        imposer.remove(for: AliasedFiles.self)
        #expect(kind() == .missing)
    }

    @Test("An alias is found by a cast under its name, which its original has not got")
    func castable() {
        let imposer = Imposer()
        imposer.impose(for: AliasedFiles.self) { AliasedFiles() }.alias(AliasReading.self, named: "log") { $0 }
        let writing = imposer.inject(of: AliasWriting.self, named: "log", ifNoMatchUse: .nearestAndCastable)
        #expect(writing === imposer.inject(of: AliasedFiles.self))
    }
}
