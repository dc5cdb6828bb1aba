import Impose
import TestSupport
import Testing

private struct Rate: Equatable {
    let text: String
}

/// A module that imposes a rate on the imposer that it is for.
private struct CoreModule: ModuleInjector {
    var type = ImposerType.primary

    func provide(for imposer: Imposer) {
        imposer.impose(for: Rate.self, instance: Rate(text: "core"))
    }
}

private struct EuropeModule: ModuleInjector {
    var type: ImposerType { .custom("eu") }
    var requires: [any ModuleInjector] { [CoreModule(), CoreModule(type: .secondary)] }

    func provide(for imposer: Imposer) {
        imposer.impose(for: Rate.self, instance: Rate(text: "eu"))
    }
}

/// A module with a part that requires the whole.
private struct WholeModule: ModuleInjector {
    let removesAll: Bool
    let provided: Collected<String>

    func provide(for imposer: Imposer) {
        provided.add("whole begins")
        if removesAll { imposer.removeAll() }
        imposer.provide(using: PartModule(whole: self))
        provided.add("whole ends")
    }
}

private struct PartModule: ModuleInjector {
    let whole: WholeModule
    var requires: [any ModuleInjector] { [whole] }

    func provide(for imposer: Imposer) { whole.provided.add("part") }
}

/// A module that requires itself, but on another imposer.
private struct TravellingModule: ModuleInjector {
    var type = ImposerType.primary
    var requires: [any ModuleInjector] {
        type == .primary ? [TravellingModule(type: .secondary)] : [CoreModule(type: type)]
    }

    func provide(for imposer: Imposer) {
        imposer.impose(for: String.self, instance: "\(type)")
    }
}

/// A module that is made of others; one of its parts may be a group, too.
private struct GroupModule: ModuleInjector {
    let parts: [any ModuleInjector]

    func provide(for imposer: Imposer) {
        imposer.provide(using: parts)
    }
}

@Suite("What modules require, and where it goes")
struct ModuleRequirementTests {
    @Test("with the static method each required module goes to the imposer that it names itself")
    func staticMethod() {
        Imposer.isolated(empty: true) {
            Imposer.provide(using: EuropeModule())
            #expect(Imposer.shared.inject(of: Rate.self).text == "core")
            #expect(Imposer.imposer(for: .custom("eu")).inject(of: Rate.self).text == "eu")
            #expect(Imposer.imposer(for: .secondary).remove(for: Rate.self))
        }
    }

    @Test("with an imposer's method all required modules go to that imposer")
    func ownMethod() {
        Imposer.isolated(empty: true) {
            let imposer = Imposer()
            imposer.provide(using: EuropeModule())
            #expect(imposer.inject(of: Rate.self).text == "eu")
            for type in [ImposerType.primary, .secondary, .custom("eu")] {
                #expect(!Imposer.imposer(for: type).remove(for: Rate.self))
            }
        }
    }

    @Test("a module may require one of its own type on another imposer")
    func sameTypeElsewhere() {
        Imposer.isolated(empty: true) {
            Imposer.provide(using: TravellingModule())
            #expect(inject(of: String.self) == "primary")
            #expect(inject(from: .secondary, of: String.self) == "secondary")
        }
    }

    @Test("a part that requires the whole provides inside it, once, even if the whole has removed everything")
    func nestedRing() {
        for removesAll in [false, true] {
            let provided = Collected<String>()
            Imposer().provide(using: WholeModule(removesAll: removesAll, provided: provided))
            #expect(provided.all == ["whole begins", "part", "whole ends"])
        }
    }

    @Test("a module may be made of others of its own type")
    func groups() {
        let imposer = Imposer()
        let group = GroupModule(parts: [GroupModule(parts: [CoreModule()]), GroupModule(parts: [])])
        imposer.provide(using: group)
        #expect(imposer.isImposed(Rate.self))
    }
}
