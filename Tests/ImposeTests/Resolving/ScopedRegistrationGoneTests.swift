import Impose
import TestSupport
import Testing

private protocol Ware: AnyObject, Sendable {
    var title: String { get }
}

private final class First: Ware {
    let title = "first"
}

private final class Second: Ware {
    let title: String

    init(_ title: String) { self.title = title }
}

@Suite("A scoped registration that is gone before its instance is made")
struct ScopedRegistrationGoneTests {
    /// Imposes two, of which the provider of the first one changes something. All registrations are chosen before that.
    private func injectAll(_ change: @escaping @Sendable (Imposer, _ scope: Imposer) -> Void) throws -> [String] {
        let imposer = Imposer()
        let scope = imposer.openScope()
        imposer.impose(for: First.self) {
            change(imposer, scope)
            return First()
        }
        imposer.impose(for: Second.self, option: .scopedInstance) { Second("old") }
        return try scope.injectAll(of: Ware.self).map(\.title)
    }

    @Test("A scoped registration that is replaced during injectAll is chosen anew")
    func replaced() throws {
        let titles = try injectAll { imposer, _ in
            imposer.impose(for: Second.self, option: .scopedInstance) { Second("new") }
        }
        #expect(titles == ["first", "new"])
    }

    @Test("A scoped registration that is removed during injectAll is left out")
    func removed() throws {
        #expect(try injectAll { imposer, _ in imposer.remove(for: Second.self) } == ["first"])
    }

    @Test("A scope that is disposed of during injectAll makes that an error")
    func disposed() {
        let error = #expect(throws: ImposeError.self) { try injectAll { _, scope in scope.dispose() } }
        #expect(error?.kind == .disposed)
    }
}
