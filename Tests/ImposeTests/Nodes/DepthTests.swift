import Foundation
import Impose
import TestSupport
import Testing

@Suite("Scopes deep in one another", .disabled(if: isSanitized, "A sanitizer needs more of the stack"))
struct DepthTests {
    #if DEBUG
        private static let depth = 2_800
    #else
        private static let depth = 6_000
    #endif

    /// Runs a body on a thread with as little stack as secondary threads of Apple's platforms have.
    private static func onLittleStack(_ body: @escaping @Sendable () -> Void) {
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            end.signal()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        end.wait()
    }

    // In a process of its own, which crashes where this does not hold.
    @Test("Scopes of the depth that Docs/Threads.md promises end on a stack of 512 KB", arguments: [false, true])
    func nested(isReleased: Bool) async {
        if isReleased {
            await #expect(processExitsWith: .success) {
                Self.onLittleStack {
                    var innermost: Imposer? = Imposer()
                    for _ in 0..<Self.depth { innermost = innermost?.openScope() }
                    innermost = nil
                }
            }
        } else {
            await #expect(processExitsWith: .success) {
                let census = Census()
                Self.onLittleStack {
                    let root = Imposer()
                    root.impose(for: Counted.self, option: .scopedInstance) { Counted(census) }
                    var scopes: [Imposer] = []
                    for _ in 0..<Self.depth { scopes.append((scopes.last ?? root).openScope()) }
                    for scope in scopes { _ = scope.inject(of: Counted.self) }
                    root.dispose()
                    while scopes.popLast() != nil {}
                }
                #expect(census.count == Self.depth)
                #expect(census.comesDown())
            }
        }
    }
}
