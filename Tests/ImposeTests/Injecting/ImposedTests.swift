import Impose
import TestSupport
import Testing

private struct Preferences: Sendable, Equatable {
    var isDark = false
    var size = 12
}

private final class Editor: @unchecked Sendable {
    @Imposed var preferences: Preferences

    init(from imposer: Imposer, named name: InjectionName? = nil) { _preferences = Imposed(from: imposer, named: name) }
}

private final class Page: @unchecked Sendable {
    @Imposed var preferences: Preferences
}

private func enlarge(@Imposed preferences: Preferences) { preferences.size += 1 }

@Suite("@Imposed")
struct ImposedTests {
    @Test("@Imposed reads and writes what is imposed; changing a part of it writes it back")
    func readModifyWrite() {
        let imposer = Imposer()
        imposer.impose(for: Preferences.self, Preferences())
        let (one, other) = (Editor(from: imposer), Editor(from: imposer))
        one.preferences.isDark = true
        other.preferences.size += 2
        #expect(one.preferences == Preferences(isDark: true, size: 14))
        #expect(imposer.inject(of: Preferences.self) == Preferences(isDark: true, size: 14))
    }

    @Test("@Imposed injects at each read")
    func notCached() {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: Preferences.self, option: .closureBased) { Preferences(size: made.increment()) }
        let editor = Editor(from: imposer)
        #expect([editor.preferences.size, editor.preferences.size] == [1, 2])
        imposer.impose(for: Preferences.self, Preferences(size: 99))
        #expect(editor.preferences.size == 99)
    }

    @Test("@Imposed calls onStore where nothing is kept, and throws where there is no onStore")
    func storers() throws {
        let imposer = Imposer()
        let stored = Shared(Preferences())
        let registration = imposer.impose(for: Preferences.self, option: .closureBased) { stored.withLock { $0 } }
        let editor = Editor(from: imposer)
        let error = failure { () throws(ImposeError) in try editor.$preferences.store(Preferences(size: 1)) }
        #expect(error?.kind == .notStorable)
        registration.onStore { value in stored.withLock { $0 = value } }
        editor.preferences.size = 30
        #expect(editor.preferences.size == 30)
    }

    @Test("@Imposed reads and writes under its name alone")
    func names() {
        let imposer = Imposer()
        imposer.impose(for: Preferences.self, Preferences())
        imposer.impose(for: Preferences.self, named: "guest", Preferences(size: 1))
        Editor(from: imposer, named: "guest").preferences.isDark = true
        #expect(imposer.inject(of: Preferences.self) == Preferences())
        #expect(imposer.inject(of: Preferences.self, named: "guest") == Preferences(isDark: true, size: 1))
    }

    @Test("@Imposed writes to the scope that its owner was created in, wherever it writes")
    func scope() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Preferences.self, option: .scopedInstance, Preferences())
            let scope = Imposer.openScope()
            let (inside, outside) = (scope.run { Page() }, Page())
            onAnotherThread { inside.preferences.size = 20 }
            #expect(scope.inject(of: Preferences.self).size == 20)
            #expect(outside.preferences.size == 12)
            scope.dispose()
            let error = failure { () throws(ImposeError) in try inside.$preferences.store(Preferences()) }
            #expect(error?.kind == .disposed)
            #expect(failure { () throws(ImposeError) in try inside.$preferences.tryInject() }?.kind == .disposed)
        }
    }

    @Test("@Imposed can be passed on as a parameter")
    func parameter() {
        let imposer = Imposer()
        imposer.impose(for: Preferences.self, Preferences())
        let editor = Editor(from: imposer)
        enlarge($preferences: editor.$preferences)
        #expect(editor.preferences.size == 13)
        #expect(editor.$preferences().size == 13)
    }
}
