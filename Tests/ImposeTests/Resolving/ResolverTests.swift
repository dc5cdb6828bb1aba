import Impose
import TestSupport
import Testing

private protocol Shape: Sendable {
    var origin: String { get }
}

private struct Cycle: Shape {
    let origin: String
}

/// A name whose comparison can do something, once: code that runs in the middle of a search.
private struct Label: Hashable, Sendable {
    let text: String
    let whenCompared: Shared<(@Sendable () -> Void)?>

    static func == (one: Label, other: Label) -> Bool {
        for label in [one, other] { label.whenCompared.withLock { exchange(&$0, nil) }?() }
        return one.text == other.text
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(0)
    }

    private static func exchange<Value>(_ value: inout Value, _ new: Value) -> Value {
        defer { value = new }
        return value
    }
}

@Suite("A search in a scope that changes meanwhile")
struct ResolverTests {
    /// Asks a scope for something that is imposed there and outside, and does something while the scope is searched.
    private func search(_ whileSearching: @escaping @Sendable (_ scope: Imposer) -> Void) throws -> String {
        func name(_ text: String, _ whenCompared: (@Sendable () -> Void)? = nil) -> InjectionName {
            InjectionName(Label(text: text, whenCompared: Shared(whenCompared)))
        }
        let imposer = Imposer()
        imposer.impose(for: Shape.self, named: name("wanted"), Cycle(origin: "outside"))
        let scope = imposer.openScope()
        // Both have to be looked at: their type would do.
        scope.impose(for: Cycle.self, named: name("other"), Cycle(origin: "other"))
        scope.impose(for: Cycle.self, named: name("wanted"), Cycle(origin: "scope"))
        let searches = CallCounter()
        let wanted = name("wanted") {
            searches.increment()
            whileSearching(scope)
        }
        defer { #expect(searches.count == 1) }
        return try scope.tryInject(of: Shape.self, named: wanted).origin
    }

    @Test("A search finds what a scope has, and outside what it has not")
    func finding() throws {
        #expect(try search { _ in } == "scope")
        #expect(try search { scope in scope.removeAll() } == "outside")
    }

    @Test("A search in a scope that is disposed of meanwhile is an error, and finds nothing outside")
    func disposedMeanwhile() {
        let error = #expect(throws: ImposeError.self) { try search { scope in scope.dispose() } }
        #expect(error?.kind == .disposed)
    }
}
