import Impose
import TestSupport
import Testing

final class DisposedFile: Sendable {
    let name: String

    init(_ name: String = "file") { self.name = name }

    func close() {}

    func tryToClose() throws { throw StuckFile(name: name) }

    func closeLater() async { await Task.yield() }
}

struct StuckFile: Error, Equatable { let name: String }

@Suite("What onDispose takes", .timeLimit(.minutes(20)))
struct DisposerTests {
    /// Checks that it compiles, and which of the two overloads is called: the synchronous one has run when `dispose()`
    /// returns.
    @Test("In a synchronous function a synchronous closure is a synchronous disposer, and others are awaited")
    func overloads() {
        let log = Collected<String>()
        let imposer = Imposer()
        imposer.impose(for: DisposedFile.self) { DisposedFile() }
            .onDispose { $0.close() }
            .onDispose { try $0.tryToClose() }
            .onDispose { _ in log.add("closure") }
            .onDispose { file in
                file.close()
                log.add(file.name)
            }
        imposer.impose(for: DisposedFile.self, named: "later") { DisposedFile() }.onDispose { await $0.closeLater() }
        _ = imposer.inject(of: DisposedFile.self)
        #expect(imposer.dispose()?.kind == .disposerFailed)
        #expect(log.all == ["closure", "file"])
    }

    @Test("What one disposer throws keeps no other from its turn, of its own instance or of others")
    func failing() {
        let log = Collected<String>()
        let imposer = Imposer()
        for name in ["first", "second"] {
            imposer.impose(for: DisposedFile.self, named: InjectionName(name)) { DisposedFile(name) }
                .onDispose { try $0.tryToClose() }
                .onDispose { log.add($0.name) }
                .onDispose { _ in throw StuckFile(name: "again") }
            _ = imposer.inject(of: DisposedFile.self, named: InjectionName(name))
        }
        let error = imposer.dispose()
        #expect(error?.kind == .disposerFailed)
        #expect(error?.underlyingError as? StuckFile == StuckFile(name: "second"))
        #expect(error?.name == "second")
        #expect(error?.requested == DisposedFile.self)
        #expect(log.all == ["second", "first"])
    }

    @Test("An error that a disposer gets from an injection is what was thrown, not what failed")
    func injecting() {
        let scope = Imposer().openScope("request")
        scope.impose(for: DisposedFile.self) { DisposedFile() }.onDispose { _ in _ = try scope.tryInject(of: Int.self) }
        scope.give(1)
        _ = scope.inject(of: DisposedFile.self)
        let error = scope.dispose()
        #expect(error?.kind == .disposerFailed)
        #expect((error?.underlyingError as? ImposeError)?.kind == .disposed)
        #expect(error?.path.count == 1)
    }

    @Test("A disposer of an actor is left to a task by a synchronous reset")
    func ofActorAtOnce() async {
        let log = Collected<String>()
        let imposer = Imposer()
        imposer.impose(for: DisposedFile.self) { DisposedFile() }.onDispose { @MainActor _ in log.add("file") }
        _ = imposer.inject(of: DisposedFile.self)
        imposer.reset()
        #expect(await comesTrue { log.all == ["file"] })
    }
}
