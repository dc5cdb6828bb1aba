import ImposeTesting
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Numbered: Sendable {
    var number: Int { get }
}

private final class Item: Numbered {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private struct Label: Numbered {
    let number: Int
}

private protocol Unheard {}

extension CallCounter {
    /// An item that is made, and counted.
    fileprivate var item: Item { Item(increment()) }
}

/// Something that is imposed, and a request for it.
private struct Subject: CustomTestStringConvertible {
    let testDescription: String
    /// Imposes it on an imposer. What is made is counted.
    let impose: @Sendable (Imposer, CallCounter) -> Void
    let question: @Sendable (Imposer, CallCounter) -> Question

    static let all: [Subject] = [
        Subject("a singleton", Item.self) { imposer, made in imposer.impose(for: Item.self) { made.item } },
        Subject("a scoped one", Item.self) { imposer, made in
            imposer.impose(for: Item.self, option: .scopedInstance) { made.item }
        },
        Subject("one of a named scope", Item.self) { imposer, made in
            imposer.impose(for: Item.self, option: .scopedInstance(in: "visit")) { made.item }
        },
        Subject("a weak one", Item.self) { imposer, made in
            imposer.impose(for: Item.self, option: .weakInstance) { made.item }
        },
        Subject("one that is made each time", Item.self) { imposer, made in
            imposer.impose(for: Item.self, option: .closureBased) { made.item }
        },
        Subject("a graph's", Item.self) { imposer, made in
            imposer.impose(for: Item.self, option: .graphInstance) { made.item }
        },
        Subject("an instance", Item.self) { imposer, _ in imposer.impose(for: Item.self, instance: Item(-1)) },
        Subject("a value", Label.self) { imposer, _ in imposer.impose(for: Label.self, instance: Label(number: -1)) },
        Subject("a decorated instance", Item.self) { imposer, made in
            imposer.impose(for: Item.self, instance: Item(-1)).decorated { _ in made.item }
        },
        Subject("an instance with a hook", Item.self) { imposer, _ in
            imposer.impose(for: Item.self, instance: Item(-1)).onStore { _ in }
        },
        Subject("an instance by a protocol", (any Numbered).self) { imposer, _ in
            imposer.impose(for: Item.self, instance: Item(-1))
        },
        Subject("a named instance", Item.self, named: "x") { imposer, _ in
            imposer.impose(for: Item.self, named: "x", instance: Item(-1))
        },
        Subject("an instance by a name and a protocol", (any Numbered).self, named: "x") { imposer, _ in
            imposer.impose(for: Item.self, named: "x", instance: Item(-1))
        },
        Subject("an instance as an optional", Item?.self) { imposer, _ in
            imposer.impose(for: Item.self, instance: Item(-1))
        },
        Subject("a singleton as an optional", Item?.self) { imposer, made in
            imposer.impose(for: Item.self) { made.item }
        },
        Subject("nothing as an optional", Item?.self) { _, _ in },
        Subject("nothing", Item.self) { _, _ in },
        Subject("an alias of an instance", Label.self) { imposer, _ in
            imposer.impose(for: Item.self, instance: Item(-1)).alias(Label.self) { Label(number: $0.number) }
        },
        Subject("an alias of an alias of a singleton", (any Numbered).self) { imposer, made in
            imposer.impose(for: Item.self) { made.item }.alias(Label.self) { Label(number: $0.number) }
                .alias((any Numbered).self) { $0 }
        },
        Subject("an alias of a scoped one", Label.self) { imposer, made in
            imposer.impose(for: Item.self, option: .scopedInstance) { made.item }
                .alias(Label.self) { Label(number: $0.number) }
        },
        Subject("an alias of one that is made each time", Label.self) { imposer, made in
            imposer.impose(for: Item.self, option: .closureBased) { made.item }
                .alias(Label.self) { Label(number: $0.number) }
        },
        Subject("two that tie", (any Numbered).self) { imposer, made in
            imposer.impose(for: Item.self, instance: Item(-1))
            imposer.impose(for: Label.self) { Label(number: made.increment()) }
        },
    ]

    private init<T>(
        _ description: String,
        _ type: T.Type,
        named name: InjectionName? = nil,
        _ impose: @escaping @Sendable (Imposer, CallCounter) -> Void
    ) {
        testDescription = description
        self.impose = impose
        question = { imposer, made in Question(type, named: name, to: imposer, made) }
    }
}

/// What is said of an injection beforehand.
private struct Question {
    private let isImposed: Bool
    private let outcome: Imposer.Explanation.Outcome
    private let existing: Int?
    private let madeBefore: Int
    /// The number of the instance that an injection gets; nil for nothing.
    private let inject: () throws(ImposeError) -> Int?
    private let injectAll: () throws(ImposeError) -> Int

    init<T>(_ type: T.Type, named name: InjectionName?, to imposer: Imposer, _ made: CallCounter) {
        isImposed = imposer.isImposed(type, named: name)
        outcome = imposer.explain(type, named: name).outcome
        existing = imposer.existing(type, named: name).flatMap(Self.number)
        madeBefore = made.count
        inject = { () throws(ImposeError) in Self.number(try imposer.tryInject(of: type, named: name)) }
        injectAll = { () throws(ImposeError) in try imposer.injectAll(of: type, named: name).count }
    }

    private static func number<T>(_ instance: T) -> Int? {
        (instance as Any as? any Numbered)?.number
    }

    /// Compares what was said with what is injected.
    ///
    /// - Returns: The differences, as text.
    func differences(_ made: CallCounter) -> [String] {
        var differences: [String] = []
        func compare<Value: Equatable>(_ subject: String, _ said: Value, _ true: Value) {
            if said != `true` { differences.append("\(subject): \(said), but \(`true`)") }
        }
        do throws(ImposeError) {
            let injected = try inject()
            let isMade = made.count > madeBefore
            compare("outcome", outcome, injected == nil ? .absent : .chosen)
            compare("isImposed", isImposed, injected != nil)
            compare("existing", existing, isMade ? nil : injected)
            if injected != nil { compare("all", failure(of: injectAll)?.kind, nil) }
        } catch {
            let outcomes: [ImposeError.Kind: Imposer.Explanation.Outcome] = [
                .disposed: .disposed, .noScope: .noScope, .missing: .missing, .ambiguous: .ambiguous,
            ]
            compare("outcome", outcome, outcomes[error.kind] ?? .undecided)
            compare("isImposed", isImposed, false)
            compare("existing", existing, nil)
            if error.kind == .disposed { compare("all", failure(of: injectAll)?.kind, .disposed) }
        }
        return differences
    }
}

/// The imposer on which something is imposed, and the shutdown that concerns it.
private enum Place: CaseIterable {
    case primary, secondary, custom, customAlone, parentless, belowPrimary, belowPrimaryAlone, belowPrivate, inScope

    /// An imposer, and what is shut down and reset. Nil for the directory.
    var world: (holder: Imposer, ended: Imposer?) {
        switch self {
        case .primary: return (.shared, nil)
        case .secondary: return (.imposer(for: .secondary), nil)
        case .custom: return (.imposer(for: .custom("eu")), nil)
        case .customAlone:
            let custom = Imposer.imposer(for: .custom("eu"))
            return (custom, custom)
        case .parentless:
            let imposer = Imposer()
            return (imposer, imposer)
        case .belowPrimary: return (Imposer(parent: .shared), nil)
        case .belowPrimaryAlone:
            let imposer = Imposer(parent: .shared)
            return (imposer, imposer)
        case .belowPrivate:
            let parent = Imposer()
            return (Imposer(parent: parent), parent)
        case .inScope: return (Imposer.openScope("visit"), nil)
        }
    }
}

/// More than any machine needs, whatever else it does.
private let ample = Duration.seconds(3600)

/// When it is asked for, besides at the end.
private enum Times: CaseIterable {
    case atTheEnd, inTheBody, always
}

@Suite("Agreement of explain(), existing() and injections", .imposing(empty: true), .timeLimit(.minutes(20)))
struct ExistingAgreementTests {
    private let made = CallCounter()

    private func check(_ subject: Subject, from imposers: [Imposer], _ state: String) {
        for (index, imposer) in imposers.enumerated() {
            let differences = subject.question(imposer, made).differences(made)
            #expect(differences == [], "\(state), imposer \(index)")
        }
    }

    @Test(
        "What is said of an injection is what it gets, before, during and after a shutdown",
        arguments: Subject.all,
        // A sanitizer sees all code in these.
        isSanitized ? [.primary, .parentless, .belowPrivate, .inScope] : Place.allCases
    )
    private func shutdown(subject: Subject, place: Place) async throws {
        // A sanitizer sees all code where most is asked.
        for times in isSanitized ? [.always] : Times.allCases {
            try await Imposer.isolated(empty: true) {
                try await shutdown(subject, place, times)
            }
        }
    }

    private func end(_ imposer: Imposer?) async -> [ImposeError] {
        guard let imposer else { return await Imposer.shutdown(within: ample) }
        return await imposer.shutdown(within: ample)
    }

    private func shutdown(_ subject: Subject, _ place: Place, _ times: Times) async throws {
        let (holder, ended) = place.world
        subject.impose(holder, made)
        let (scope, below) = (holder.openScope("visit"), Imposer(parent: holder))
        let foreign = Imposer.openScope("visit")
        let asked = [holder, scope, below, Imposer.shared, foreign]
        func checkAll(_ state: String) {
            check(subject, from: asked, "\(times), \(state)")
            foreign.run { check(subject, from: [holder], "\(times), \(state), in a scope of another one") }
        }
        if times == .always { checkAll("before") }
        let (isBegun, isAsked, hasAsked, mayEnd) = (Signal(), Signal(), Signal(), Signal())
        async let body: Void = holder.withScope("visit") { scope in
            isBegun.give()
            await isAsked.wait()
            if times != .atTheEnd {
                check(subject, from: [holder, scope, below, .shared], "\(times), in the body")
            }
            hasAsked.give()
            await mayEnd.wait()
        }
        await isBegun.wait()
        async let shutdown = end(ended)
        while (ended ?? .shared).node.state.withLock({ $0.shutdown == nil }) { await Task.yield() }
        if times == .always { checkAll("while a body runs") }
        isAsked.give()
        // Two that ask at a time may each get what the other one has made since it said what there is.
        await hasAsked.wait()
        if times == .always { checkAll("while a body runs that has asked") }
        mayEnd.give()
        await body
        _ = await shutdown
        checkAll("afterwards")
        let late = Imposer(parent: holder)
        subject.impose(late, made)
        check(subject, from: [late], "\(times), imposed on an imposer that was made later")
        if place != .inScope { subject.impose(holder, made) }
        checkAll("imposed again")
        if let ended { ended.reset() } else { Imposer.reset() }
        checkAll("after the reset")
        let last = holder.openScope("visit")
        check(subject, from: [last, late], "\(times), in a new scope")
        last.dispose()
        check(subject, from: [last], "\(times), in a scope that was disposed of")
    }

    @Test("What is said of an injection in a scope is what it gets, during a shutdown and after it")
    func given() async {
        let scopes = (0..<4).map { Imposer.openScope("\($0)") }
        for scope in scopes[..<3] { scope.give(Label(number: -1)) }
        // While somebody observes, a value that is given is a registration from the beginning.
        withExtendedLifetime(Imposer.observe { _ in }) { scopes[3].give(Label(number: -1)) }
        let inner = scopes[0].openScope()
        inner.give(Item(-2))
        let (isBegun, mayEnd) = (Signal(), Signal())
        async let body: Void = Imposer.withScope { _ in
            isBegun.give()
            await mayEnd.wait()
        }
        await isBegun.wait()
        async let shutdown = Imposer.shutdown(within: ample)
        while Imposer.shared.node.state.withLock({ $0.shutdown == nil }) { await Task.yield() }
        func check(_ state: String) {
            for scope in scopes + [inner] {
                for _ in 0..<2 {
                    for differences in [
                        Question(Label.self, named: nil, to: scope, made).differences(made),
                        Question(Label?.self, named: nil, to: scope, made).differences(made),
                        Question((any Numbered).self, named: nil, to: scope, made).differences(made),
                        Question(Item.self, named: nil, to: scope, made).differences(made),
                    ] {
                        #expect(differences == [], "\(state), \(scope)")
                    }
                }
            }
        }
        check("while a body runs")
        for scope in scopes {
            #expect(scope.existing(Label.self)?.number == -1, "\(scope.isDisposed), \(scope.explain(Label.self))")
        }
        mayEnd.give()
        await body
        _ = await shutdown
        check("afterwards")
    }

    @Test(
        "What is said of an injection is what it gets in copies of a directory that was shut down",
        arguments: Subject.all
    )
    private func copies(subject: Subject) async {
        subject.impose(.shared, made)
        subject.impose(.imposer(for: .secondary), made)
        await Imposer.isolated {
            await Imposer.shutdown()
            check(subject, from: [.shared, .imposer(for: .secondary)], "in the copy that was shut down")
        }
        check(subject, from: [.shared, Imposer.openScope("visit")], "in the original")
        await Imposer.shutdown()
        check(subject, from: [.shared, Imposer.openScope("visit")], "in the original that was shut down")
        await Imposer.isolated {
            check(subject, from: [.shared, Imposer.openScope("visit")], "in a copy of one that was shut down")
        }
    }

    @Test("What is said of a castable injection is what it gets after a shutdown")
    func castable() async {
        let imposer = Imposer()
        imposer.impose(for: Label.self, named: "x", instance: Label(number: 1))
        imposer.impose(for: Item.self, named: "x") { made.item }
        func outcome() -> Imposer.Explanation.Outcome {
            imposer.explain(Unheard.self, named: "x", ifNoMatchUse: .nearestAndCastable).outcome
        }
        func kind() -> ImposeError.Kind? {
            failure { () throws(ImposeError) in
                try imposer.tryInject(of: Unheard.self, named: "x", ifNoMatchUse: .nearestAndCastable)
            }?.kind
        }
        #expect(outcome() == .undecided)
        await imposer.shutdown()
        #expect(outcome() == .missing)
        #expect(kind() == .missing)
        imposer.impose(for: Label.self, named: "x", option: .closureBased) { Label(number: 2) }
        #expect(outcome() == .undecided)
        #expect(kind() == .missing)
    }

    @Test("explain() names the shutdown that an injection fails for")
    func reason() async throws {
        let imposer = Imposer(label: "shop")
        imposer.impose(for: Item.self, instance: Item(1))
        await imposer.shutdown()
        let explanation = imposer.explain(Item.self)
        let reason = try #require(explanation.candidates.first?.reason)
        #expect(reason.contains("private imposer \"shop\" was shut down at "))
        #expect(explanation.chosen == nil)
    }
}
