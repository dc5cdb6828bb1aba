import ImposeTesting
import TestSupport
import Testing

@testable import Impose

private protocol Animal: Sendable {}

private protocol Plant: Sendable {}

private struct Wren: Animal {}

private struct Oak: Plant {}

/// A name that counts how often it is compared.
private struct Name: Hashable, Sendable {
    static let compared = CallCounter()

    let number: Int

    static func == (one: Name, other: Name) -> Bool {
        compared.increment()
        return one.number == other.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

/// A generic type, which gives as many types as one likes.
private struct Layer<Inner: Sendable>: Plant {
    /// Imposes a layer, a layer of a layer and so on.
    static func impose(_ count: Int, on imposer: Imposer) {
        imposer.impose(for: Self.self, option: .closureBased) { Self() }
        if count > 1 { Layer<Self>.impose(count - 1, on: imposer) }
    }
}

private class Screen: @unchecked Sendable {
    required init() {}
}

private final class Home: Screen, @unchecked Sendable {}

private final class Settings: Screen, @unchecked Sendable {}

/// Who is asked, and where.
private enum Asking: CaseIterable {
    case root, child, grandchild, privateScope, processInPrivateScope, scopeOfChild, secondary

    /// Runs a body that asks, with all the imposers that are searched and remember.
    func inside(_ body: (_ asked: Imposer, _ searched: [Imposer]) -> Void) {
        let root = Imposer()
        switch self {
        case .root: body(root, [root])
        case .child:
            let child = Imposer(parent: root)
            body(child, [child, root])
        case .grandchild:
            let child = Imposer(parent: root)
            let grandchild = Imposer(parent: child)
            body(grandchild, [grandchild, child, root])
        case .privateScope: body(root.openScope(), [root])
        case .processInPrivateScope: root.withScope { _ in body(.shared, [root, .shared]) }
        case .scopeOfChild:
            let child = Imposer(parent: root)
            body(child.openScope(), [child, root])
        case .secondary: body(.imposer(for: .secondary), [.imposer(for: .secondary)])
        }
    }
}

@Suite("A search that was made before", .imposing(empty: true), .serialized)
struct RememberedSearchTests {
    private func isRemembered(_ type: any Any.Type, by imposer: Imposer) -> Bool {
        let table = imposer.node.answers[0].load(ordering: .sequentiallyConsistent)
        return table != 0 && AnswerTable.answer(for: UInt(bitPattern: ObjectIdentifier(type)), at: table) != 0
    }

    @Test("Whoever is searched remembers what it answers, wherever it is asked", arguments: Asking.allCases)
    private func remembered(asking: Asking) {
        asking.inside { asked, searched in
            for imposer in searched { Layer<Int>.impose(20, on: imposer) }
            // In the last one alone.
            searched.last?.impose(for: Wren.self, option: .closureBased) { Wren() }
            for imposer in searched { #expect(!isRemembered((any Animal).self, by: imposer)) }
            _ = asked.inject(of: Animal.self)
            for imposer in searched { #expect(isRemembered((any Animal).self, by: imposer), "\(imposer)") }
        }
    }

    @Test(
        "A request with a name compares few names the second time, however many there are",
        arguments: Asking.allCases,
        [InjectionRules.nearest, .furthest]
    )
    private func named(asking: Asking, rules: InjectionRules) {
        asking.inside { asked, searched in
            for imposer in searched {
                for number in 1..<40 {
                    imposer.impose(for: Oak.self, named: InjectionName(Name(number: number)), instance: Oak())
                }
            }
            searched.last?.impose(for: Wren.self, named: InjectionName(Name(number: 0)), option: .closureBased) {
                Wren()
            }
            let name = InjectionName(Name(number: 0))
            _ = asked.inject(of: Animal.self, named: name, ifNoMatchUse: rules)
            let before = Name.compared.count
            for _ in 0..<10 { _ = asked.inject(of: Animal.self, named: name, ifNoMatchUse: rules) }
            #expect((Name.compared.count - before) / 10 <= 4 * searched.count)
        }
    }

    @Test("An instance is remembered for the type that a variable has, and not for the static type of the request")
    func runtimeType() {
        let imposer = Imposer()
        let kinds: [Screen.Type] = [Home.self, Settings.self]
        for kind in kinds { imposer.impose(for: kind) { kind.init() } }
        for _ in 0..<3 { #expect(kinds.allSatisfy { type(of: imposer.inject(of: $0)) == $0 }) }
        #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Screen.self) }?.kind == .ambiguous)
    }
}
