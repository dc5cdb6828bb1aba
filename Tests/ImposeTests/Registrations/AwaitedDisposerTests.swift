import Impose
import TestSupport
import Testing

private actor Connection {
    private let log: Collected<String>

    init(_ log: Collected<String>) { self.log = log }

    func close() { log.add("close") }
}

/// A class that must not be shared between threads.
private final class Buffer {
    var lines: [String] = []

    func flush() async { lines = [] }
}

@MainActor
private final class Window {
    var isOpen = true

    func close() { isOpen = false }
}

@Sendable
private func tidy(_ file: DisposedFile) throws { file.close() }

@Sendable
private func tidyLater(_ window: Window) async { await window.close() }

@Suite("What onDispose takes, where it is awaited or counted", .timeLimit(.minutes(20)))
struct AwaitedDisposerTests {
    @Test("In an asynchronous function a synchronous closure is a synchronous disposer, too")
    func overloadsAsync() async {
        let log = Collected<String>()
        let imposer = Imposer()
        imposer.impose(for: DisposedFile.self) { DisposedFile() }
            .onDispose { $0.close() }
            .onDispose { _ in log.add("closure") }
            .onDispose { file in
                file.close()
                log.add(file.name)
            }
        _ = imposer.inject(of: DisposedFile.self)
        imposer.dispose()
        #expect(log.all == ["closure", "file"])
        let other = Imposer()
        other.impose(for: Connection.self) { Connection(log) }.onDispose { await $0.close() }
        _ = other.inject(of: Connection.self)
        #expect(await other.disposeAsync().isEmpty)
        #expect(log.all == ["closure", "file", "close"])
    }

    @Test("A disposer may be a function, call the main actor, and get what is not Sendable")
    func functions() async {
        let imposer = Imposer()
        imposer.impose(for: DisposedFile.self) { DisposedFile() }.onDispose(tidy(_:))
        imposer.impose(for: Buffer.self) { Buffer() }.onDispose { await $0.flush() }
        imposer.impose(for: Window.self, Window.init).onDispose { await $0.close() }
        imposer.impose(for: Window.self, named: "function", Window.init).onDispose(tidyLater(_:))
        let windows = await MainActor.run {
            [imposer.inject(of: Window.self), imposer.inject(of: Window.self, named: "function")]
        }
        #expect(imposer.inject(of: Buffer.self).lines.isEmpty)
        #expect(await imposer.disposeAsync().isEmpty)
        #expect(await MainActor.run { windows.map(\.isOpen) } == [false, false])
    }

    @Test("disposeAsync() returns all that was thrown, in the order in which it was")
    func allFailures() async {
        let imposer = Imposer()
        imposer.impose(for: DisposedFile.self, named: "a") { DisposedFile("a") }.onDispose { try $0.tryToClose() }
        imposer.impose(for: DisposedFile.self, named: "b") { DisposedFile("b") }
            .onDispose { file in
                await file.closeLater()
                try file.tryToClose()
            }
            .onDispose { try $0.tryToClose() }
        imposer.impose(for: DisposedFile.self, named: "c") { DisposedFile("c") }.onDispose { try $0.tryToClose() }
        for name in ["a", "b", "c"] { _ = imposer.inject(of: DisposedFile.self, named: InjectionName(name)) }
        let errors = await imposer.disposeAsync()
        #expect(errors.map(\.kind) == Array(repeating: .disposerFailed, count: 4))
        #expect(errors.map { ($0.underlyingError as? StuckFile)?.name } == ["c", "b", "b", "a"])
    }

    @Test("disposeScopes counts the scopes whose disposers have thrown, too")
    func countingScopes() {
        let imposer = Imposer()
        imposer.impose(for: DisposedFile.self, option: .scopedInstance) { DisposedFile() }.onDispose {
            try $0.tryToClose()
        }
        let scopes = [imposer.openScope("a"), imposer.openScope("a")]
        for scope in scopes { _ = scope.inject(of: DisposedFile.self) }
        withExtendedLifetime(scopes) {
            #expect(imposer.disposeScopes(named: "a") == 2)
            #expect(imposer.disposeScopes(named: "a") == 0)
        }
    }

    @Test("A disposer of an actor is awaited there, before those of what it may use")
    func ofActor() async {
        let log = Collected<String>()
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1).onDispose { _ in log.add("int") }
        imposer.impose(for: DisposedFile.self) { (_: Int) in DisposedFile() }.onDispose { @MainActor _ in
            MainActor.assertIsolated()
            log.add("file")
        }
        _ = imposer.inject(of: DisposedFile.self)
        _ = await imposer.disposeAsync()
        #expect(log.all == ["file", "int"])
    }
}
