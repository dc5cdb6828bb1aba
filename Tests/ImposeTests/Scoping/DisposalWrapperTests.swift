import Impose
import TestSupport
import Testing

/// An object that reads its wrapper when the test says so.
private final class Screen: @unchecked Sendable {
    @Injected var resource: DisposalResource
    @UnforceInjected var perhaps: DisposalResource?
}

@Suite("Disposing of a scope, and wrappers that were created in it", .timeLimit(.minutes(20)))
struct DisposalWrapperTests {
    @Test(
        "A scope that was disposed of refuses code that runs in it, and wrappers made in it",
        .timeLimit(.minutes(20))
    )
    func running() {
        let scope = Imposer().openScope()
        scope.impose(for: DisposalResource.self) { DisposalResource() }
        let (read, unread) = scope.run { (Screen(), Screen()) }
        _ = read.resource
        scope.dispose()
        let error = scope.run { failure { () throws(ImposeError) in try tryInject(of: DisposalResource.self) } }
        #expect(error?.kind == .disposed)
        #expect(unread.perhaps == nil)
        // An instance that was read before is the object's own.
        #expect(read.resource.name.isEmpty)
    }
}
