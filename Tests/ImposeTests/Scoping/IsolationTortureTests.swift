import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Marked: Sendable {
    var mark: Int { get }
}

private final class Plain: Marked {
    let mark: Int

    init(mark: Int) { self.mark = mark }
}

private final class Parent: Sendable {
    let plain: Plain

    init(plain: Plain) { self.plain = plain }
}

/// A reader of the round's mark, in every way there is.
private struct Reader {
    @Injected var plain: Plain
    @Imposed var nearest: any Marked

    /// Everything that is not the mark of the round.
    func strangers(to mark: Int, scope: Imposer) throws -> [Int] {
        var found = [plain.mark, nearest.mark, inject(of: Plain.self).mark, inject(of: Parent.self).plain.mark]
        found.append(inject(from: .secondary, of: Parent.self).plain.mark)
        found += try injectAll(of: Marked.self).map(\.mark)
        found.append(scope.run { inject(of: Marked.self, named: "scoped").mark })
        found.append(Imposer.shared.inject(of: Marked.self).mark)
        return found.filter { $0 != mark }
    }
}

@Suite("Isolation under stress", .timeLimit(.minutes(20)))
struct IsolationTortureTests {
    @Test("64 tasks with a directory each, over 1,000 rounds, see no value of one another")
    func torture() async {
        let strangers = Collected<Int>()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    await Imposer.isolated {
                        for round in 0..<scaled(1000) { await Self.round(task * 1000 + round, in: strangers) }
                    }
                }
            }
        }
        #expect(strangers.all.isEmpty)
    }

    /// Runs one round, which replaces the last one's registrations. Some rounds open a directory, reset or remove.
    private static func round(_ mark: Int, in strangers: Collected<Int>) async {
        func live() async {
            Imposer.impose(for: Plain.self) { Plain(mark: mark) }
            Imposer.imposer(for: .secondary).impose(for: Parent.self, onConflict: .keep, Parent.init)
            Imposer.impose(for: Marked.self, named: "scoped", option: .scopedInstance) { Plain(mark: mark) }
            // Drops the parent that was built with the last round's value.
            Imposer.imposer(for: .secondary).reset()
            let reader = Reader()
            await Task.yield()
            check(reader)
            switch mark % 5 {
            case 0: await Task { check(reader) }.value
            case 1: Imposer.reset()
            case 2: Imposer.remove(for: Plain.self)
            default: break
            }
        }
        func check(_ reader: Reader) {
            let scope = Imposer.openScope()
            do {
                for stranger in try reader.strangers(to: mark, scope: scope) { strangers.add(stranger) }
            } catch {
                Issue.record(error)
            }
        }
        if mark % 7 == 0 { await Imposer.isolated(empty: mark % 2 == 0) { await live() } } else { await live() }
    }
}
