import Impose
import ImposeInspecting
import Testing

private protocol Titled: AnyObject {}

extension RuntimeScreen: Titled {}

@Suite("The value of a type parameter, where it is explained")
struct ExplainedRuntimeTypeTests {
    @Test("A metatype in a variable counts by its value for aliases, explain(), store and remove")
    func otherVerbs() throws {
        let imposer = Imposer()
        let home: RuntimeScreen.Type = RuntimeHome.self
        imposer.impose(for: RuntimeSettings.self, RuntimeSettings.init)
        imposer.impose(for: home) { RuntimeHome() }.alias(Titled.self) { $0 }
        #expect(imposer.inject(of: Titled.self) === imposer.inject(of: RuntimeHome.self))
        #expect(imposer.isImposed(home))
        #expect(!imposer.isImposed(RuntimeDetails.self as RuntimeScreen.Type))
        #expect("\(imposer.explain(home))".hasPrefix("RuntimeHome: answered by RuntimeHome\n"))
        #expect(imposer.explain(home).chosen.map { "\($0.registration.type)" } == "RuntimeHome")

        let other = RuntimeHome()
        try imposer.store(other, for: home)
        #expect(imposer.inject(of: RuntimeHome.self) === other)
        #expect(imposer.remove(for: home))
        #expect(!imposer.isImposed(home))
        #expect(imposer.isImposed(RuntimeSettings.self))
    }

    @Test("An alias for a metatype in a variable answers for the type that it holds")
    func aliases() {
        let imposer = Imposer()
        let home: RuntimeScreen.Type = RuntimeHome.self
        imposer.impose(for: RuntimeDetails.self) { RuntimeDetails() }
        imposer.impose(for: RuntimeHome.self, named: "start", RuntimeHome.init).alias(home) { $0 }
        #expect(imposer.inject(of: RuntimeHome.self) === imposer.inject(of: RuntimeHome.self, named: "start"))
        #expect(imposer.inject(of: home) === imposer.inject(of: RuntimeHome.self, named: "start"))
        #expect(imposer.explain(home).chosen?.distance == 0)
    }
}
