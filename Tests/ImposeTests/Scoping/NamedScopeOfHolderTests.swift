import Impose
import ImposeTesting
import TestSupport
import Testing

private final class Service: Sendable {}

@Suite("A registration in a scope, for scopes of a name", .imposing(empty: true))
struct NamedScopeOfHolderTests {
    private func kind<T>(_ injection: () throws(ImposeError) -> T) -> ImposeError.Kind? { failure(of: injection)?.kind }

    @Test("What is registered in a scope for a scope of some name is refused where none has that name")
    func registered() {
        for holder in [Imposer.openScope("request"), Imposer(parent: Imposer.openScope("request"))] {
            holder.impose(for: Service.self, option: .scopedInstance(in: "session")) { Service() }
            let inner = holder.openScope("step")
            for asked in [holder, inner] {
                #expect(kind { () throws(ImposeError) in try asked.tryInject(of: Service.self) } == .noScope)
                #expect(kind { () throws(ImposeError) in try asked.tryInject(of: Service?.self) } == .noScope)
                #expect(kind { () throws(ImposeError) in try asked.store(Service(), for: Service.self) } == .noScope)
                #expect(!asked.isImposed(Service.self))
            }
            #expect(inner.openScope("session").unforceInject(of: Service.self) != nil)
        }
        // Where there is one further out, the instance stays with the registration.
        let session = Imposer.openScope("session")
        let request = session.openScope("request")
        request.impose(for: Service.self, option: .scopedInstance(in: "session")) { Service() }
        let step = request.openScope()
        #expect(step.inject(of: Service.self) === request.inject(of: Service.self))
        request.dispose()
        #expect(session.existing(Service.self) == nil)
    }
}
