import Impose
import Synchronization
import TestSupport
import Testing

// A test for each feature of Resolve, in its own words.

final class ResolveService: Sendable {
    let name: String

    init(_ name: String) {
        self.name = name
    }
}

final class ResolveClock: Sendable {}

private struct ClockRegister: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: ResolveClock.self, ResolveClock())
    }
}

private struct ShopRegister: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: ResolveService.self, ResolveService("shop"))
        imposer.provide(using: ClockRegister())
    }
}

@Suite("What Resolve had")
struct ResolveRowTests {
    private let context = Imposer()

    @Test("As in Resolve, an earlier registration may take precedence")
    func earlierFirst() {
        let double = ResolveService("double")
        context.impose(for: ResolveService.self, double)
        #expect(context.inject(of: ResolveService.self) === double)
        context.impose(for: ResolveService.self, onConflict: .keep, ResolveService("app"))
        #expect(context.inject(of: ResolveService.self) === double)
    }

    @Test("As in Resolve, one registration can be removed")
    func removing() {
        context.impose(for: ResolveService.self, ResolveService("one"))
        context.impose(for: ResolveService.self, named: "other", ResolveService("other"))
        #expect(context.remove(for: ResolveService.self))
        #expect(!context.isImposed(ResolveService.self))
        #expect(context.isImposed(ResolveService.self, named: "other"))

        context.impose(for: ResolveService.self, onConflict: .keep, ResolveService("new"))
        #expect(context.inject(of: ResolveService.self).name == "new")
    }

    @Test("As in Resolve, what is persistent is one instance for good")
    func persistent() {
        context.impose(for: ResolveService.self, ResolveService("persistent"))
        weak let first = context.inject(of: ResolveService.self)
        #expect(first != nil)
        #expect(first === context.inject(of: ResolveService.self))
    }

    @Test("As in Resolve, what is transient is kept while somebody holds it")
    func transient() {
        context.impose(for: ResolveService.self, option: .weakInstance, ResolveService("transient"))
        var held: ResolveService? = context.inject()
        weak let first = held
        #expect(context.inject(of: ResolveService.self) === first)
        held = nil
        #expect(held == nil && first == nil)
        #expect(context.inject(of: ResolveService.self).name == "transient")
    }

    @Test("As in Resolve, what is ephemeral is new each time")
    func ephemeral() {
        context.impose(for: ResolveService.self, option: .closureBased, ResolveService("ephemeral"))
        #expect(context.inject(of: ResolveService.self) !== context.inject(of: ResolveService.self))
    }

    @Test("As in Resolve, storing replaces what is transient, while somebody holds the value")
    func storingTransient() throws {
        context.impose(for: ResolveService.self, option: .weakInstance, ResolveService("made"))
        var stored: ResolveService? = ResolveService("stored")
        try context.store(#require(stored), for: ResolveService.self)
        #expect(context.inject(of: ResolveService.self) === stored)
        stored = nil
        #expect(context.inject(of: ResolveService.self).name == "made")
    }

    @Test("As in Resolve, a register may register others")
    func hierarchicalRegistration() {
        context.provide(using: ShopRegister())
        #expect(context.isImposed(ResolveService.self))
        #expect(context.isImposed(ResolveClock.self))
    }
}
