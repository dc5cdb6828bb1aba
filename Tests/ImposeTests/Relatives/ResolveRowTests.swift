import Impose
import Synchronization
import TestSupport
import Testing

// A test for each feature of Resolve, in its own words.

private final class Service: Sendable {
    let name: String

    init(_ name: String) {
        self.name = name
    }
}

private final class Clock: Sendable {}

private struct ClockRegister: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Clock.self, Clock())
    }
}

private struct ShopRegister: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Service.self, Service("shop"))
        imposer.provide(using: ClockRegister())
    }
}

@Suite("What Resolve had")
struct ResolveRowTests {
    private let context = Imposer()

    @Test("Resolve: an earlier registration takes precedence")
    func earlierFirst() {
        let double = Service("double")
        context.impose(for: Service.self, double)
        #expect(context.inject(of: Service.self) === double)
        context.impose(for: Service.self, onConflict: .keep, Service("app"))
        #expect(context.inject(of: Service.self) === double)
    }

    @Test("Resolve: removing one registration")
    func removing() {
        context.impose(for: Service.self, Service("one"))
        context.impose(for: Service.self, named: "other", Service("other"))
        #expect(context.remove(for: Service.self))
        #expect(!context.isImposed(Service.self))
        #expect(context.isImposed(Service.self, named: "other"))

        context.impose(for: Service.self, onConflict: .keep, Service("new"))
        #expect(context.inject(of: Service.self).name == "new")
    }

    @Test("Resolve: persistent")
    func persistent() {
        context.impose(for: Service.self, Service("persistent"))
        weak let first = context.inject(of: Service.self)
        #expect(first != nil)
        #expect(first === context.inject(of: Service.self))
    }

    @Test("Resolve: transient, kept while somebody holds it")
    func transient() {
        context.impose(for: Service.self, option: .weakInstance, Service("transient"))
        var held: Service? = context.inject()
        weak let first = held
        #expect(context.inject(of: Service.self) === first)
        held = nil
        #expect(held == nil && first == nil)
        #expect(context.inject(of: Service.self).name == "transient")
    }

    @Test("Resolve: ephemeral")
    func ephemeral() {
        context.impose(for: Service.self, option: .closureBased, Service("ephemeral"))
        #expect(context.inject(of: Service.self) !== context.inject(of: Service.self))
    }

    @Test("Resolve: storing replaces what is transient, while somebody holds it")
    func storingTransient() throws {
        context.impose(for: Service.self, option: .weakInstance, Service("made"))
        var stored: Service? = Service("stored")
        try context.store(#require(stored), for: Service.self)
        #expect(context.inject(of: Service.self) === stored)
        stored = nil
        #expect(context.inject(of: Service.self).name == "made")
    }

    @Test("Resolve: a register registers others")
    func hierarchicalRegistration() {
        context.provide(using: ShopRegister())
        #expect(context.isImposed(Service.self))
        #expect(context.isImposed(Clock.self))
    }
}
