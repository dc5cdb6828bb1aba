import ImposeInspecting
import ImposeTesting
import Synchronization
import Testing

@testable import Impose

private final class Tool: Sendable { init() {} }

/// An argument whose code injects: when it is compared, hashed, and let go of.
private final class Nosy: Hashable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    deinit { _ = unforceInject(of: Tool.self) }

    static func == (one: Nosy, other: Nosy) -> Bool {
        _ = inject(of: Tool.self)
        return one.number == other.number
    }

    func hash(into hasher: inout Hasher) {
        _ = inject(of: Tool.self)
        // All in one bucket, so that they are compared.
        hasher.combine(0)
    }
}

private final class Crafted: Sendable {
    let number: Int

    init(_ nosy: Nosy) { number = nosy.number }
}

@Suite("Code of the user's that injects in the middle of another request", .imposing(empty: true))
struct InjectingUserCodeTests {
    @Test(
        "An argument that injects while it is compared gets the instance for itself",
        arguments: [InjectOption.singleInstance, .scopedInstance, .graphInstance, .weakInstance]
    )
    func arguments(option: InjectOption) throws {
        Imposer.impose(for: Tool.self, option: .closureBased) { Tool() }
        Imposer.impose(for: Crafted.self, option: option) { (nosy: Nosy) in Crafted(nosy) }
        Imposer.withScope { _ in
            let all = (0..<40).map { inject(of: Crafted.self, arguments: Nosy($0)) }
            #expect(all.map(\.number) == Array(0..<40))
            if option == .graphInstance { return }
            #expect(all.allSatisfy { inject(of: Crafted.self, arguments: Nosy($0.number)) === $0 })
        }
    }

    @Test("An awaited instance is that for arguments which inject while they are compared")
    func awaited() async throws {
        Imposer.impose(for: Tool.self, option: .closureBased) { Tool() }
        Imposer.impose(for: Crafted.self) { (nosy: Nosy) async in Crafted(nosy) }
        for number in 0..<40 {
            let made = try await injectAsync(of: Crafted.self, arguments: Nosy(number))
            #expect(made.number == number)
        }
    }

    @Test("Hashing an argument that injects with that argument again ends in an error, not the stack")
    func cycle() {
        struct Endless: Hashable, Sendable {
            static let failure = Mutex<ImposeError?>(nil)

            func hash(into hasher: inout Hasher) {
                do { _ = try tryInject(of: Tool.self, arguments: self) } catch {
                    Self.failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        Imposer.impose(for: Tool.self) { (_: Endless) in Tool() }
        #expect(throws: Never.self) { try tryInject(of: Tool.self, arguments: Endless()) }
        #expect(Endless.failure.withLock { $0?.kind } == .circular)
    }

    @Test("Observers that inject are told of one registration that its instance was built, and that it answered")
    func observers() {
        let told = Mutex<[String]>([])
        let observation = Imposer.observe { event in
            switch event.kind {
            case .built(let registration, _): told.withLock { $0.append("built \(registration.type)") }
            case .resolved(_, _, let registration, _): told.withLock { $0.append("resolved \(registration.type)") }
            default: return
            }
            _ = inject(of: Tool.self)
        }
        Imposer.impose(for: Tool.self, option: .closureBased) { Tool() }
        Imposer.impose(for: Crafted.self) { Crafted(Nosy(1)) }
        _ = inject(of: Crafted.self)
        observation.cancel()
        #expect(told.withLock { $0.filter { $0.hasSuffix("Crafted") } } == ["built Crafted", "resolved Crafted"])
    }
}
