import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Gateway: Sendable {}

private struct Real: Gateway {}

private let file: StaticString = "Shop/Start.swift"

/// A module that imposes a gateway at its own line.
private struct PaymentModule: ModuleInjector {
    var line: UInt = 1
    var name: InjectionName?
    var policy = ConflictPolicy.replace

    func provide(for imposer: Imposer) {
        imposer.impose(for: Gateway.self, named: name, onConflict: policy, fileID: file, line: line, Real())
    }
}

private struct TrialModule: ModuleInjector {
    var line: UInt = 2
    var name: InjectionName?
    var policy = ConflictPolicy.replace

    func provide(for imposer: Imposer) {
        imposer.impose(for: Gateway.self, named: name, onConflict: policy, fileID: file, line: line, Real())
    }
}

/// A module that overrides registrations of the modules that it requires.
private struct RequiringModule: ModuleInjector {
    var requires: [any ModuleInjector] { [PaymentModule(line: 31)] }

    func provide(for imposer: Imposer) {
        imposer.impose(for: Gateway.self, fileID: file, line: 3, Real())
    }
}

/// A module that overrides registrations of its parts, and keeps their report.
private struct OuterModule: ModuleInjector {
    let inner: Collected<Imposer.ModuleReport>

    func provide(for imposer: Imposer) {
        inner.add(imposer.provide(using: PaymentModule(line: 41), TrialModule(line: 42)))
        imposer.impose(for: Gateway.self, fileID: file, line: 4, Real())
    }
}

/// A module that makes an alias answer for a gateway.
private struct AliasModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Real.self, Real()).alias(Gateway.self, fileID: file, line: 5) { $0 }
    }
}

/// A module that imposes on other imposers than the one that it is handed.
private struct WanderingModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        Imposer.impose(for: Gateway.self, fileID: file, line: 6, Real())
        Imposer.imposer(for: .secondary).impose(for: Gateway.self, fileID: file, line: 7, Real())
    }
}

private struct PlainModule: ModuleInjector {
    let body: @Sendable (Imposer) -> Void

    func provide(for imposer: Imposer) { body(imposer) }
}

/// The overrides in short: `TrialModule 2 > PaymentModule 1`.
private func overrides(_ report: Imposer.ModuleReport) -> [String] {
    report.overrides.map { "\($0.newModule) \($0.newLocation.line) > \($0.oldModule) \($0.oldLocation.line)" }
}

@Suite("What modules override")
struct ModuleReportTests {
    private let imposer = Imposer(label: "shop")

    @Test("an override says what was overridden, where, and by whom")
    func override() throws {
        let report = imposer.provide(using: PaymentModule(name: "card"), TrialModule(name: "card"))
        let override = try #require(report.overrides.first)
        #expect(report.overrides.count == 1 && report.cycles.isEmpty)
        #expect(ObjectIdentifier(override.type) == ObjectIdentifier(Gateway.self))
        #expect(override.name == "card")
        #expect(override.imposer == "private imposer \"shop\"")
        #expect(override.oldLocation == Imposer.SourceLocation(fileID: file, line: 1))
        #expect(override.newLocation == Imposer.SourceLocation(fileID: file, line: 2))
        #expect(ObjectIdentifier(override.oldModule) == ObjectIdentifier(PaymentModule.self))
        #expect(ObjectIdentifier(override.newModule) == ObjectIdentifier(TrialModule.self))
    }

    @Test("what is not another module's registration is not overridden")
    func noOverride() {
        let reports = [
            imposer.provide(using: PaymentModule(), PaymentModule()),
            imposer.provide(using: TrialModule(name: "other"), TrialModule(policy: .keep)),
            imposer.provide(),
        ]
        imposer.impose(for: Gateway.self, Real())
        #expect((reports + [imposer.provide(using: TrialModule())]).flatMap(\.overrides).isEmpty)
        imposer.removeAll()
        #expect(imposer.provide(using: PaymentModule()).overrides.isEmpty)
    }

    @Test("a module of an earlier call is overridden, too, and reported by the later call alone")
    func earlierCall() {
        #expect(imposer.provide(using: PaymentModule()).overrides.isEmpty)
        #expect(overrides(imposer.provide(using: TrialModule())) == ["TrialModule 2 > PaymentModule 1"])
        #expect(imposer.provide(using: PlainModule { _ in }).overrides.isEmpty)
    }

    @Test("a module that overrides what it requires is reported")
    func required() {
        #expect(overrides(imposer.provide(using: RequiringModule())) == ["RequiringModule 3 > PaymentModule 31"])
    }

    @Test("what happens in a call inside a module is in the report of both, in order")
    func nested() {
        let inner = Collected<Imposer.ModuleReport>()
        let outer = imposer.provide(using: OuterModule(inner: inner), PaymentModule())
        #expect(inner.all.map(overrides) == [["TrialModule 42 > PaymentModule 41"]])
        #expect(
            overrides(outer) == [
                "TrialModule 42 > PaymentModule 41", "OuterModule 4 > TrialModule 42",
                "PaymentModule 1 > OuterModule 4",
            ]
        )
    }

    @Test("an alias overrides as any registration does")
    func alias() {
        let report = imposer.provide(using: PaymentModule(), AliasModule(), TrialModule())
        #expect(overrides(report) == ["AliasModule 5 > PaymentModule 1", "TrialModule 2 > AliasModule 5"])
    }

    @Test("what a module imposes on other imposers is the module's, too")
    func otherImposers() {
        Imposer.isolated(empty: true) {
            Imposer.provide(using: PaymentModule())
            Imposer.imposer(for: .secondary).provide(using: PaymentModule())
            let report = imposer.provide(using: WanderingModule())
            #expect(
                overrides(report) == ["WanderingModule 6 > PaymentModule 1", "WanderingModule 7 > PaymentModule 1"]
            )
            #expect(report.overrides.map(\.imposer) == ["primary", "secondary"])
        }
    }

    @Test("what is overridden in an isolated directory was imposed outside")
    func isolated() {
        Imposer.isolated(empty: true) {
            Imposer.provide(using: PaymentModule())
            let inside = Imposer.isolated { Imposer.provide(using: TrialModule()) }
            #expect(overrides(inside) == ["TrialModule 2 > PaymentModule 1"])
            #expect(overrides(Imposer.provide(using: RequiringModule())) == ["RequiringModule 3 > PaymentModule 1"])
        }
    }

    @Test("what is imposed on another thread meanwhile, or afterwards, is no module's")
    func otherThreads() {
        imposer.provide(
            using: PlainModule { imposer in
                onAnotherThread { imposer.impose(for: Gateway.self, Real()) }
            }
        )
        #expect(imposer.provide(using: PaymentModule()).overrides.isEmpty)
        imposer.impose(for: Gateway.self, Real())
        #expect(imposer.provide(using: TrialModule()).overrides.isEmpty)
    }

    @Test("a registration knows its module and the place of the one that it replaced")
    func records() throws {
        let key = RegistrationKey(type: (any Gateway).self, name: nil)
        imposer.provide(using: PaymentModule())
        let first = try #require(imposer.node.record(for: key))
        #expect(first.module == PaymentModule.self && first.replaced == nil)
        imposer.impose(for: Gateway.self, onConflict: .keep, fileID: file, line: 8, Real())
        imposer.impose(for: Gateway.self, fileID: file, line: 9, Real())
        let second = try #require(imposer.node.record(for: key))
        #expect(second.module == nil && second.replaced == first.location)
        imposer.remove(for: Gateway.self)
        imposer.impose(for: Gateway.self, Real())
        #expect(imposer.node.record(for: key)?.replaced == nil)
    }
}
