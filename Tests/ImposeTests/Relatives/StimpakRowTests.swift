import Impose
import TestSupport
import Testing

// A test for each feature of Stimpak, in its own words.

final class StimpakService: Instantiable, Sendable {
    init() {}
}

private struct Value: Instantiable, Equatable {
    var text = "new"
}

private final class Person: Sendable {
    let names: [String]

    init(_ names: [String]) {
        self.names = names
    }
}

struct StimpakNumber: Hashable {
    let value: Int
}

/// A value with its own rule of comparison, for which Stimpak takes a closure.
private struct CaselessText: Hashable {
    let text: String

    static func == (one: CaselessText, other: CaselessText) -> Bool {
        one.text.lowercased() == other.text.lowercased()
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text.lowercased())
    }
}

@Suite("What Stimpak had")
struct StimpakRowTests {
    private let container = Imposer()

    @Test("As in Stimpak, the container disposes of all its scopes and singletons")
    func disposingOfTheContainer() {
        container.impose(for: StimpakService.self, StimpakService())
        let scope = container.openScope()
        weak let instance = scope.inject(of: StimpakService.self)
        #expect(instance != nil)
        container.dispose()
        #expect(instance == nil)
        #expect(scope.isDisposed)
    }

    @Test(
        "As in Stimpak, an instance is transient, a singleton, or one for each scope",
        arguments: [
            (InjectOption.closureBased, false, false),
            (.singleInstance, true, true),
            (.scopedInstance, true, false),
        ]
    )
    func reuse(option: InjectOption, isSameInScope: Bool, isSameElsewhere: Bool) {
        container.impose(for: StimpakService.self, option: option, StimpakService())
        let (scope, other) = (container.openScope(), container.openScope())
        let instance = scope.inject(of: StimpakService.self)
        #expect((scope.inject(of: StimpakService.self) === instance) == isSameInScope)
        #expect((other.inject(of: StimpakService.self) === instance) == isSameElsewhere)
    }

    @Test("As in Stimpak, any number of arguments resolves an instance")
    func numberOfArguments() {
        container.impose(for: Person.self, named: "1", option: .closureBased) { (a: String) in Person([a]) }
        container.impose(for: Person.self, named: "2", option: .closureBased) { (a: String, b: String) in
            Person([a, b])
        }
        container.impose(for: Person.self, named: "5", option: .closureBased) {
            (a: String, b: String, c: Int, d: Int, e: String) in Person([a, b, "\(c)", "\(d)", e])
        }
        #expect(container.inject(of: Person.self, named: "1", arguments: "a").names == ["a"])
        #expect(container.inject(of: Person.self, named: "2", arguments: "a", "b").names == ["a", "b"])
        let many = container.inject(of: Person.self, named: "5", arguments: "a", "b", 3, 4, "e")
        #expect(many.names == ["a", "b", "3", "4", "e"])
    }

    @Test(
        "As in Stimpak, instances are told apart by their arguments",
        arguments: [InjectOption.singleInstance, .scopedInstance, .weakInstance]
    )
    func instancesByArguments(option: InjectOption) {
        container.impose(for: Person.self, option: option) { (first: String, last: String) in Person([first, last]) }
        let bill = container.inject(of: Person.self, arguments: "Bill", "Gates")
        let steve = container.inject(of: Person.self, arguments: "Steve", "Jobs")
        #expect(bill.names == ["Bill", "Gates"])
        #expect(steve.names == ["Steve", "Jobs"])
        #expect(container.inject(of: Person.self, arguments: "Bill", "Gates") === bill)
        #expect(container.inject(of: Person.self, arguments: "Gates", "Bill") !== bill)
    }

    @Test("As in Stimpak, arguments may be compared by a rule of their own")
    func comparingArguments() {
        container.impose(for: Person.self) { (name: CaselessText) in Person([name.text]) }
        let bill = container.inject(of: Person.self, arguments: CaselessText(text: "Bill"))
        #expect(container.inject(of: Person.self, arguments: CaselessText(text: "BILL")) === bill)
        #expect(container.inject(of: Person.self, arguments: CaselessText(text: "Steve")) !== bill)
    }

    @Test("As in Stimpak, keys are of any hashable type")
    func keys() {
        let names = [InjectionName("1"), InjectionName(1), InjectionName(1.0), InjectionName(StimpakNumber(value: 1))]
        for (number, name) in names.enumerated() { container.impose(for: Int.self, named: name, number) }
        #expect(names.map { container.inject(of: Int.self, named: $0) } == [0, 1, 2, 3])
    }

    @Test("As in Stimpak, an initialisation callback is called once for each instance")
    func initialisationCallback() {
        let calls = CallCounter()
        container.impose(for: StimpakService.self, option: .scopedInstance, StimpakService()).onCreate { _ in
            calls.increment()
        }
        let scope = container.openScope()
        _ = scope.inject(of: StimpakService.self)
        _ = scope.inject(of: StimpakService.self)
        #expect(calls.count == 1)
        _ = container.inject(of: StimpakService.self)
        #expect(calls.count == 2)
    }

    @Test("As in Stimpak, instantiable classes and structs are registered by their type")
    func instantiableTypes() {
        container.impose(StimpakService.self)
        container.impose(Value.self, option: .closureBased)
        #expect(container.inject(of: StimpakService.self) === container.inject(of: StimpakService.self))
        #expect(container.inject(of: Value.self) == Value())
    }
}
