import ImposeTesting
import Synchronization
import TestSupport
import Testing

@testable import Impose

private protocol Vehicle: Sendable {}

private final class Car: Vehicle {}

/// Where something is asked for, and what has it later.
private enum Place: CaseIterable {
    case primary, secondary, custom, otherCustom, isolatedPrimary
    case privateImposer, child, grandchild, childOfPrimary, scope, scopeOfPrivate, scopeOfChild, innerScope

    /// The imposers that are searched from here, the nearest first.
    ///
    /// - Parameter all: One imposer for each place.
    func searched(_ all: Imposers) -> [Imposer] {
        let members = [all.primary, all.secondary, all.custom, all.otherCustom]
        switch self {
        case .primary, .isolatedPrimary: return members
        case .secondary, .custom, .otherCustom:
            let asked = all[self]
            return [asked] + members.filter { $0 !== asked }
        case .privateImposer: return [all.privateImposer]
        case .child: return [all.child, all.privateImposer]
        case .grandchild: return [all.grandchild, all.child, all.privateImposer]
        case .childOfPrimary: return [all.childOfPrimary] + members
        case .scope: return [all.scope] + members
        case .innerScope: return [all.innerScope, all.scope] + members
        case .scopeOfPrivate: return [all.scopeOfPrivate, all.privateImposer]
        case .scopeOfChild: return [all.scopeOfChild, all.child, all.privateImposer]
        }
    }
}

/// One imposer for each place, all of them open.
private struct Imposers {
    let primary = Imposer.shared
    let secondary = Imposer.imposer(for: .secondary)
    let custom = Imposer.imposer(for: .custom("eu"))
    let otherCustom = Imposer.imposer(for: .custom("us"))
    let privateImposer = Imposer()
    let child: Imposer
    let grandchild: Imposer
    let childOfPrimary: Imposer
    let scope: Imposer
    let innerScope: Imposer
    let scopeOfPrivate: Imposer
    let scopeOfChild: Imposer

    init() {
        child = Imposer(parent: privateImposer)
        grandchild = Imposer(parent: child)
        childOfPrimary = Imposer(parent: primary)
        scope = primary.openScope()
        innerScope = scope.openScope()
        scopeOfPrivate = privateImposer.openScope()
        scopeOfChild = child.openScope()
    }

    subscript(place: Place) -> Imposer {
        switch place {
        case .primary, .isolatedPrimary: primary
        case .secondary: secondary
        case .custom: custom
        case .otherCustom: otherCustom
        case .privateImposer: privateImposer
        case .child: child
        case .grandchild: grandchild
        case .childOfPrimary: childOfPrimary
        case .scope: scope
        case .scopeOfPrivate: scopeOfPrivate
        case .scopeOfChild: scopeOfChild
        case .innerScope: innerScope
        }
    }
}

/// A way to ask for a vehicle, and a way to have one.
private enum Asking: CaseIterable {
    case exact, nearest, optional, named, furthest, exactOfNamed, all, existing, isImposed

    private var name: InjectionName? { self == .named || self == .exactOfNamed ? "n" : nil }

    /// Whether an imposer finds a car.
    func isFound(by imposer: Imposer) -> Bool {
        switch self {
        case .exact: imposer.unforceInject(of: Car.self) != nil
        case .nearest: imposer.unforceInject(of: Vehicle.self) != nil
        case .optional: (try? imposer.tryInject(of: (any Vehicle)?.self)) ?? nil != nil
        case .named: imposer.unforceInject(of: Vehicle.self, named: name) != nil
        case .furthest: imposer.unforceInject(of: Vehicle.self, ifNoMatchUse: .furthest) != nil
        case .exactOfNamed: imposer.unforceInject(of: Car.self, named: name) != nil
        case .all: (try? imposer.injectAll(of: Vehicle.self))?.isEmpty == false
        case .existing: imposer.existing(Car.self) != nil
        case .isImposed: imposer.isImposed(Vehicle.self)
        }
    }

    func impose(on imposer: Imposer) { imposer.impose(for: Car.self, named: name, instance: Car()) }

    func remove(from imposer: Imposer) { imposer.remove(for: Car.self, named: name) }
}

/// A number that threads share.
private final class Round: Sendable {
    private let atomic = Atomic(-1)

    var number: Int {
        get { atomic.load(ordering: .sequentiallyConsistent) }
        set { atomic.store(newValue, ordering: .sequentiallyConsistent) }
    }
}

@Suite("What is not imposed", .imposing(empty: true))
struct AbsenceTests {
    @Test(
        "What was not there is found as soon as any imposer that is searched has it, and not found once it is removed",
        arguments: Place.allCases,
        Asking.allCases
    )
    private func forgotten(place: Place, asking: Asking) {
        let all = Imposers()
        let asked = all[place]
        for searched in place.searched(all) {
            // Twice: the second time the answer is remembered.
            for _ in 0..<2 { #expect(!asking.isFound(by: asked)) }
            asking.impose(on: searched)
            for _ in 0..<2 { #expect(asking.isFound(by: asked), "imposed in \(searched)") }
            asking.remove(from: searched)
            for _ in 0..<2 { #expect(!asking.isFound(by: asked), "removed from \(searched)") }
            asking.impose(on: searched)
            #expect(asking.isFound(by: asked))
            searched.removeAll()
        }
        #expect(!asking.isFound(by: asked))
    }

    @Test("What was not there is found when an imposer is made that has it", arguments: Asking.allCases)
    private func newImposer(asking: Asking) {
        for _ in 0..<2 { #expect(!asking.isFound(by: .shared)) }
        for (number, type) in [ImposerType.secondary, .custom("first"), .custom("second")].enumerated() {
            let imposer = Imposer.imposer(for: type)
            for _ in 0..<2 { #expect(!asking.isFound(by: .shared), "\(number)") }
            asking.impose(on: imposer)
            #expect(asking.isFound(by: .shared), "\(number)")
            imposer.removeAll()
        }
    }

    @Test(
        "What was not there is found where a scope was given it",
        arguments: [Asking.exact, .nearest, .optional, .all, .isImposed]
    )
    private func given(asking: Asking) {
        let imposer = Imposer()
        let (scope, child) = (imposer.openScope(), Imposer(parent: imposer))
        let inner = scope.openScope()
        for asked in [imposer, scope, child, inner] { #expect(!asking.isFound(by: asked)) }
        scope.give(Car())
        #expect([imposer, scope, child, inner].map { asking.isFound(by: $0) } == [false, true, false, true])
    }

    @Test(
        "What was not there is found by an alias that is added",
        arguments: [Place.primary, .privateImposer, .child, .scope]
    )
    private func alias(place: Place) {
        let all = Imposers()
        let asked = all[place]
        for _ in 0..<2 { #expect(asked.unforceInject(of: Int.self) == nil) }
        let registration = asked.impose(for: Car.self) { Car() }
        for _ in 0..<2 { #expect(asked.unforceInject(of: Int.self) == nil) }
        registration.alias(Int.self) { _ in 1 }
        #expect(asked.unforceInject(of: Int.self) == 1)
    }

    @Test(
        "It is remembered in an imposer's table that nothing is imposed for a type",
        arguments: Place.allCases.filter { ![.scope, .scopeOfPrivate, .scopeOfChild, .innerScope].contains($0) }
    )
    private func remembered(place: Place) {
        let asked = Imposers()[place]
        func isRemembered() -> Bool {
            let table = asked.node.answers[0].load(ordering: .sequentiallyConsistent)
            return table != 0 && AnswerTable.answer(for: UInt(bitPattern: ObjectIdentifier(Car.self)), at: table) != 0
        }
        #expect(!isRemembered())
        #expect(asked.unforceInject(of: Car.self) == nil)
        #expect(isRemembered())
        asked.impose(for: Int.self, instance: 1)
        #expect(!isRemembered())
    }

    @Test("An isolated directory and the one outside each learn alone what is imposed there")
    func isolated() {
        #expect(unforceInject(of: Car.self) == nil)
        Imposer.isolated {
            #expect(unforceInject(of: Car.self) == nil)
            Imposer.impose(for: Car.self, instance: Car())
            #expect(unforceInject(of: Car.self) != nil)
        }
        #expect(unforceInject(of: Car.self) == nil)
        Imposer.isolated { #expect(unforceInject(of: Car.self) == nil) }
        Imposer.impose(for: Car.self, instance: Car())
        Imposer.isolated { #expect(unforceInject(of: Car.self) != nil) }
    }

    @Test("What was not imposed is found in the process's own imposers as soon as it is")
    func process() async {
        await #expect(processExitsWith: .success) {
            for searched in [Imposer.shared, .imposer(for: .secondary), .imposer(for: .custom("eu"))] {
                for asking in [Asking.exact, .nearest, .named, .optional] {
                    for _ in 0..<3 { #expect(!asking.isFound(by: .shared)) }
                    #expect(unforceInject(of: Car.self) == nil)
                    asking.impose(on: searched)
                    #expect(asking.isFound(by: .shared))
                    #expect(asking == .named || unforceInject(of: Car.self) != nil)
                    asking.remove(from: searched)
                    #expect(unforceInject(of: Car.self) == nil)
                }
            }
        }
    }

    @Test(
        "Once a type is imposed no thread is told that it is not, though others ask and remember all the while",
        .timeLimit(.minutes(10)),
        arguments: [Place.primary, .secondary, .custom, .privateImposer, .child, .grandchild, .childOfPrimary]
    )
    private func race(place: Place) {
        let all = Imposers()
        let asked = all[place]
        let searched = place.searched(all)
        let rounds = scaled(300)
        // The round in which it is imposed; between the rounds it is not.
        let imposed = Round()
        let stale = CallCounter()
        // Without an error, whose text would take longer than all the rest.
        @Sendable func isFound() -> Bool { Asking.optional.isFound(by: asked) }
        onThreads(3) { _, thread in
            if thread == 0 {
                for round in 0..<rounds {
                    let holder = searched[round % searched.count]
                    holder.impose(for: Car.self, instance: Car())
                    imposed.number = round
                    if !isFound() { stale.increment() }
                    imposed.number = -1
                    holder.remove(for: Car.self)
                    if isFound() { stale.increment() }
                }
                imposed.number = rounds
                return
            }
            while true {
                let before = imposed.number
                if before == rounds { return }
                let isFound = isFound()
                if before >= 0, before == imposed.number, !isFound { stale.increment() }
            }
        }
        #expect(stale.count == 0)
    }
}
