import Foundation
import ImposeInspecting
import TestSupport
import Testing

@testable import Impose

private final class Engine: Sendable {}

@Suite("A provider that ends its thread, and what others are told", .timeLimit(.minutes(20)))
struct EndedThreadInspectedTests {
    @Test("A registration made after a module's thread has ended is not that module's")
    func module() async {
        struct EndingModule: ModuleInjector {
            func provide(for imposer: Imposer) {
                Thread.exit()
            }
        }
        await #expect(processExitsWith: .success) {
            let imposer = Imposer()
            onThreadThatEnds { imposer.provide(using: EndingModule()) }
            onThreads(4) { _, thread in imposer.impose(for: Int.self, named: InjectionName(thread), 1) }
            for thread in 0..<4 {
                let record = imposer.node.record(for: RegistrationKey(type: Int.self, name: InjectionName(thread)))
                #expect(record != nil)
                #expect(record?.module == nil)
            }
        }
    }

    @Test("An error is described in full after a thread has ended in an unforceInject")
    func unread() async {
        await #expect(processExitsWith: .success) {
            let imposer = Imposer()
            imposer.impose(for: Engine.self, option: .closureBased) {
                Thread.exit()
                return Engine()
            }
            onThreadThatEnds { _ = imposer.unforceInject(of: Engine.self) }
            let texts = Collected<String>()
            onThreads(4) { _, _ in
                texts.add(failure { () throws(ImposeError) in try imposer.tryInject(of: Int.self) }?.description ?? "")
            }
            #expect(texts.all.count == 4)
            for text in texts.all { #expect(text.contains("To fix it:")) }
        }
    }

    @Test("Observers are told of what comes after an observer that has ended its thread")
    func observer() async {
        await #expect(processExitsWith: .success) {
            let (imposer, exit, events) = (Imposer(), ThreadExit(), Collected<String>())
            for thread in 0..<5 {
                imposer.impose(for: Engine.self, named: InjectionName(thread)) { Engine() }
            }
            let observation = Imposer.observe { event in
                if case .built(let info, _) = event.kind {
                    exit.passOrEnd()
                    events.add(info.name?.description ?? "")
                }
            }
            onThreadThatEnds { _ = imposer.inject(of: Engine.self, named: InjectionName(4)) }
            onThreads(4) { _, thread in _ = imposer.inject(of: Engine.self, named: InjectionName(thread)) }
            observation.cancel()
            #expect(events.all.sorted() == ["0", "1", "2", "3"])
        }
    }
}
