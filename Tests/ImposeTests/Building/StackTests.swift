import Foundation
import Impose
import TestSupport
import Testing

/// A class that needs the level inside it, which needs the next one, and so on.
private final class Level<Inner>: @unchecked Sendable {
    init(_ inner: Inner) {}
}

private final class Bottom: Sendable {}

/// The addresses at which the stack stood when a provider ran.
private final class Stack: Sendable {
    private let addresses = Collected<UInt>()

    @inline(never)
    func note() {
        var here = 0
        withUnsafeMutablePointer(to: &here) { addresses.add(UInt(bitPattern: $0)) }
    }

    var depths: [UInt] { addresses.all }
}

@Suite("A chain of kept instances", .disabled(if: isSanitized, "A sanitizer needs more of the stack"))
struct StackTests {
    #if DEBUG
        private static let most = 5200
    #else
        private static let most = 2 * 1024
    #endif

    /// Imposes a level on another one and goes on with the next, then injects the last one on a thread with little stack.
    ///
    /// Never specialised: the optimizer would do so for each level, for minutes.
    @_semantics("optimize.sil.specialize.generic.never")
    private func inject<T>(
        _ type: T.Type,
        under levels: Int,
        from imposer: Imposer,
        _ option: InjectOption,
        _ stack: Stack
    ) {
        if levels == 0 {
            let end = DispatchSemaphore(value: 0)
            let thread = Thread {
                _ = imposer.inject(of: type)
                end.signal()
            }
            thread.stackSize = 512 * 1024
            thread.start()
            return end.wait()
        }
        imposer.impose(for: Level<T>.self, option: option) { (inner: T) in
            stack.note()
            return Level<T>(inner)
        }
        inject(Level<T>.self, under: levels - 1, from: imposer, option, stack)
    }

    @Test(
        "Each level of a chain of 60 kept instances takes little of the stack",
        arguments: [InjectOption.singleInstance, .scopedInstance, .weakInstance],
        [false, true]
    )
    func depth(option: InjectOption, isInScope: Bool) throws {
        let (imposer, stack) = (Imposer(), Stack())
        imposer.impose(for: Bottom.self, option: option, Bottom.init)
        inject(Bottom.self, under: 60, from: isInScope ? imposer.openScope() : imposer, option, stack)
        // The innermost one runs first, the furthest down.
        let depths = stack.depths
        try #require(depths.count == 60)
        #expect(Int(depths[59] - depths[0]) / 59 <= Self.most)
    }
}
