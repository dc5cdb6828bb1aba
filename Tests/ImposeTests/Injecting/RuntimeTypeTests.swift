import Impose
import TestSupport
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

private let kinds: [Screen.Type] = [Home.self, Settings.self]

@Suite("The value of a type parameter")
struct RuntimeTypeTests {
    @Test(
        "is what an injection asks for, and nothing is remembered for its static type",
        arguments: [InjectOption.singleInstance, .closureBased, .scopedInstance, .weakInstance, .graphInstance]
    )
    func injecting(option: InjectOption) {
        let imposer = Imposer()
        imposer.impose(for: Screen.self, option: option, Screen.init)
        imposer.impose(for: Home.self, option: option, Home.init)
        let home: Screen.Type = Home.self
        for _ in 0..<3 {
            let (screen, atHome) = (imposer.inject(of: Screen.self), imposer.inject(of: home))
            #expect(!(screen is Home))
            #expect(atHome is Home)
            #expect(imposer.inject(of: type(of: atHome)) is Home)
            #expect(imposer.unforceInject(of: home) is Home)
            if option.keepsForTest { #expect(imposer.inject(of: Home.self) === atHome) }
        }
    }

    @Test(
        "is what is imposed, so that a loop registers each type",
        arguments: [InjectOption.singleInstance, .closureBased]
    )
    func imposing(option: InjectOption) throws {
        let imposer = Imposer()
        for kind in kinds { imposer.impose(for: kind, option: option) { kind.init() } }
        for _ in 0..<3 {
            #expect(kinds.map { "\(type(of: imposer.inject(of: $0)))" } == ["Home", "Settings"])
        }
        #expect(try imposer.injectAll(of: Screen.self).count == 2)
        #expect(try imposer.injectAll(of: kinds[1]).map { "\(type(of: $0))" } == ["Settings"])
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Screen.self) }?.kind == .ambiguous)
    }

    @Test("is what is made where it is imposed by its name alone")
    func instantiable() {
        let imposer = Imposer()
        for kind in kinds { imposer.impose(kind) }
        #expect((imposer.inject(of: Home.self) as Screen) is Home)
        #expect(imposer.inject(of: kinds[1]) is Settings)
    }

    @Test("is the key of an instance that exists, of arguments and of expressions")
    func otherForms() {
        let imposer = Imposer()
        let details: Screen.Type = Details.self
        imposer.impose(for: kinds[0], instance: Home())
        imposer.impose(for: kinds[1], Settings() as Screen)
        imposer.impose(for: details, option: .closureBased) { (number: Int) in Details(number: number) }
        #expect((imposer.inject(of: Home.self) as Screen) is Home)
        #expect((imposer.inject(of: Settings.self) as Screen) is Settings)
        #expect((imposer.inject(of: details, arguments: 7) as? Details)?.number == 7)
    }

    @Test(
        "is checked where the compiler can't, and nothing is kept of what is another class",
        arguments: [false, true]
    )
    func wrongClass(isAskedForByValue: Bool) {
        let imposer = Imposer()
        let home: Screen.Type = Home.self
        imposer.impose(for: home) { Settings() }
        for _ in 0..<2 {
            let error = failure { () throws(ImposeError) in
                isAskedForByValue ? try imposer.tryInject(of: home) : try imposer.tryInject(of: Home.self)
            }
            #expect(error?.kind == .providerFailed)
            #expect(error?.failureReason?.contains("made an instance of Settings, which is no Home") == true)
        }
        #expect(
            failure { () throws(ImposeError) in try imposer.store(Settings(), for: home) }?.kind == .notStorable
        )
        imposer.impose(for: Home.self, Home.init)
        #expect(
            failure { () throws(ImposeError) in try imposer.store(Settings(), for: home) }?.kind == .notStorable
        )
    }

    @Test("is taken by the functions that are no methods as well")
    func globalFunctions() throws {
        try Imposer.isolated(empty: true) { () throws in
            for kind in kinds { Imposer.impose(for: kind) { kind.init() } }
            #expect(kinds.map { "\(type(of: inject(of: $0)))" } == ["Home", "Settings"])
            #expect(try tryInject(of: kinds[1]) is Settings)
            #expect(try injectAll(of: kinds[0]).count == 1)
            #expect(unforceInject(of: kinds[0]) is Home)
            #expect(Imposer.isImposed(kinds[1]))
            #expect(Imposer.remove(for: kinds[1]))
            #expect(!Imposer.isImposed(Settings.self))
        }
    }
}

extension InjectOption {
    fileprivate var keepsForTest: Bool { self != .closureBased && self != .graphInstance }
}
