import Foundation
import Testing

/// An access to memory whose ordering only ARM would show to be wrong: on x86 the weaker one is the same instruction, or
/// differs so rarely that no test would see it. So the source is looked at.
private struct Access: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Below Sources.
    let file: String
    let line: String

    init(_ text: String, _ file: String, _ line: String) {
        (testDescription, self.file, self.line) = (text, file, line)
    }
}

private let accesses = [
    Access(
        "a reader takes the address of a node's answers in one order with its section",
        "Impose/Resolving/Search.swift",
        "$0.answers[0].load(ordering: .sequentiallyConsistent)"
    ),
    Access(
        "the inlined path takes the address of the answers in one order with its section",
        "Impose/Injecting/FastPath.swift",
        "AtomicWordPointer.answersOfProcess[0].load(ordering: .sequentiallyConsistent)"
    ),
    Access(
        "a reader takes the address of the distances in one order with its section",
        "Impose/Types/RelationMemo.swift",
        "let table = home[0].load(ordering: .sequentiallyConsistent)"
    ),
    Access(
        "a larger table of distances takes the place of the other before that is retired",
        "Impose/Types/RelationMemo.swift",
        "home[0].store(address, ordering: .sequentiallyConsistent)"
    ),
    Access(
        "a wrapper's value is there before the word that leads to it",
        "Impose/Wrappers/WrapperValue.swift",
        "injectedWord.store(word, ordering: .releasing)"
    ),
    Access(
        "what is in a wrapper's value is read behind the word that leads to it",
        "Impose/Wrappers/WrapperValue.swift",
        "injectedWord.load(ordering: .acquiring)"
    ),
    Access(
        "answers are out of reach before they are retired",
        "Impose/Nodes/Directory.swift",
        "answers[0].store(0, ordering: .sequentiallyConsistent)"
    ),
    Access(
        "a section begins before it looks anything up",
        "Impose/Primitives/ReadSection.swift",
        "counter[0].store(count &+ 1, ordering: .sequentiallyConsistent)"
    ),
    Access(
        "a section says where it is after its last use elsewhere",
        "Impose/Primitives/ReadSection.swift",
        "thread.directory.store(directory, ordering: .releasing)"
    ),
    Access(
        "a section that goes on elsewhere says so before it looks anything up there",
        "Impose/Primitives/ReadSection.swift",
        "thread.directory.store(anywhere, ordering: .sequentiallyConsistent)"
    ),
    Access(
        "a section goes back to a directory after its last use elsewhere",
        "Impose/Primitives/ReadSection.swift",
        "thread.directory.store(previous, ordering: .releasing)"
    ),
    Access(
        "who retires asks for the sections after taking out of reach",
        "Impose/Primitives/ReadSection.swift",
        "let count = thread.sectionWords[0].load(ordering: .sequentiallyConsistent)"
    ),
    Access(
        "who retires asks where a section is after asking whether there is one",
        "Impose/Primitives/ReadSection.swift",
        "let current = self.directory.load(ordering: .sequentiallyConsistent)"
    ),
    Access(
        "a section ends after its last use",
        "Impose/Primitives/ReadSection.swift",
        "counter[0].store(counter[0].load(ordering: .relaxed) &+ 1, ordering: .releasing)"
    ),
    Access(
        "a new thread is in the list of all before it begins a section",
        "CImposeRuntime/threads.c",
        "atomic_compare_exchange_weak(&records, &head, &record->shared)"
    ),
    Access(
        "who retires finds all threads that began a section before",
        "CImposeRuntime/threads.c",
        "return atomic_load(&records);"
    ),
    Access(
        "a scope says that it has something of its own under its lock",
        "Impose/Nodes/Node+ChangeRegistrations.swift",
        "if kind == .scope { hasOverlay.store(true, ordering: .relaxed) }\n            if case .registered(let old)? = state.set("
    ),
    Access(
        "a pair of type and answer is there when its key is",
        "Impose/Nodes/AnswerTable.swift",
        "words[1 + Int(position)].store(key, ordering: .releasing)"
    ),
    Access(
        "a reader finds the answer of a key after the key",
        "Impose/Nodes/AnswerTable.swift",
        "let found = words[1 &+ Int(bitPattern: position)].load(ordering: .acquiring)"
    ),
]

@Suite("The ordering of accesses to memory")
struct OrderingTests {
    @Test("The source of each access that ARM would reorder names the ordering it needs", arguments: accesses)
    private func isThere(access: Access) throws {
        let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources").standardized
        let source = try String(contentsOf: sources.appendingPathComponent(access.file), encoding: .utf8)
        #expect(source.contains(access.line))
    }
}
