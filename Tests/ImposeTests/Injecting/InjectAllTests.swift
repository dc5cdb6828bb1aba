import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Plugin: Sendable {
    var name: String { get }
}

private protocol Theme: Plugin {}

private protocol DarkTheme: Theme {}

private struct Solarized: Plugin {
    var name = "Solarized"
}

private struct Monokai: DarkTheme {
    var name = "Monokai"
}

private class Base: Plugin, @unchecked Sendable {
    var name: String { "base" }
}

private final class Derived: Base, @unchecked Sendable {
    override var name: String { "derived" }
}

private struct Broken: Error {}

@Suite("Injecting all", .imposing(empty: true))
struct InjectAllTests {
    private func names(_ imposer: Imposer, named name: InjectionName? = nil) throws -> [String] {
        try imposer.injectAll(of: Plugin.self, named: name).map(\.name)
    }

    @Test("injectAll gives an empty list where nothing is imposed")
    func empty() throws {
        struct Unheard {}
        #expect(try Imposer().injectAll(of: Plugin.self).isEmpty)
        #expect(try injectAll(of: Unheard.self).isEmpty)
        #expect(try injectAll(from: .custom("empty"), of: Unheard.self).isEmpty)
    }

    @Test("injectAll gives the nearest first, whatever the order of registration")
    func nearestFirst() throws {
        let imposer = Imposer()
        imposer.impose(for: DarkTheme.self, Monokai(name: "2 steps"))
        imposer.impose(for: Derived.self, Derived())
        imposer.impose(for: Theme.self, Monokai(name: "1 step"))
        imposer.impose(for: Plugin.self, Solarized(name: "exact"))
        #expect(try names(imposer) == ["exact", "1 step", "2 steps", "derived"])
    }

    @Test("An alias of what a scope imposes anew is one instance with that")
    func aliasOfHidden() throws {
        let imposer = Imposer()
        imposer.impose(for: Base.self, Base()).alias(Plugin.self) { $0 }
        let scope = imposer.openScope()
        scope.impose(for: Base.self, Derived())
        #expect(try names(scope) == ["derived"])
        #expect(try names(imposer) == ["base"])
    }

    @Test("injectAll orders what is equally far by registration")
    func orderOfRegistration() throws {
        let imposer = Imposer()
        imposer.impose(for: Base.self, Base())
        imposer.impose(for: Solarized.self, Solarized())
        imposer.impose(for: Monokai.self, Monokai())
        #expect(try names(imposer) == ["base", "Solarized", "Monokai"])
    }

    @Test("injectAll gives what replaced a registration at the end")
    func replacedGoesToEnd() throws {
        let imposer = Imposer()
        imposer.impose(for: Solarized.self, Solarized())
        imposer.impose(for: Monokai.self, Monokai())
        imposer.impose(for: Solarized.self, Solarized(name: "replaced"))
        #expect(try names(imposer) == ["Monokai", "replaced"])
    }

    @Test("injectAll gives only what has the name that is asked for")
    func namesAreKeptApart() throws {
        let imposer = Imposer()
        imposer.impose(for: Solarized.self, Solarized())
        imposer.impose(for: Monokai.self, named: "dark", Monokai())
        #expect(try names(imposer) == ["Solarized"])
        #expect(try names(imposer, named: "dark") == ["Monokai"])
        #expect(try names(imposer, named: "light").isEmpty)
    }

    @Test("injectAll gives the parent's, too, but for keys that the child imposes itself")
    func shadowedKeys() throws {
        let parent = Imposer()
        let child = Imposer(parent: parent)
        parent.impose(for: Solarized.self, Solarized(name: "shadowed"))
        parent.impose(for: Monokai.self, Monokai(name: "parent's"))
        child.impose(for: Solarized.self, Solarized(name: "child's"))
        #expect(try names(child) == ["parent's", "child's"])
        #expect(try names(parent) == ["shadowed", "parent's"])
    }

    @Test("injectAll gives what is nearer in a parent before what is further in the child")
    func distanceBeforeImposer() throws {
        let parent = Imposer()
        let child = Imposer(parent: parent)
        child.impose(for: DarkTheme.self, Monokai(name: "child's"))
        parent.impose(for: Plugin.self, Solarized(name: "parent's"))
        #expect(try names(child) == ["parent's", "child's"])
    }

    @Test("injectAll gives what all imposers of a directory have, also under the same key")
    func acrossImposers() throws {
        struct Local: Plugin { let name: String }
        struct Remote: Plugin { let name: String }
        let east = ImposerType.custom("east")
        let west = ImposerType.custom("west")
        Imposer.imposer(for: east).impose(for: Local.self, Local(name: "east"))
        Imposer.imposer(for: west).impose(for: Local.self, Local(name: "west"))
        Imposer.imposer(for: west).impose(for: Remote.self, Remote(name: "remote"))
        #expect(try injectAll(from: east, of: Plugin.self).map(\.name) == ["east", "west", "remote"])
        #expect(try injectAll(from: west, of: Plugin.self).map(\.name) == ["east", "west", "remote"])
    }

    @Test("injectAll hides in a scope what its parents have, whichever imposer is asked")
    func scopesHide() throws {
        struct Local: Plugin { let name: String }
        Imposer.shared.impose(for: Local.self, Local(name: "primary"))
        Imposer.imposer(for: .secondary).impose(for: Local.self, Local(name: "secondary"))
        let scope = Imposer.openScope()
        scope.impose(for: Local.self, Local(name: "scope"))
        try scope.run {
            for type in [ImposerType.primary, .secondary] {
                let all = try injectAll(from: type, of: Plugin.self)
                #expect(Set(all.map(\.name)) == ["scope", "secondary"])
            }
        }
    }

    @Test("injectAll gives the instances that a single injection gives")
    func sharesInstances() throws {
        let imposer = Imposer()
        imposer.impose(for: Derived.self, Derived())
        let base = try imposer.injectAll(of: Base.self)
        #expect(base.count == 1)
        #expect(base.first === imposer.inject(of: Derived.self))
    }

    @Test("injectAll gives everything that ties for a single injection")
    func tiesAreFine() throws {
        let imposer = Imposer()
        imposer.impose(for: Solarized.self, Solarized())
        imposer.impose(for: Monokai.self, Monokai())
        #expect(imposer.unforceInject(of: Plugin.self) == nil)
        #expect(try names(imposer).count == 2)
    }

    @Test("injectAll injects the parameters of each")
    func parameters() throws {
        let imposer = Imposer()
        imposer.impose(for: String.self, "injected")
        imposer.impose(for: Solarized.self) { (name: String) in Solarized(name: name) }
        imposer.impose(for: Monokai.self, Monokai.init(name:))
        #expect(try names(imposer) == ["injected", "injected"])
    }

    @Test("injectAll fails if one instance can't be made")
    func oneFails() {
        let imposer = Imposer()
        imposer.impose(for: Solarized.self, Solarized())
        imposer.impose(for: Monokai.self) { () throws -> Monokai in throw Broken() }
        let error = #expect(throws: ImposeError.self) { try imposer.injectAll(of: Plugin.self) }
        #expect(error?.kind == .providerFailed)
        #expect(error?.underlyingError is Broken)
    }

    @Test("injectAll of a class gives its subclasses, itself first")
    func subclasses() throws {
        let imposer = Imposer()
        imposer.impose(for: Derived.self, Derived())
        imposer.impose(for: Base.self, Base())
        #expect(try imposer.injectAll(of: Base.self).map(\.name) == ["base", "derived"])
    }
}
