import Impose
import TestSupport
import Testing

private class Basket: Instantiable, @unchecked Sendable {
    let made: Int
    static let counter = CallCounter()

    required init() { made = Self.counter.increment() }
}

private struct Settings: Instantiable, Equatable {
    var isDark = false
}

@Suite("A type that is imposed by its name alone")
struct InstantiableTests {
    @Test("An Instantiable that is imposed by its type alone is made with init(), as its option says")
    func options() {
        let imposer = Imposer()
        imposer.impose(Basket.self)
        #expect(imposer.inject(of: Basket.self) === imposer.inject(of: Basket.self))
        imposer.impose(Basket.self, named: "new", option: .closureBased)
        #expect(imposer.inject(of: Basket.self, named: "new") !== imposer.inject(of: Basket.self, named: "new"))
        imposer.impose(Settings.self)
        #expect(imposer.inject(of: Settings.self) == Settings())
    }

    @Test("An Instantiable imposed with onConflict: .keep leaves an earlier registration alone")
    func keeping() {
        let imposer = Imposer()
        imposer.impose(for: Settings.self, Settings(isDark: true))
        imposer.impose(Settings.self, onConflict: .keep)
        #expect(imposer.inject(of: Settings.self).isDark)
        imposer.impose(Settings.self)
        #expect(!imposer.inject(of: Settings.self).isDark)
    }

    @Test("An Instantiable is imposed on the primary imposer by the static method, and can have hooks")
    func primary() {
        Imposer.isolated(empty: true) {
            Imposer.impose(Settings.self).decorated { _ in Settings(isDark: true) }
            #expect(inject(of: Settings.self).isDark)
        }
    }
}
