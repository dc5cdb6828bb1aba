import Impose
import ImposeInspecting
import TestSupport
import Testing

private struct Desk: Sendable {}
private struct Asked: Sendable {}

/// Asks for something, and observes; which waits for ever where inspecting holds a lock.
private enum Curiosity {
    @TaskLocal static var isAtWork = false
    static let times = CallCounter()

    static func ask() {
        if isAtWork { return }
        $isAtWork.withValue(true) {
            times.increment()
            // Elsewhere, so that none but inspecting's own locks are asked for.
            Imposer.isolated(empty: true) {
                let observation = Imposer.observe { _ in }
                _ = unforceInject(of: Asked.self, named: "anything")
                Imposer.expectGiven(Asked.self, in: "request")
                observation.cancel()
            }
        }
    }
}

/// A name that asks whenever it is compared, hashed, described or released.
private struct CuriousName: Hashable, Sendable, CustomStringConvertible {
    private final class Content: Sendable {
        deinit { Curiosity.ask() }
    }

    let text: String
    private let content = Content()

    init(_ text: String) { self.text = text }

    static func == (one: CuriousName, other: CuriousName) -> Bool {
        Curiosity.ask()
        return one.text == other.text
    }

    func hash(into hasher: inout Hasher) {
        Curiosity.ask()
        hasher.combine(text)
    }

    var description: String {
        Curiosity.ask()
        return text
    }
}

@Suite("Inspecting calls nothing of the user's with a lock held")
struct CuriousNameTests {
    @Test(
        "Inspecting holds no lock while a name injects in its ==, hash, description or deinit",
        .timeLimit(.minutes(20))
    )
    func names() {
        Imposer.isolated(empty: true) {
            @Sendable func name(_ text: String = "desk") -> InjectionName { InjectionName(CuriousName(text)) }
            let observation = Imposer.observe { _ = $0.description }
            for _ in 0..<2 {
                Imposer.expectGiven(Desk.self, named: name(), in: name("request"))
                _ = unforceInject(of: Desk.self, named: name())
                Imposer.impose(for: Desk.self, named: name(), Desk())
                _ = unforceInject(of: Desk.self, named: name())
                _ = unforceInject(of: Desk.self, named: name("lost"))
                Imposer.impose(for: Int.self, option: .closureBased) {
                    unforceInject(of: Desk.self, named: name()) == nil ? 0 : 1
                }
                _ = unforceInject(of: Int.self)
                Imposer.withScope(name("request")) { _ in
                    #expect(!"\(Imposer.explain(Desk.self, named: name()))".isEmpty)
                }
                #expect(!Imposer.graph(wrappers: false).dot.isEmpty)
                #expect(!Imposer.validate(building: true, wrappers: false).description.isEmpty)
                Imposer.remove(for: Desk.self, named: name())
                Imposer.isolated { _ = unforceInject(of: Desk.self, named: name("copy")) }
                Imposer.removeAll()
            }
            observation.cancel()
        }
        #expect(Curiosity.times.count > 0)
    }
}
