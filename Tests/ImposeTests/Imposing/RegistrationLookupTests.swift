import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Bus: Sendable {
    var text: String { get }
}

private class Plain: Bus, @unchecked Sendable {
    let text: String

    init(_ text: String = "plain") { self.text = text }
}

private final class Special: Plain, @unchecked Sendable {}

@Suite("A registration that another module has made", .imposing(empty: true))
struct RegistrationLookupTests {
    private let imposer = Imposer()

    @Test(
        "The registration of a type and a name is found in the imposer that has it",
        arguments: [nil, "n"] as [InjectionName?]
    )
    func found(name: InjectionName?) {
        for place in [imposer, Imposer(parent: imposer), imposer.openScope(), .shared, .imposer(for: .secondary)] {
            #expect(place.registration(for: Bus.self, named: name) == nil)
            place.impose(for: Bus.self, named: name) { Plain() }
            #expect(place.registration(for: Bus.self, named: name) != nil)
            place.remove(for: Bus.self, named: name)
            #expect(place.registration(for: Bus.self, named: name) == nil)
        }
    }

    @Test("The registration of another name or type is not found, though it would answer")
    func exact() {
        imposer.impose(for: Plain.self) { Plain() }
        imposer.impose(for: Bus.self, named: "n") { Plain() }
        #expect(imposer.registration(for: Bus.self, named: nil) == nil)
        #expect(imposer.registration(for: Special.self, named: nil) == nil)
        #expect(imposer.registration(for: Plain.self, named: "n") == nil)
        #expect(imposer.registration(for: Bus.self, named: "other") == nil)
        #expect(imposer.registration(for: Plain.self, named: nil) != nil)
        #expect(imposer.registration(for: Bus.self, named: "n") != nil)
    }

    @Test("The registration of another imposer is not found, though that is searched")
    func thatImposerAlone() {
        let (secondary, custom) = (Imposer.imposer(for: .secondary), Imposer.imposer(for: .custom("eu")))
        secondary.impose(for: Bus.self) { Plain() }
        imposer.impose(for: Bus.self) { Plain() }
        for other in [.shared, custom, Imposer(parent: imposer), imposer.openScope(), .openScope()] {
            #expect(other.registration(for: Bus.self, named: nil) == nil)
        }
    }

    @Test("A value that a scope was given has no registration, and neither has an ended imposer")
    func none() {
        let scope = imposer.openScope()
        scope.give(Plain())
        #expect(scope.registration(for: Plain.self, named: nil) == nil)
        imposer.impose(for: Bus.self) { Plain() }
        scope.impose(for: Bus.self) { Plain() }
        imposer.dispose()
        #expect(imposer.registration(for: Bus.self, named: nil) == nil)
        #expect(scope.registration(for: Bus.self, named: nil) == nil)
    }

    @Test(
        "Hooks are added to what another module has imposed",
        arguments: [InjectOption.singleInstance, .closureBased, .scopedInstance]
    )
    func hooks(option: InjectOption) {
        let calls = Collected<String>()
        imposer.impose(for: Bus.self, option: option) { Plain() }
        imposer.registration(for: Bus.self, named: nil)?
            .decorated { Plain("decorated \($0.text)") }
            .onCreate { calls.add("created \($0.text)") }
            .onDispose { calls.add("disposed \($0.text)") }
        #expect(imposer.inject(of: Bus.self).text == "decorated plain")
        imposer.reset()
        let isKept = option != .closureBased
        #expect(calls.all == ["created decorated plain"] + (isKept ? ["disposed decorated plain"] : []))
    }

    @Test("Hooks that are added to what is kept already are those of the next instance")
    func keptAlready() {
        imposer.impose(for: Bus.self) { Plain() }
        for _ in 0..<2 { #expect(imposer.inject(of: Bus.self).text == "plain") }
        imposer.registration(for: Bus.self, named: nil)?.decorated { Plain("decorated \($0.text)") }
        #expect(imposer.inject(of: Bus.self).text == "plain")
        imposer.reset()
        #expect(imposer.inject(of: Bus.self).text == "decorated plain")
    }

    @Test("A registration that is found can be preferred, and given an alias")
    func preferredAndAlias() {
        imposer.impose(for: Plain.self) { Plain("plain") }
        imposer.impose(for: Special.self, named: nil) { Special("special") }
        struct Other: Bus { let text = "other" }
        imposer.impose(for: Other.self) { Other() }
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Bus.self) }?.kind == .ambiguous)
        imposer.registration(for: Other.self, named: nil)?.preferred()
        #expect(imposer.unforceInject(of: Bus.self)?.text == "other")
        imposer.registration(for: Other.self, named: nil)?.alias(String.self) { $0.text }
        #expect(imposer.unforceInject(of: String.self) == "other")
    }

    @Test("What replaces a registration does not get the hooks that it was given", arguments: [true, false])
    func replaced(isRemovedFirst: Bool) {
        imposer.impose(for: Bus.self) { Plain("old") }
        let registration = imposer.registration(for: Bus.self, named: nil)
        if isRemovedFirst { imposer.remove(for: Bus.self) }
        imposer.impose(for: Bus.self) { Plain("new") }
        registration?.decorated { Plain("decorated \($0.text)") }
        #expect(imposer.inject(of: Bus.self).text == "new")
    }

    @Test("What is done in an isolated copy to a registration that was imposed outside is not felt outside")
    func isolated() {
        struct Other: Bus { let text = "other" }
        Imposer.impose(for: Plain.self) { Plain() }
        Imposer.impose(for: Other.self) { Other() }
        Imposer.isolated {
            let registration = Imposer.shared.registration(for: Plain.self, named: nil)
            registration?.decorated { Plain("decorated \($0.text)") }.preferred()
            #expect(inject(of: Plain.self).text == "decorated plain")
            #expect(unforceInject(of: Bus.self)?.text == "decorated plain")
        }
        #expect(inject(of: Plain.self).text == "plain")
        #expect(failure { () throws(ImposeError) in try tryInject(of: Bus.self) }?.kind == .ambiguous)
        Imposer.isolated { #expect(inject(of: Plain.self).text == "plain") }
    }

    @Test("A registration that is found is described as the one that was made")
    func description() {
        let made = imposer.impose(for: Bus.self, named: "n", option: .closureBased) { Plain() }
        #expect(imposer.registration(for: Bus.self, named: "n").map { "\($0)" } == "\(made)")
    }
}
