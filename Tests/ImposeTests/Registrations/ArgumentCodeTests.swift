import Foundation
import Impose
import TestSupport
import Testing

/// An argument whose code runs closures.
private final class Key: Hashable, Sendable {
    let number: Int
    let code: @Sendable () -> Void

    init(_ number: Int, _ code: @escaping @Sendable () -> Void = {}) { (self.number, self.code) = (number, code) }

    static func == (one: Key, other: Key) -> Bool {
        one.code()
        other.code()
        return one.number == other.number
    }

    /// All of them have one hash, so that they are compared.
    func hash(into hasher: inout Hasher) { code() }
}

private final class Room: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class Tree: Sendable {
    let branch: Tree?

    init(_ branch: Tree?) { self.branch = branch }
}

@Suite("The code of arguments", .timeLimit(.minutes(20)))
struct ArgumentCodeTests {
    // In processes of their own, which stand still where this does not hold.

    @Test("The == and the hash of an argument may inject from the imposer that compares them, the same instance too")
    func equality() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            for option in [InjectOption.singleInstance, .weakInstance, .scopedInstance, .graphInstance] {
                let (root, calls, depth) = (Imposer(), CallCounter(), Shared(0))
                let scope = root.openScope()
                root.impose(for: Room.self, option: option) { (key: Key) in Room(key.number) }
                root.impose(for: Int.self) { 1 }
                let code: @Sendable () -> Void = { [weak scope] in
                    calls.increment()
                    // What it injects is compared in its turn.
                    let isOutermost = depth.withLock { depth in
                        depth += 1
                        return depth == 1
                    }
                    if isOutermost {
                        _ = scope?.unforceInject(of: Int.self)
                        _ = scope?.unforceInject(of: Room.self, arguments: Key(1))
                        root.impose(for: String.self) { "" }
                        root.openScope().dispose()
                    }
                    depth.withLock { $0 -= 1 }
                }
                for asked in [root, scope] {
                    for _ in 0..<3 {
                        for number in 0..<4 {
                            #expect(asked.inject(of: Room.self, arguments: Key(number, code)).number == number)
                        }
                    }
                }
                #expect(calls.count > 0)
                scope.dispose()
                root.dispose()
            }
        }
    }

    @Test("The == of an argument that injects the instance for that argument gets the one that its caller gets")
    func injectedMeanwhile() async {
        await #expect(processExitsWith: .success) {
            _ = alarm(100)
            let (imposer, made) = (Imposer(), CallCounter())
            imposer.impose(for: Room.self) { (key: Key) in
                made.increment()
                return Room(key.number)
            }
            for number in 0..<10 {
                let inner = Shared<Room?>(nil)
                let (compared, depth) = (CallCounter(), CallCounter())
                // The first call is that of the hash, the second that of the first comparison.
                let code: @Sendable () -> Void = {
                    if depth.increment() != 2 { return }
                    compared.increment()
                    let room = imposer.inject(of: Room.self, arguments: Key(number))
                    inner.withLock { $0 = room }
                }
                let room = imposer.inject(of: Room.self, arguments: Key(number, code))
                #expect(number == 0 || compared.count == 1)
                #expect(inner.withLock { $0 } === room || compared.count == 0)
                #expect(made.count == number + 1)
            }
        }
    }

    @Test(
        "A provider that injects its own key with other arguments is circular",
        arguments: [.closureBased, .singleInstance, .weakInstance, .scopedInstance, .graphInstance] as [InjectOption],
        [1, 20]
    )
    func otherArguments(option: InjectOption, depth: Int) {
        let imposer = Imposer()
        imposer.impose(for: Tree.self, option: option) { [weak imposer] (depth: Int) in
            Tree(depth == 0 ? nil : try imposer?.tryInject(of: Tree.self, arguments: depth - 1))
        }
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Tree.self, arguments: depth) }
        #expect(error?.kind == .circular)
        #expect(imposer.unforceInject(of: Tree.self, arguments: 0) != nil)
    }
}
