import Impose
import ImposeTesting
import TestSupport
import Testing

private struct Setting: Equatable {
    let text: String
}

private struct Theme: Equatable {
    let text: String
}

private struct PlainModule: ModuleInjector {
    func provide(for imposer: Imposer) {}
}

private struct SettingModule: ModuleInjector {
    var type = ImposerType.primary
    var text = "setting"
    var policy = ConflictPolicy.replace

    func provide(for imposer: Imposer) {
        imposer.impose(for: Setting.self, onConflict: policy, instance: Setting(text: text))
    }
}

private final class ThemeModule: ModuleInjector {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    func provide(for imposer: Imposer) {
        let text = text
        imposer.impose(for: Theme.self) { Theme(text: text) }
    }
}

/// A module made of other modules, one of which names another imposer.
private struct AppModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.provide(using: SettingModule(type: .custom("unused"), text: "app"), ThemeModule("app"))
    }
}

@MainActor
private final class ScreenModule: @MainActor ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: Theme.self, instance: Theme(text: "screen"))
    }
}

@Suite("Modules", .imposing(empty: true))
struct ModuleTests {
    private let imposer = Imposer()

    @Test("a module that names no imposer means the primary one")
    func defaultType() {
        #expect(PlainModule().type == .primary)
        #expect(SettingModule(type: .secondary).type == .secondary)
    }

    @Test("a module imposes what it has")
    func one() throws {
        imposer.provide(using: SettingModule())
        #expect(try imposer.tryInject(of: Setting.self).text == "setting")
    }

    @Test("several modules impose, one after the other")
    func several() throws {
        imposer.provide(using: SettingModule(), ThemeModule("theme"))
        #expect(try imposer.tryInject(of: Setting.self).text == "setting")
        #expect(try imposer.tryInject(of: Theme.self).text == "theme")
    }

    @Test("a list of modules imposes as they would one by one")
    func list() throws {
        let modules: [any ModuleInjector] = [
            SettingModule(text: "first"), ThemeModule("theme"), SettingModule(text: "last"),
        ]
        imposer.provide(using: modules)
        #expect(try imposer.tryInject(of: Setting.self).text == "last")
        #expect(try imposer.tryInject(of: Theme.self).text == "theme")
    }

    @Test("provide() without any modules imposes nothing")
    func none() {
        imposer.provide()
        #expect(!imposer.isImposed(Setting.self))
    }

    @Test("a later module overrides an earlier one")
    func override() throws {
        imposer.provide(using: SettingModule(text: "first"), SettingModule(text: "second"))
        #expect(try imposer.tryInject(of: Setting.self).text == "second")
        imposer.provide(using: SettingModule(text: "third"))
        #expect(try imposer.tryInject(of: Setting.self).text == "third")
    }

    @Test("a later module that keeps does not override")
    func keep() throws {
        imposer.provide(using: SettingModule(text: "first"), SettingModule(text: "second", policy: .keep))
        #expect(try imposer.tryInject(of: Setting.self).text == "first")
    }

    @Test("a module made of others imposes all of theirs on its own imposer")
    func nested() throws {
        imposer.provide(using: SettingModule(text: "before"), AppModule())
        #expect(try imposer.tryInject(of: Setting.self).text == "app")
        #expect(try imposer.tryInject(of: Theme.self).text == "app")
        #expect(!Imposer.imposer(for: .custom("unused")).isImposed(Setting.self))
    }

    @Test("an imposer's own method imposes there, whatever imposer the module names")
    func ownMethod() throws {
        imposer.provide(using: SettingModule(type: .custom("ignored")))
        #expect(imposer.isImposed(Setting.self))
        #expect(!Imposer.imposer(for: .custom("ignored")).isImposed(Setting.self))
    }

    @Test("the static method imposes on the imposer that each module names")
    func staticMethod() throws {
        let types = [ImposerType.custom("one"), .custom("two")]
        Imposer.provide(using: SettingModule(type: types[0], text: "one"), SettingModule(type: types[1], text: "two"))
        #expect(try tryInject(from: types[0], of: Setting.self).text == "one")
        #expect(try tryInject(from: types[1], of: Setting.self).text == "two")
    }

    @Test("the static method imposes on the primary imposer by default")
    func staticMethodByDefault() {
        Imposer.provide(using: SettingModule())
        #expect(Imposer.shared.remove(for: Setting.self))
    }

    @Test("a module of the main actor is used on the main actor")
    @MainActor
    func mainActorModule() throws {
        imposer.provide(using: ScreenModule())
        #expect(try imposer.tryInject(of: Theme.self).text == "screen")
    }
}
