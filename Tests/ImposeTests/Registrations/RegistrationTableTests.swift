import TestSupport
import Testing

@testable import Impose

private final class Page: Sendable {}

extension RegistrationTable {
    /// A copy as a search takes it, and what to give back with it.
    fileprivate mutating func lent() -> (RegistrationTable, Sharing.Loan) {
        let loan = sharing.lend()
        return (self, loan)
    }

    fileprivate mutating func giveBack(_ loan: Sharing.Loan) { sharing.giveBack(loan) }
}

@Suite("The table of an imposer's registrations")
struct RegistrationTableTests {
    private func registration(_ name: Int) -> RegistrationRecord {
        RegistrationRecord(
            RegistrationKey(type: Page.self, name: InjectionName(name)),
            .singleInstance,
            Provider(expression: { Page() }),
            isSendable: true,
            at: Location()
        )
    }

    /// Whether adding a registration copies the others: a copy hands out the table that it leaves.
    private func copies(_ registry: inout RegistrationTable, _ name: Int) -> Bool {
        var dropped: [AnyObject] = []
        let new = registration(name)
        _ = registry.set(new, for: new.key, &dropped)
        return !dropped.isEmpty
    }

    @Test("A name that is removed goes when its remover lets go of it, and not before")
    func removedName() {
        final class Key: Hashable, Sendable {
            static func == (one: Key, other: Key) -> Bool { one === other }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        var table = RegistrationTable()
        var dropped: [AnyObject] = []
        func removed() -> Watched<Key> {
            let key = Key()
            let registrationKey = RegistrationKey(type: Page.self, name: InjectionName(key))
            _ = table.set(registration(1), for: registrationKey, &dropped)
            _ = table.set(nil, for: registrationKey, &dropped)
            return Watched(key)
        }
        let key = removed()
        #expect(!key.isGone)
        dropped = []
        #expect(key.isGone)
    }

    @Test("A table that was lent to a search is changed in place once it was given back, and copied before")
    func lent() {
        var registry = RegistrationTable()
        #expect(!copies(&registry, 1))
        for round in 0..<3 {
            let (lent, loan) = registry.lent()
            #expect(copies(&registry, 10 + 2 * round))
            #expect(lent.count == 1 + 2 * round)
            registry.giveBack(loan)
            #expect(!copies(&registry, 11 + 2 * round))
        }
        let (_, loan) = registry.lent()
        registry.giveBack(loan)
        #expect(!copies(&registry, 2))
        #expect(registry.count == 8)
    }

    @Test("A table is copied while it is lent twice and given back once, or was shared for good")
    func lentTwice() {
        var registry = RegistrationTable()
        _ = copies(&registry, 1)
        let (first, second) = (registry.lent(), registry.lent())
        registry.giveBack(first.1)
        #expect(copies(&registry, 2))
        #expect(second.0.count == 1)
        registry.giveBack(second.1)

        let copy = registry.shared()
        let (_, loan) = registry.lent()
        registry.giveBack(loan)
        #expect(copies(&registry, 3))
        #expect(copy.count == 2)
    }

    @Test("A loan of a table that was emptied meanwhile says nothing of what it has now")
    func emptied() {
        var registry = RegistrationTable()
        _ = copies(&registry, 1)
        let loan = registry.lent().1
        #expect(registry.removeAll().count == 1)
        _ = copies(&registry, 2)
        let copy = registry.shared()
        registry.giveBack(loan)
        #expect(copies(&registry, 3))
        #expect(copy.count == 1)
    }
}
