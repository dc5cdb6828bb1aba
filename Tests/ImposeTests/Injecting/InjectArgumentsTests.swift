import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Printing: Sendable {
    var page: String { get }
}

private struct Press: Printing {
    var page = "page"
}

private struct Person: Hashable, Sendable {
    let first: String
    let last: String
    let age: Int
}

private final class Letter: Sendable {
    let press: any Printing
    let text: String
    let copies: Int

    init(press: any Printing, text: String, copies: Int) {
        self.press = press
        self.text = text
        self.copies = copies
    }
}

@Suite("Parameters and arguments of an injection", .imposing(empty: true))
struct InjectArgumentsTests {
    @Test("A provider's parameters are injected by their types, one by one")
    func parametersAreInjected() {
        let imposer = Imposer()
        imposer.impose(for: Printing.self, Press(page: "injected"))
        imposer.impose(for: String.self, "text")
        imposer.impose(for: Int.self, 3)
        imposer.impose(for: Letter.self, Letter.init)
        let letter = imposer.inject(of: Letter.self)
        #expect(letter.press.page == "injected")
        #expect(letter.text == "text")
        #expect(letter.copies == 3)
    }

    @Test("A parameter takes a compatible registration, as any request does")
    func parametersMatchByDistance() {
        let imposer = Imposer()
        imposer.impose(for: Press.self, Press(page: "compatible"))
        imposer.impose(for: Letter.self) { (press: any Printing) in Letter(press: press, text: "", copies: 0) }
        #expect(imposer.inject(of: Letter.self).press.page == "compatible")
    }

    @Test("A parameter of optional type is nil if nothing is imposed for it")
    func optionalParameters() {
        let imposer = Imposer()
        imposer.impose(for: String.self, option: .closureBased) { (press: (any Printing)?) in press?.page ?? "none" }
        #expect(imposer.inject(of: String.self) == "none")
        imposer.impose(for: Printing.self, Press(page: "some"))
        #expect(imposer.inject(of: String.self) == "some")
    }

    @Test("Parameters come from the imposer that holds the registration, whoever is asked")
    func parametersComeFromHolder() {
        let parent = Imposer()
        let child = Imposer(parent: parent)
        parent.impose(for: Printing.self, Press(page: "parent's"))
        child.impose(for: Printing.self, Press(page: "child's"))
        parent.impose(for: Letter.self) { (press: any Printing) in Letter(press: press, text: "", copies: 0) }
        #expect(child.inject(of: Letter.self).press.page == "parent's")
    }

    @Test("Arguments fill the parameters of their types, and the rest is injected")
    func argumentsFillParameters() throws {
        let imposer = Imposer()
        imposer.impose(for: Printing.self, Press())
        imposer.impose(for: Letter.self, option: .closureBased, Letter.init)
        for letter in [
            imposer.inject(of: Letter.self, arguments: "Dear", 2),
            imposer.inject(of: Letter.self, arguments: 2, "Dear"),
            try imposer.tryInject(of: Letter.self, arguments: "Dear", 2),
            try #require(imposer.unforceInject(of: Letter.self, arguments: 2, "Dear")),
        ] {
            #expect(letter.text == "Dear")
            #expect(letter.copies == 2)
            #expect(letter.press.page == "page")
        }
    }

    @Test("The global functions take arguments, too")
    func globalFunctionsTakeArguments() throws {
        let type = ImposerType.custom("global")
        Imposer.imposer(for: type).impose(for: Person.self, option: .closureBased, Person.init)
        let ada = Person(first: "Ada", last: "Lovelace", age: 36)
        #expect(inject(from: type, of: Person.self, arguments: "Ada", "Lovelace", 36) == ada)
        #expect(try tryInject(from: type, of: Person.self, arguments: "Ada", "Lovelace", 36) == ada)
        #expect(unforceInject(from: type, of: Person.self, arguments: "Ada", "Lovelace", 36) == ada)
    }

    @Test("Arguments of one type fill the parameters of that type in order")
    func argumentsKeepOrder() {
        let imposer = Imposer()
        imposer.impose(for: Person.self, option: .closureBased, Person.init)
        let person = imposer.inject(of: Person.self, arguments: "Grace", 85, "Hopper")
        #expect(person == Person(first: "Grace", last: "Hopper", age: 85))
    }

    @Test("An argument fills a parameter that it can be cast to")
    func castArguments() {
        let imposer = Imposer()
        imposer.impose(for: Letter.self, option: .closureBased) { (press: any Printing) in
            Letter(press: press, text: "", copies: 0)
        }
        #expect(imposer.inject(of: Letter.self, arguments: Press(page: "cast")).press.page == "cast")
    }

    @Test("A kept lifetime keeps one instance for each distinct list of arguments")
    func instancePerArguments() {
        let imposer = Imposer()
        imposer.impose(for: Printing.self, Press())
        imposer.impose(for: Letter.self, Letter.init)
        let first = imposer.inject(of: Letter.self, arguments: "Dear", 1)
        #expect(imposer.inject(of: Letter.self, arguments: "Dear", 1) === first)
        #expect(imposer.inject(of: Letter.self, arguments: "Dear", 2) !== first)
        #expect(imposer.inject(of: Letter.self, arguments: "Bye", 1) !== first)
    }

    @Test("Arguments that are not Hashable are an error for a kept lifetime, and fine for one that keeps nothing")
    func unhashableArguments() throws {
        let imposer = Imposer()
        imposer.impose(for: String.self) { (press: Press) in press.page }
        let error = #expect(throws: ImposeError.self) { try imposer.tryInject(of: String.self, arguments: Press()) }
        #expect(error?.kind == .arguments)
        imposer.impose(for: String.self, option: .closureBased) { (press: Press) in press.page }
        #expect(try imposer.tryInject(of: String.self, arguments: Press(page: "new")) == "new")
    }
}
