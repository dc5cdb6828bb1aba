import Impose
import TestSupport
import Testing

private final class Visitor: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class Basket: Sendable {
    let first: Visitor
    let later: Visitor

    init(_ first: Visitor, _ later: Visitor) { (self.first, self.later) = (first, later) }
}

/// A way to give a scope a visitor.
private enum Giving: CaseIterable {
    case given, instance, closure, single, alias

    func give(_ number: Int, to scope: Imposer) {
        switch self {
        case .given: scope.give(Visitor(number))
        case .instance: scope.impose(for: Visitor.self, instance: Visitor(number))
        case .closure: scope.impose(for: Visitor.self, option: .closureBased) { Visitor(number) }
        case .single: scope.impose(for: Visitor.self) { Visitor(number) }
        case .alias:
            scope.impose(for: Visitor.self, named: "original") { Visitor(number) }.alias(Visitor.self) { $0 }
        }
    }
}

@Suite("A scope that is given values while code runs in it", .timeLimit(.minutes(10)))
struct GiveWhileRunningTests {
    @Test(
        "A provider that runs while another thread gives its scope a value gets that from then on, and keeps the earlier one",
        arguments: Giving.allCases,
        [InjectOption.scopedInstance, .scopedInstance(in: "request"), .closureBased]
    )
    private func inTheMiddle(giving: Giving, option: InjectOption) {
        let imposer = Imposer()
        let (isBuilding, isGiven) = (Barrier(2), Barrier(2))
        imposer.impose(for: Basket.self, option: option) { (first: Visitor) in
            isBuilding.wait()
            isGiven.wait()
            return Basket(first, inject())
        }
        let scope = imposer.openScope("request")
        giving.give(1, to: scope)
        onThreads(2) { _, thread in
            if thread == 0 {
                let basket = scope.run { scope.inject(of: Basket.self) }
                #expect(basket.first.number == 1)
                #expect(basket.later.number == 2)
                if option != .closureBased { #expect(scope.inject(of: Basket.self) === basket) }
            } else {
                isBuilding.wait()
                giving.give(2, to: scope)
                #expect(scope.inject(of: Visitor.self).number == 2)
                isGiven.wait()
            }
        }
    }

    @Test("A value that is taken back while a provider runs in the scope is missing from then on")
    func takenBack() {
        let imposer = Imposer()
        let (isBuilding, isTakenBack) = (Barrier(2), Barrier(2))
        imposer.impose(for: Basket?.self, option: .scopedInstance) { (first: Visitor) in
            isBuilding.wait()
            isTakenBack.wait()
            return unforceInject(of: Visitor.self).map { Basket(first, $0) }
        }
        let scope = imposer.openScope()
        scope.give(Visitor(1))
        onThreads(2) { _, thread in
            if thread == 0 {
                #expect(scope.inject(of: Basket?.self) == nil)
            } else {
                isBuilding.wait()
                scope.remove(for: Visitor.self)
                isTakenBack.wait()
            }
        }
    }

    @Test(
        "Two threads in one scope never get an earlier value than the one that was there when they asked",
        arguments: Giving.allCases
    )
    private func race(giving: Giving) {
        let imposer = Imposer()
        imposer.impose(for: Basket.self, option: .closureBased) { (first: Visitor) in Basket(first, inject()) }
        for _ in 0..<scaled(30) {
            let (scope, given, wrong) = (imposer.openScope(), CallCounter(), CallCounter())
            giving.give(0, to: scope)
            onThreads(3) { _, thread in
                if thread == 0 {
                    for number in 1...200 {
                        giving.give(number, to: scope)
                        given.increment()
                    }
                    return
                }
                var last = 0
                while last < 200 {
                    let before = given.count
                    let basket = scope.run { scope.inject(of: Basket.self) }
                    let numbers = [last, before, basket.first.number, basket.later.number]
                    if numbers[1...].min() != before || numbers[2] < last || numbers[3] < numbers[2] {
                        wrong.increment()
                    }
                    last = numbers[3]
                }
            }
            #expect(wrong.count == 0)
        }
    }
}
