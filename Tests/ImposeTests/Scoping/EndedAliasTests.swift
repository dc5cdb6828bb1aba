import Impose
import TestSupport
import Testing

private protocol Reader: AnyObject, Sendable {}

private final class File: Reader, Sendable {}

/// Runs code when it goes.
private final class Marker: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

@Suite("An alias of a scope that ends")
struct EndedAliasTests {
    @Test(
        "An alias of a scope goes on hiding what stands further out while the scope forgets what it had",
        arguments: [false, true]
    )
    func hides(isAliasFirst: Bool) {
        let imposer = Imposer()
        imposer.impose(for: (any Reader).self, File())
        let scope = imposer.openScope()
        let found = Collected<ImposeError.Kind?>()
        // A scope forgets in the order in which this was added.
        let registration = scope.impose(for: File.self, File())
        if isAliasFirst { registration.alias((any Reader).self) { $0 } }
        scope.give(
            Marker { [unowned scope] in
                found.add(failure { () throws(ImposeError) in try scope.tryInject(of: (any Reader).self) }?.kind)
            }
        )
        if !isAliasFirst { registration.alias((any Reader).self) { $0 } }
        scope.dispose()
        #expect(found.all == [.disposed])
    }
}
