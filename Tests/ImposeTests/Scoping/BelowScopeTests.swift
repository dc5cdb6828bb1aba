import Impose
import TestSupport
import Testing

private struct Hour: Sendable {
    let value: Int
}

private final class Checkout: Sendable {
    let hour: Hour
    let asked: Hour

    init(hour: Hour, asked: Hour) {
        self.hour = hour
        self.asked = asked
    }
}

private final class Basket: Sendable {}

@Suite("A private imposer below a scope")
struct BelowScopeTests {
    private let root = Imposer()

    /// The answer is remembered by the second time, and given without a search by the third.
    @Test("A private imposer below a scope builds everything in that scope, remembered or not", arguments: 1...3)
    func closureBased(times: Int) throws {
        root.impose(for: Hour.self, option: .closureBased, Hour(value: 1))
        let (root, type) = (root, Checkout.self)
        root.impose(for: type, option: .closureBased) { (hour: Hour) throws in
            Checkout(hour: hour, asked: try root.tryInject())
        }
        let scope = root.openScope()
        scope.impose(for: Hour.self, Hour(value: 2))
        let below = Imposer(parent: scope)
        for _ in 1...times {
            let checkout = try below.tryInject(of: type)
            #expect(checkout.hour.value == 2)
            #expect(checkout.asked.value == 2)
        }
        #expect(try root.tryInject(of: type).hour.value == 1)
    }

    @Test("A private imposer below a scope gets that scope's instances, every time")
    func scoped() throws {
        root.impose(for: Basket.self, option: .scopedInstance, Basket.init)
        let scope = root.openScope()
        let below = Imposer(parent: scope)
        let basket = try scope.tryInject(of: Basket.self)
        for _ in 1...3 { #expect(try below.tryInject(of: Basket.self) === basket) }
        #expect(try root.tryInject(of: Basket.self) !== basket)
    }
}
