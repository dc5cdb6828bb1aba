import Impose
import ImposeTesting
import Testing

private final class Archive {
    let name: String

    init(name: String) async {
        await Task.yield()
        self.name = name
    }
}

private final class Librarian {
    let archive: Archive

    init(archive: Archive) { self.archive = archive }
}

private struct Page: Sendable {
    let number: Int
}

@Suite("Awaiting in an app of the main actor", .imposing(empty: true))
struct AwaitingTests {
    @Test("In a main-actor app, awaited providers of the main actor run there")
    func mainActor() async throws {
        Imposer.impose(for: String.self, "letters")
        Imposer.impose(for: Archive.self, Archive.init)
        Imposer.impose(for: Librarian.self, Librarian.init)
        Imposer.impose(for: Archive.self, named: "closure") { @MainActor in
            MainActor.assertIsolated()
            return await Archive(name: "closure")
        }
        let librarian = try await injectAsync(of: Librarian.self)
        #expect(librarian.archive.name == "letters")
        #expect(inject(of: Librarian.self) === librarian)
        #expect(try await injectAsync(of: Archive.self, named: "closure").name == "closure")
    }

    @Test("In a main-actor app, a detached task awaits providers of the main actor")
    func elsewhere() async throws {
        Imposer.impose(for: String.self, "letters")
        Imposer.impose(for: Archive.self, Archive.init)
        Imposer.impose(for: Page.self) { @MainActor (archive: Archive) async in
            MainActor.assertIsolated()
            return Page(number: archive.name.count)
        }
        let imposer = Imposer.shared
        let page = try await Task.detached { try await imposer.injectAsync(of: Page.self) }.value
        #expect(page.number == 7)
    }

    @Test("In a main-actor app, a provider that is nonisolated is awaited, too")
    func anywhere() async throws {
        Imposer.impose(for: Page.self) { @concurrent () async in Page(number: 1) }
        #expect(try await injectAsync(of: Page.self).number == 1)
    }
}
