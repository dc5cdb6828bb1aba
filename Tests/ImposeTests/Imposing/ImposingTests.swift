import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Greeting {
    var text: String { get }
}

private final class Greeter: Greeting {
    let text: String

    init() {
        text = "init"
    }

    init(_ text: String) {
        self.text = text
    }
}

private final class Hall {
    let greeting: any Greeting
    let size: Int

    init(greeting: any Greeting, size: Int) {
        self.greeting = greeting
        self.size = size
    }
}

private struct Mishap: Error {}

@Suite("Imposing", .imposing(empty: true))
struct ImposingTests {
    private let imposer = Imposer()

    private func greeting() throws -> String {
        try imposer.tryInject(of: Greeting.self).text
    }

    @Test("an expression is imposed on a protocol")
    func expression() throws {
        imposer.impose(for: Greeting.self, Greeter("expression"))
        #expect(try greeting() == "expression")
    }

    @Test("the expression is evaluated when it is needed and not when it is imposed")
    func lazyExpression() throws {
        let counter = CallCounter()
        imposer.impose(for: Greeting.self, Greeter("\(counter.increment())"))
        #expect(counter.count == 0)
        #expect(try greeting() == "1")
    }

    @Test("a closure is imposed on a protocol")
    func closure() throws {
        imposer.impose(for: Greeting.self) { Greeter("closure") }
        #expect(try greeting() == "closure")
    }

    @Test("a closure of several statements is imposed on a protocol")
    func longClosure() throws {
        imposer.impose(for: Greeting.self) {
            let text = "several"
            return Greeter(text + " statements")
        }
        #expect(try greeting() == "several statements")
    }

    @Test("an initializer is imposed on its own class")
    func initializer() throws {
        imposer.impose(for: Greeter.self, Greeter.init as @Sendable () -> Greeter)
        #expect(try greeting() == "init")
    }

    @Test("an initializer's parameters are injected by their types")
    func parameters() throws {
        imposer.impose(for: Hall.self, Hall.init)
        imposer.impose(for: Greeting.self, Greeter("parameter"))
        imposer.impose(for: Int.self, 7)
        let hall = try imposer.tryInject(of: Hall.self)
        #expect(hall.greeting.text == "parameter")
        #expect(hall.size == 7)
    }

    @Test("a closure's parameters are injected by their types")
    func closureParameters() throws {
        imposer.impose(for: Hall.self) { (size: Int, greeting: any Greeting) in Hall(greeting: greeting, size: size) }
        imposer.impose(for: Greeting.self, Greeter("parameter"))
        imposer.impose(for: Int.self, 7)
        #expect(try imposer.tryInject(of: Hall.self).size == 7)
    }

    @Test("an instance that exists is handed out as it is")
    func instance() throws {
        let greeter = Greeter("instance")
        let identity = ObjectIdentifier(greeter)
        imposer.impose(for: Greeter.self, instance: greeter)
        #expect(try ObjectIdentifier(imposer.tryInject(of: Greeter.self)) == identity)
    }

    @Test("a single instance is made at first use, once")
    func singleInstance() throws {
        let counter = CallCounter()
        imposer.impose(for: Greeter.self) { Greeter("\(counter.increment())") }
        let first = try imposer.tryInject(of: Greeter.self)
        let second = try imposer.tryInject(of: Greeter.self)
        #expect(first === second)
        #expect(counter.count == 1)
    }

    @Test("a single instance is one, whatever type it is asked for by")
    func singleInstanceByOtherType() throws {
        imposer.impose(for: Greeter.self) { Greeter("one") }
        let own = try imposer.tryInject(of: Greeter.self)
        let byProtocol = try imposer.tryInject(of: Greeting.self)
        let byOptional = try imposer.tryInject(of: Greeting?.self)
        #expect(byProtocol as? Greeter === own)
        #expect(byOptional as? Greeter === own)
    }

    @Test("a closure-based instance is new at every injection")
    func closureBased() throws {
        let counter = CallCounter()
        imposer.impose(for: Greeter.self, option: .closureBased) { Greeter("\(counter.increment())") }
        let texts = try (1...3).map { _ in try imposer.tryInject(of: Greeter.self).text }
        #expect(texts == ["1", "2", "3"])
    }

    @Test("a closure-based expression is evaluated at every injection")
    func closureBasedExpression() throws {
        let counter = CallCounter()
        imposer.impose(for: Greeter.self, option: .closureBased, Greeter("\(counter.increment())"))
        let texts = try (1...2).map { _ in try imposer.tryInject(of: Greeter.self).text }
        #expect(texts == ["1", "2"])
    }

    @Test("a provider that throws is asked again at the next injection")
    func failingProvider() throws {
        let counter = CallCounter()
        imposer.impose(for: Greeting.self) {
            if counter.increment() == 1 { throw Mishap() }
            return Greeter("second try")
        }
        let error = #expect(throws: ImposeError.self) { try greeting() }
        #expect(error?.kind == .providerFailed)
        #expect(error?.underlyingError is Mishap)
        #expect(try greeting() == "second try")
    }

    @Test("a later registration replaces an earlier one and its instance")
    func replacing() throws {
        imposer.impose(for: Greeting.self, Greeter("first"))
        #expect(try greeting() == "first")
        imposer.impose(for: Greeting.self, Greeter("second"))
        #expect(try greeting() == "second")
    }

    @Test("under .keep the first registration stays, also before its first use", arguments: [false, true])
    func keeping(isUsed: Bool) throws {
        imposer.impose(for: Greeting.self, Greeter("first"))
        if isUsed { #expect(try greeting() == "first") }
        imposer.impose(for: Greeting.self, onConflict: .keep, Greeter("second"))
        #expect(try greeting() == "first")
    }

    @Test("under .keep an instance that comes second is dropped")
    func keepingAgainstInstance() throws {
        imposer.impose(for: Greeting.self, Greeter("first"))
        imposer.impose(for: Greeting.self, onConflict: .keep, instance: Greeter("second"))
        #expect(try greeting() == "first")
    }

    @Test("under .keep the first registration for a key is made")
    func keepingFirst() throws {
        imposer.impose(for: Greeting.self, onConflict: .keep, Greeter("first"))
        #expect(try greeting() == "first")
    }

    @Test("under .keep another name is another key")
    func keepingOtherName() throws {
        imposer.impose(for: Greeting.self, Greeter("first"))
        imposer.impose(for: Greeting.self, named: "second", onConflict: .keep, Greeter("second"))
        #expect(try imposer.tryInject(of: Greeting.self, named: "second").text == "second")
    }

    @Test("what a dropped registration is told has no effect")
    func preferringDropped() throws {
        imposer.impose(for: Greeter.self, Greeter("first"))
        imposer.impose(for: Greeter.self, onConflict: .keep, Greeter("second")).preferred()
        #expect(try greeting() == "first")
    }

    @Test("the static methods mean the primary imposer")
    func primary() throws {
        Imposer.impose(for: Int.self, 1)
        #expect(try Imposer.shared.tryInject(of: Int.self) == 1)
        Imposer.impose(for: Int.self, named: "function") { 2 }
        #expect(try tryInject(of: Int.self, named: "function") == 2)
        Imposer.impose(for: Int.self, named: "instance", instance: 3)
        #expect(try tryInject(from: .primary, of: Int.self, named: "instance") == 3)
        #expect(Imposer.isImposed(Int.self))
        #expect(Imposer.remove(for: Int.self))
        #expect(!Imposer.isImposed(Int.self))
        #expect(unforceInject(of: Int.self) == nil)
    }
}
