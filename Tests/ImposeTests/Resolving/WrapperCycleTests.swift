import Impose
import Testing

private final class Owner {
    @Injected var friend: Friend

    init(from imposer: Imposer) {
        _friend = Injected(from: imposer)
        _ = friend
    }
}

private final class Friend {
    init(_ owner: Owner) {}
}

@Suite("A cycle on one thread through a wrapper")
struct WrapperCycleTests {
    @Test("A cycle through a wrapper that its owner reads in init is an error")
    func lazyWrapper() async {
        let imposer = Imposer()
        imposer.impose(for: Friend.self, Friend.init)
        imposer.impose(for: Owner.self) {
            // The wrapper's getter can only trap; it would trap with the error that the injection throws.
            _ = try imposer.tryInject(of: Friend.self)
            return Owner(from: imposer)
        }
        #expect(pathNames(cycleError(imposer, Owner.self)) == ["Owner", "Friend", "Owner"])

        await #expect(processExitsWith: .failure) {
            let imposer = Imposer()
            imposer.impose(for: Friend.self, Friend.init)
            imposer.impose(for: Owner.self) { Owner(from: imposer) }
            _ = imposer.unforceInject(of: Owner.self)
        }
    }
}
