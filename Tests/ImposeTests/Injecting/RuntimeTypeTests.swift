import Impose
import TestSupport
import Testing

class RuntimeScreen: Instantiable, @unchecked Sendable {
    required init() {}
}

final class RuntimeHome: RuntimeScreen, @unchecked Sendable {}

final class RuntimeSettings: RuntimeScreen, @unchecked Sendable {}

final class RuntimeDetails: RuntimeScreen, @unchecked Sendable {
    let number: Int

    init(number: Int) { self.number = number }

    required init() { number = 0 }
}

private let kinds: [RuntimeScreen.Type] = [RuntimeHome.self, RuntimeSettings.self]

@Suite("The value of a type parameter")
struct RuntimeTypeTests {
    @Test(
        "A metatype in a variable is injected by its value, however often it is asked",
        arguments: [InjectOption.singleInstance, .closureBased, .scopedInstance, .weakInstance, .graphInstance]
    )
    func injecting(option: InjectOption) {
        let imposer = Imposer()
        imposer.impose(for: RuntimeScreen.self, option: option, RuntimeScreen.init)
        imposer.impose(for: RuntimeHome.self, option: option, RuntimeHome.init)
        let home: RuntimeScreen.Type = RuntimeHome.self
        for _ in 0..<3 {
            let (screen, atHome) = (imposer.inject(of: RuntimeScreen.self), imposer.inject(of: home))
            #expect(!(screen is RuntimeHome))
            #expect(atHome is RuntimeHome)
            #expect(imposer.inject(of: type(of: atHome)) is RuntimeHome)
            #expect(imposer.unforceInject(of: home) is RuntimeHome)
            if option.keepsForTest { #expect(imposer.inject(of: RuntimeHome.self) === atHome) }
        }
    }

    @Test(
        "A metatype in a variable is imposed by its value, so that a loop registers each",
        arguments: [InjectOption.singleInstance, .closureBased]
    )
    func imposing(option: InjectOption) throws {
        let imposer = Imposer()
        for kind in kinds { imposer.impose(for: kind, option: option) { kind.init() } }
        for _ in 0..<3 {
            #expect(kinds.map { "\(type(of: imposer.inject(of: $0)))" } == ["RuntimeHome", "RuntimeSettings"])
        }
        #expect(try imposer.injectAll(of: RuntimeScreen.self).count == 2)
        #expect(try imposer.injectAll(of: kinds[1]).map { "\(type(of: $0))" } == ["RuntimeSettings"])
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: RuntimeScreen.self) }?.kind == .ambiguous)
    }

    @Test("A metatype in a variable is imposed by its type alone, and its value is made")
    func instantiable() {
        let imposer = Imposer()
        for kind in kinds { imposer.impose(kind) }
        #expect((imposer.inject(of: RuntimeHome.self) as RuntimeScreen) is RuntimeHome)
        #expect(imposer.inject(of: kinds[1]) is RuntimeSettings)
    }

    @Test("A metatype in a variable is the key of instances, expressions and closures with parameters")
    func otherForms() {
        let imposer = Imposer()
        let details: RuntimeScreen.Type = RuntimeDetails.self
        imposer.impose(for: kinds[0], instance: RuntimeHome())
        imposer.impose(for: kinds[1], RuntimeSettings() as RuntimeScreen)
        imposer.impose(for: details, option: .closureBased) { (number: Int) in RuntimeDetails(number: number) }
        #expect((imposer.inject(of: RuntimeHome.self) as RuntimeScreen) is RuntimeHome)
        #expect((imposer.inject(of: RuntimeSettings.self) as RuntimeScreen) is RuntimeSettings)
        #expect((imposer.inject(of: details, arguments: 7) as? RuntimeDetails)?.number == 7)
    }

    @Test(
        "An instance of another class than a metatype's value is an error, and not kept",
        arguments: [false, true]
    )
    func wrongClass(isAskedForByValue: Bool) {
        let imposer = Imposer()
        let home: RuntimeScreen.Type = RuntimeHome.self
        imposer.impose(for: home) { RuntimeSettings() }
        for _ in 0..<2 {
            let error = failure { () throws(ImposeError) in
                isAskedForByValue ? try imposer.tryInject(of: home) : try imposer.tryInject(of: RuntimeHome.self)
            }
            #expect(error?.kind == .providerFailed)
            #expect(
                error?.failureReason?.contains("made an instance of RuntimeSettings, which is no RuntimeHome") == true
            )
        }
        #expect(
            failure { () throws(ImposeError) in try imposer.store(RuntimeSettings(), for: home) }?.kind == .notStorable
        )
        imposer.impose(for: RuntimeHome.self, RuntimeHome.init)
        #expect(
            failure { () throws(ImposeError) in try imposer.store(RuntimeSettings(), for: home) }?.kind == .notStorable
        )
    }

    @Test("A metatype in a variable is taken by its value by the global functions, too")
    func globalFunctions() throws {
        try Imposer.isolated(empty: true) { () throws in
            for kind in kinds { Imposer.impose(for: kind) { kind.init() } }
            #expect(kinds.map { "\(type(of: inject(of: $0)))" } == ["RuntimeHome", "RuntimeSettings"])
            #expect(try tryInject(of: kinds[1]) is RuntimeSettings)
            #expect(try injectAll(of: kinds[0]).count == 1)
            #expect(unforceInject(of: kinds[0]) is RuntimeHome)
            #expect(Imposer.isImposed(kinds[1]))
            #expect(Imposer.remove(for: kinds[1]))
            #expect(!Imposer.isImposed(RuntimeSettings.self))
        }
    }
}

extension InjectOption {
    fileprivate var keepsForTest: Bool { self != .closureBased && self != .graphInstance }
}
