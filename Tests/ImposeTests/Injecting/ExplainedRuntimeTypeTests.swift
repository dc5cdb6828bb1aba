import Impose
import ImposeInspecting
import Testing

private class Screen: Instantiable, @unchecked Sendable {
    required init() {}
}

private final class Home: Screen, @unchecked Sendable {}

private final class Settings: Screen, @unchecked Sendable {}

private final class Details: Screen, @unchecked Sendable {
    let number: Int

    init(number: Int) { self.number = number }

    required init() { number = 0 }
}

private protocol Titled: AnyObject {}

extension Screen: Titled {}

@Suite("The value of a type parameter, where it is explained")
struct ExplainedRuntimeTypeTests {
    @Test("is what an alias, removing, asking, explaining and storing mean")
    func otherVerbs() throws {
        let imposer = Imposer()
        let home: Screen.Type = Home.self
        imposer.impose(for: Settings.self, Settings.init)
        imposer.impose(for: home) { Home() }.alias(Titled.self) { $0 }
        #expect(imposer.inject(of: Titled.self) === imposer.inject(of: Home.self))
        #expect(imposer.isImposed(home))
        #expect(!imposer.isImposed(Details.self as Screen.Type))
        #expect(ObjectIdentifier(imposer.explain(home).requested) == ObjectIdentifier(Home.self))
        #expect(imposer.explain(home).chosen.map { "\($0.registration.type)" } == "Home")

        let other = Home()
        try imposer.store(other, for: home)
        #expect(imposer.inject(of: Home.self) === other)
        #expect(imposer.remove(for: home))
        #expect(!imposer.isImposed(home))
        #expect(imposer.isImposed(Settings.self))
    }

    @Test("is what an alias answers for")
    func aliases() {
        let imposer = Imposer()
        let home: Screen.Type = Home.self
        imposer.impose(for: Details.self) { Details() }
        imposer.impose(for: Home.self, named: "start", Home.init).alias(home) { $0 }
        #expect(imposer.inject(of: Home.self) === imposer.inject(of: Home.self, named: "start"))
        #expect(imposer.inject(of: home) === imposer.inject(of: Home.self, named: "start"))
        #expect(imposer.explain(home).chosen?.distance == 0)
    }
}
