import Impose
import TestSupport
import Testing

private final class Form: Sendable {
    let text: String

    init(_ text: String) { self.text = text }
}

private func global() -> String { "called" }

private func globalDoubling(_ number: Int) -> Int { 2 * number }

private struct Target: Sendable {
    func method() -> String { "called" }

    static func make() -> String { "called" }
}

private struct Refused: Error {}

/// A parameter that is a function, an argument for it, and whether that is taken.
private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Nil if the argument does not fit.
    let expected: String?
    let impose: @Sendable (Imposer) -> Void
    let inject: @Sendable (Imposer) throws(ImposeError) -> Form

    /// - Parameter call: Calls what the provider gets.
    private init<Parameter, Argument>(
        _ text: String,
        _ expected: String?,
        _ parameter: Parameter.Type,
        _ argument: Argument,
        _ call: @escaping @Sendable (Parameter) throws -> String
    ) {
        (testDescription, self.expected) = (text, expected)
        // Called on one thread.
        nonisolated(unsafe) let argument = argument
        impose = { imposer in
            imposer.impose(for: Form.self, option: .closureBased) { (value: Parameter) in Form(try call(value)) }
        }
        inject = { imposer throws(ImposeError) in try imposer.tryInject(of: Form.self, arguments: argument) }
    }

    static func taken<Parameter, Argument>(
        _ text: String,
        for parameter: Parameter.Type,
        _ argument: Argument,
        gives expected: String = "called",
        _ call: @escaping @Sendable (Parameter) throws -> String
    ) -> Case { Case(text, expected, parameter, argument, call) }

    static func refused<Parameter, Argument>(_ text: String, for parameter: Parameter.Type, _ argument: Argument)
        -> Case
    {
        Case(text, nil, parameter, argument) { _ in "taken" }
    }
}

private typealias Function = () -> String
private typealias SendableFunction = @Sendable () -> String

// Never called by two threads at once.
nonisolated(unsafe) private let plain: Function = { "called" }
private let shared: SendableFunction = { "called" }
private let noShared: SendableFunction? = nil
private let captured = 20
private let capturing: @Sendable (Int) -> Int = { $0 + captured }
private let throwing: @Sendable () throws -> String = { throw Refused() }

private let cases: [Case] = [
    // The very type.
    .taken("a closure for a function", for: Function.self, { "called" }) { $0() },
    .taken("a closure for a function in an optional", for: Function?.self, { "called" }) { $0?() ?? "nil" },
    .taken("a closure in an optional for a function", for: Function.self, plain as Function?) { $0() },
    .taken("a closure that says @Sendable for one", for: SendableFunction.self, { @Sendable in "called" }) { $0() },
    .taken("a closure `as` @Sendable for one", for: SendableFunction.self, { "called" } as SendableFunction) { $0() },
    .taken(
        "a closure with a parameter that says @Sendable",
        for: (@Sendable (Int) -> Int).self,
        {
            @Sendable (number: Int) in 2 * number
        },
        gives: "4"
    ) { "\($0(2))" },
    .taken("a global function for a @Sendable one", for: SendableFunction.self, global) { $0() },
    .taken("a method for a @Sendable function", for: SendableFunction.self, Target().method) { $0() },
    .taken("a static method for a @Sendable function", for: SendableFunction.self, Target.make) { $0() },
    .taken("a @Sendable closure for one in an optional", for: SendableFunction?.self, shared) { $0?() ?? "nil" },
    .taken("no closure for a @Sendable one in an optional", for: SendableFunction?.self, noShared, gives: "nil") {
        $0?() ?? "nil"
    },

    // What says more of itself than is asked.
    .taken("a @Sendable closure for a function", for: Function.self, shared) { $0() },
    .taken("a @Sendable closure for a function in an optional", for: Function?.self, shared) { $0?() ?? "nil" },
    .taken("a @Sendable closure in an optional for a function", for: Function.self, shared as SendableFunction?) {
        $0()
    },
    .taken("a @Sendable closure in an optional for a function in one", for: Function?.self, shared as SendableFunction?)
    {
        $0?() ?? "nil"
    },
    .taken("no @Sendable closure for a function in an optional", for: Function?.self, noShared, gives: "nil") {
        $0?() ?? "nil"
    },
    .taken("a global function for a function", for: Function.self, global) { $0() },
    .taken("a global function with a parameter", for: ((Int) -> Int).self, globalDoubling, gives: "4") { "\($0(2))" },
    .taken("a method for a function", for: Function.self, Target().method) { $0() },
    .taken("a @Sendable closure with a context", for: ((Int) -> Int).self, capturing, gives: "22") { "\($0(2))" },
    .taken("a closure for a function that may throw", for: (() throws -> String).self, plain) { try $0() },
    .taken("a @Sendable closure for a function that may throw", for: (() throws -> String).self, shared) { try $0() },
    .taken(
        "a @Sendable closure that throws for a function that may",
        for: (() throws -> String).self,
        throwing,
        gives: "Refused()"
    ) { function in
        do { return try function() } catch { return "\(error)" }
    },
    .taken("a @Sendable closure for a @Sendable one that may throw", for: (@Sendable () throws -> String).self, shared)
    {
        try $0()
    },
    .taken("a closure for anything", for: Any.self, shared) { ($0 as? SendableFunction)?() ?? "no function" },

    // What the compiler would have to look at first, or to convert.
    .refused(
        "a closure for a @Sendable one: what it captures was not looked at",
        for: SendableFunction.self,
        { "called" }
    ),
    .refused("the same in an optional", for: SendableFunction?.self, plain as Function?),
    .refused("no closure for a @Sendable one", for: SendableFunction.self, noShared),
    .refused("a closure for one of the main actor", for: (@MainActor () -> String).self, plain),
    .refused("a @Sendable closure for one of the main actor", for: (@MainActor () -> String).self, shared),
    .refused("a closure of the main actor for a function", for: Function.self, { @MainActor in "called" }),
    .refused("a closure for one that is awaited", for: (() async -> String).self, plain),
    .refused("a closure that may throw for one that may not", for: Function.self, throwing),
    .refused("a closure with another parameter", for: ((Int) -> Int).self, { @Sendable (text: String) in text.count }),
    .refused("a closure with one parameter more", for: ((Int) -> Int).self, { @Sendable (one: Int, two: Int) in one }),
    .refused("a closure with another result", for: (() -> Int).self, shared),
    .refused("a closure for a parameter that is inout", for: ((inout Int) -> Int).self, capturing),
    .refused("a value for a function", for: Function.self, "called"),
    .refused("a closure for a value", for: String.self, shared),
]

@Suite("A function as an argument")
struct FunctionArgumentTests {
    private let imposer = Imposer()

    @Test(
        "A function fills a parameter that the language takes it for, unless its captures or its calls would differ",
        arguments: cases
    )
    private func fits(row: Case) {
        row.impose(imposer)
        do {
            #expect(try row.inject(imposer).text == row.expected)
        } catch {
            #expect(row.expected == nil, "\(error)")
            #expect(error.kind == .arguments)
        }
    }

    @Test("Functions each fill the parameter of their type, the exact ones before the others")
    func places() {
        imposer.impose(for: Form.self, option: .closureBased) {
            (plain: @escaping Function, shared: @escaping SendableFunction) in
            Form("\(plain()) \(shared())")
        }
        #expect(imposer.unforceInject(of: Form.self, arguments: { "one" }, { @Sendable in "two" })?.text == "one two")
        #expect(
            imposer.unforceInject(of: Form.self, arguments: { @Sendable in "one" }, { @Sendable in "two" })?.text
                == "one two"
        )
        #expect(imposer.unforceInject(of: Form.self, arguments: { @Sendable in "two" }, { "one" })?.text == "one two")
    }

    @Test("A function is an error where an instance is kept for each argument: nothing tells it from another one")
    func kept() {
        imposer.impose(for: Form.self) { (function: @escaping Function) in Form(function()) }
        for _ in 0..<2 {
            let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Form.self, arguments: shared) }
            #expect(error?.kind == .arguments)
        }
    }

    @Test("The error of a closure for a @Sendable parameter names both types, and says what to write")
    func text() {
        imposer.impose(for: Form.self, option: .closureBased) { (function: @escaping SendableFunction) in
            Form(function())
        }
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Form.self, arguments: { "called" }) }
        let text = (error.map { "\($0)" } ?? "").onOneLine
        #expect(text.contains("argument 1 is a () -> String"), "\(text)")
        #expect(text.contains("takes a @Sendable () -> String there"), "\(text)")
        #expect(text.contains("{ … } as @Sendable () -> String"), "\(text)")
        #expect(
            imposer.unforceInject(of: Form.self, arguments: { "called" } as @Sendable () -> String)?.text == "called"
        )
        let other = failure { () throws(ImposeError) in try imposer.tryInject(of: Form.self, arguments: { 1 }) }
        #expect(other.map { !"\($0)".contains("{ … }") } ?? false)
    }
}
