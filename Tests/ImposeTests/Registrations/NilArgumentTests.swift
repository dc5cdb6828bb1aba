import Impose
import TestSupport
import Testing

private protocol Coupon: Sendable {}

private protocol Priced: Coupon {}

private struct Percent: Priced, Hashable {}

private class Account: @unchecked Sendable {}

private class Savings: Account, @unchecked Sendable {}

private final class YoungSavings: Savings, @unchecked Sendable {}

private struct Order: Sendable {
    let content: String
}

/// A value with each of its optionals.
private func layers(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "value" }
    return mirror.children.first.map { "some(\(layers($0.value)))" } ?? "nil"
}

/// A parameter, an argument, and what the parameter gets; nil if the argument does not fit.
private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expected: String?
    let inject: @Sendable (Imposer) throws(ImposeError) -> Order

    init<Parameter, Argument: Sendable>(
        _ argument: Argument,
        for parameter: Parameter.Type,
        gets expected: String?
    ) {
        testDescription = "\(layers(argument)) of \(Argument.self) for \(parameter)"
        self.expected = expected
        inject = { imposer throws(ImposeError) in
            imposer.impose(for: Order.self, option: .closureBased) { (value: Parameter) in Order(content: layers(value))
            }
            return try imposer.tryInject(of: Order.self, arguments: argument)
        }
    }
}

private let cases = [
    // Its own type.
    Case(nil as Percent?, for: Percent?.self, gets: "nil"),
    Case(nil as (any Coupon)?, for: (any Coupon)?.self, gets: "nil"),
    Case(nil as Savings?, for: Savings?.self, gets: "nil"),
    Case(nil as String?, for: String?.self, gets: "nil"),

    // A protocol of its type, or a superclass.
    Case(nil as Percent?, for: (any Coupon)?.self, gets: "nil"),
    Case(nil as Percent?, for: (any Priced)?.self, gets: "nil"),
    Case(nil as Percent?, for: (any Coupon & Hashable)?.self, gets: "nil"),
    Case(nil as (any Priced)?, for: (any Coupon)?.self, gets: "nil"),
    Case(nil as Savings?, for: Account?.self, gets: "nil"),
    Case(nil as YoungSavings?, for: Account?.self, gets: "nil"),
    Case(nil as YoungSavings?, for: Savings?.self, gets: "nil"),

    // What a value is cast to, though its type has no distance to it.
    Case(Percent() as Percent?, for: (any Sendable)?.self, gets: "some(value)"),
    Case(nil as Percent?, for: (any Sendable)?.self, gets: "nil"),
    Case(Percent() as Percent?, for: AnyHashable?.self, gets: "some(value)"),
    Case(nil as Percent?, for: AnyHashable?.self, gets: "nil"),
    Case([Savings()] as [Savings]?, for: [Account]?.self, gets: "some(value)"),
    Case(nil as [Savings]?, for: [Account]?.self, gets: "nil"),
    Case(Savings() as Savings?, for: (AnyObject & Sendable)?.self, gets: "some(value)"),
    Case(nil as Savings?, for: (AnyObject & Sendable)?.self, gets: "nil"),

    // With a value, so it does.
    Case(Percent() as Percent?, for: (any Coupon)?.self, gets: "some(value)"),
    Case(Savings() as Savings?, for: Account?.self, gets: "some(value)"),
    Case(Percent(), for: (any Coupon)?.self, gets: "some(value)"),

    // Optionals inside each other.
    Case(nil as Percent??, for: Percent??.self, gets: "nil"),
    Case(.some(nil) as Percent??, for: Percent??.self, gets: "some(nil)"),
    Case(Percent() as Percent??, for: Percent??.self, gets: "some(some(value))"),
    Case(nil as Percent??, for: Percent?.self, gets: "nil"),
    Case(.some(nil) as Percent??, for: Percent?.self, gets: "nil"),
    Case(nil as Percent??, for: (any Coupon)?.self, gets: "nil"),
    Case(.some(nil) as Percent??, for: (any Coupon)?.self, gets: "nil"),
    Case(Percent() as Percent??, for: (any Coupon)?.self, gets: "some(value)"),
    Case(Percent() as Percent?, for: (any Coupon)??.self, gets: "some(some(value))"),

    // Unrelated types, and no room for a nil.
    Case(nil as String?, for: (any Coupon)?.self, gets: nil),
    Case(nil as String?, for: Int?.self, gets: nil),
    Case(nil as Account?, for: (any Coupon)?.self, gets: nil),
    Case(nil as Percent?, for: Savings?.self, gets: nil),
    Case(nil as String??, for: (any Coupon)?.self, gets: nil),
    Case(nil as Percent?, for: Percent.self, gets: nil),
    Case(nil as Percent?, for: (any Coupon).self, gets: nil),
    Case(nil as Savings?, for: Account.self, gets: nil),
    Case(.some(nil) as Percent??, for: Percent.self, gets: nil),
]

@Suite("A nil as an argument")
struct NilArgumentTests {
    private let imposer = Imposer()

    @Test("A nil argument fits a parameter that a value of its type would fit, if that is optional", arguments: cases)
    private func fits(row: Case) {
        do {
            let order = try row.inject(imposer)
            #expect(order.content == row.expected)
        } catch {
            #expect(row.expected == nil, "\(error)")
            #expect(error.kind == .arguments)
            #expect("\(error.requested)" == "Order")
        }
    }

    @Test("A nil of any depth for a parameter with an optional inside an optional is a nil")
    func depth() throws {
        let row = Case(nil as Percent?, for: (any Coupon)??.self, gets: "")
        let content = try row.inject(imposer).content
        #expect(content == "nil" || content == "some(nil)")
    }

    @Test("A nil argument keeps the parameter from what is imposed for it")
    func instead() {
        imposer.impose(for: Coupon.self, instance: Percent())
        imposer.impose(for: String.self, option: .closureBased) { (coupon: (any Coupon)?) in
            coupon == nil ? "none" : "some"
        }
        #expect(imposer.inject(of: String.self) == "some")
        #expect(imposer.inject(of: String.self, arguments: nil as Percent?) == "none")
        #expect(imposer.inject(of: String.self, arguments: nil as (any Coupon)?) == "none")
    }

    @Test("Nil arguments each go to the parameter of their type")
    func several() {
        imposer.impose(for: Coupon.self, instance: Percent())
        imposer.impose(for: Account.self, instance: Account())
        imposer.impose(for: String.self, option: .closureBased) { (coupon: (any Coupon)?, account: Account?) in
            "\(coupon == nil ? "none" : "some") \(account == nil ? "none" : "some")"
        }
        #expect(imposer.inject(of: String.self, arguments: nil as Percent?) == "none some")
        #expect(imposer.inject(of: String.self, arguments: nil as Savings?) == "some none")
        #expect(imposer.inject(of: String.self, arguments: nil as Savings?, nil as Percent?) == "none none")
    }
}
