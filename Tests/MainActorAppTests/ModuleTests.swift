import Impose
import Testing

@Suite("Modules in an app of the main actor")
struct ModuleTests {
    private struct StructModule: ModuleInjector {
        let title: String

        func provide(for imposer: Imposer) {
            let title = title
            imposer.impose(for: Storing.self) { @MainActor in Titled(title: title) }
        }
    }

    private final class ClassModule: ModuleInjector {
        var provided = 0
        var type: ImposerType { .custom("ModuleTests.module") }

        func provide(for imposer: Imposer) {
            provided += 1
            imposer.impose(for: Storing.self, FileStore.init)
        }
    }

    @Test("A main-actor struct is a module")
    func structModule() {
        let imposer = Imposer()
        imposer.provide(using: StructModule(title: "module"))
        #expect(imposer.inject(of: Storing.self).title == "module")
    }

    @Test("A main-actor class is a module, and says which imposer it is for")
    func classModule() {
        let module = ClassModule()
        Imposer.provide(using: module)
        #expect(module.provided == 1)
        #expect(inject(from: .custom("ModuleTests.module"), of: Storing.self).title == "files")
    }

    private struct RequiringModule: ModuleInjector {
        let required: ClassModule

        var requires: [any ModuleInjector] { [required, PlainModule()] }

        func provide(for imposer: Imposer) {
            imposer.impose(for: Library.self, Library.init)
        }
    }

    /// A module that is not of the main actor, among modules that are.
    private nonisolated struct PlainModule: ModuleInjector {
        func provide(for imposer: Imposer) {
            imposer.impose(for: Rates.self, FixedRates(rate: 5))
        }
    }

    private final class CircularModule: ModuleInjector {
        var provided = 0
        var requires: [any ModuleInjector] { [self] }

        func provide(for imposer: Imposer) {
            provided += 1
        }
    }

    @Test("A main-actor module requires others, of the main actor or not")
    func requires() {
        let imposer = Imposer()
        let required = ClassModule()
        imposer.provide(using: RequiringModule(required: required), RequiringModule(required: required))
        #expect(required.provided == 1)
        #expect(imposer.inject(of: Library.self).title == "library of files")
        #expect(imposer.inject(of: Rates.self).rate == 5)
    }

    @Test("A main-actor module that requires itself provides once")
    func ring() {
        let module = CircularModule()
        Imposer().provide(using: module)
        #expect(module.provided == 1)
    }
}
