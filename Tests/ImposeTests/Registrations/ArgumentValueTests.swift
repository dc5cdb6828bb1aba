import Impose
import TestSupport
import Testing

private class User: Hashable, @unchecked Sendable {
    let id: Int

    init(_ id: Int) { self.id = id }

    static func == (one: User, other: User) -> Bool { one.id == other.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private final class Admin: User, @unchecked Sendable {}

/// Equal to itself alone.
private final class Token: Hashable, Sendable {
    static func == (one: Token, other: Token) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private protocol Mark: Sendable {}

extension Int: Mark {}
extension Int8: Mark {}
extension Double: Mark {}

private struct Percent: Mark, Hashable {
    var part = 0
}

private struct Fixed: Mark, Hashable {
    var part = 0
}

/// All of them have one hash.
private struct Collider: Mark, Hashable {
    let text: String

    func hash(into hasher: inout Hasher) {}
}

private final class Room: Sendable {}

/// A parameter, and two arguments for it, of which the instances are one or two.
private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let areSame: Bool
    let impose: @Sendable (Imposer, InjectOption) -> Void
    let one: @Sendable (Imposer) throws(ImposeError) -> Room
    let other: @Sendable (Imposer) throws(ImposeError) -> Room

    private init<Parameter: Sendable, One: Sendable, Other: Sendable>(
        _ text: String,
        _ parameter: Parameter.Type,
        _ one: One,
        _ other: Other,
        areSame: Bool
    ) {
        (testDescription, self.areSame) = (text, areSame)
        impose = { imposer, option in imposer.impose(for: Room.self, option: option) { (_: Parameter) in Room() } }
        self.one = { imposer throws(ImposeError) in try imposer.tryInject(of: Room.self, arguments: one) }
        self.other = { imposer throws(ImposeError) in try imposer.tryInject(of: Room.self, arguments: other) }
    }

    static func same<Parameter: Sendable, One: Sendable, Other: Sendable>(
        _ text: String,
        for parameter: Parameter.Type,
        _ one: One,
        _ other: Other
    ) -> Case { Case(text, parameter, one, other, areSame: true) }

    static func different<Parameter: Sendable, One: Sendable, Other: Sendable>(
        _ text: String,
        for parameter: Parameter.Type,
        _ one: One,
        _ other: Other
    ) -> Case { Case(text, parameter, one, other, areSame: false) }
}

private let admin = Admin(1)
private let token = Token()
private let noPercent: Percent? = nil
private let noMark: (any Mark)? = nil
private let nothingInside: String?? = .some(nil)
private let nothing: String?? = .none

private let cases: [Case] = [
    .same("a subclass and its class, one object", for: User.self, admin, admin as User),
    .same("a subclass and its class, equal objects", for: User.self, Admin(1), User(1)),
    .same("a subclass and its class, in an optional", for: User?.self, Admin(1), User(1) as User?),
    .same("lists of a subclass and of its class", for: [User].self, [Admin(1), Admin(2)], [User(1), User(2)]),
    .different("objects of a subclass that differ", for: User.self, Admin(1), Admin(2)),
    .different("an object and a subclass's that differ", for: User.self, Admin(1), User(2)),
    .same("one object by identity", for: Token.self, token, token),
    .different("two objects by identity", for: Token.self, Token(), Token()),
    .different("two objects by identity, in an optional", for: Token?.self, Token(), Token() as Token?),

    .same("a value and an optional with it, for a value", for: String.self, "lobby", "lobby" as String?),
    .same("a value and an optional with it, for an optional", for: String?.self, "lobby", "lobby" as String?),
    .same("a value and an optional of an optional with it", for: String?.self, "lobby", "lobby" as String??),
    .same("a number and an optional with it", for: Int.self, 1, 1 as Int?),
    .same("nil twice", for: String?.self, nil as String?, nil as String?),
    .different("a value and nil", for: String?.self, "lobby", nil as String?),
    .different("an empty value and nil", for: String?.self, "", nil as String?),
    .different("zero and nil", for: Int?.self, 0, nil as Int?),
    .different("values that differ, one in an optional", for: String?.self, "lobby", "hall" as String?),
    .different("nil, and nil inside an optional", for: String??.self, nothing, nothingInside),

    .same("a value and a protocol's with it", for: (any Mark).self, Percent(), Percent() as any Mark),
    .same("the same for a parameter of its type", for: Percent.self, Percent(), Percent() as any Mark),
    .same("a value and a protocol's optional with it", for: (any Mark)?.self, Percent(), Percent() as (any Mark)?),
    .same("nils of a type and of its protocol", for: (any Mark)?.self, noPercent, noMark),
    .different("values of a protocol that differ", for: (any Mark).self, Percent(part: 1), Percent(part: 2)),
    .different("values of two types with the same content", for: (any Mark).self, Percent(), Fixed()),
    .different("1 and 1.0 as a protocol's", for: (any Mark).self, 1, 1.0),
    .different("1 and 1.0 as a protocol's optional", for: (any Mark)?.self, 1, 1.0 as Double?),
    .different("1 and 1.0 as what is hashable", for: (any Hashable & Sendable).self, 1, 1.0),
    .different("1 as an Int and as an Int8", for: (any Mark).self, 1, 1 as Int8),
    .different("a value of a protocol and nil", for: (any Mark)?.self, Percent(), noPercent),
    .different("a user and an admin as what is hashable", for: (any Hashable & Sendable).self, User(1), User(2)),

    .same("equal values, all with one hash", for: Collider.self, Collider(text: "a"), Collider(text: "a") as any Mark),
    .different("values with one hash", for: Collider.self, Collider(text: "a"), Collider(text: "b")),
    .different("a protocol's values with one hash", for: (any Mark).self, Collider(text: "a"), Collider(text: "b")),
]

@Suite("Instances for arguments")
struct ArgumentValueTests {
    private let imposer = Imposer()

    @Test(
        "An instance for arguments is found by the value that the parameter gets",
        arguments: cases,
        [InjectOption.singleInstance, .weakInstance, .scopedInstance]
    )
    private func values(row: Case, option: InjectOption) throws {
        row.impose(imposer, option)
        let (one, other) = (try row.one(imposer), try row.other(imposer))
        #expect((one === other) == row.areSame)
        // Again, and the other way round.
        #expect(try row.other(imposer) === other)
        #expect(try row.one(imposer) === one)
        imposer.reset()
        let anew = (try row.other(imposer), try row.one(imposer))
        #expect((anew.0 === anew.1) == row.areSame)
    }

    @Test("An instance for arguments is found by them in a scope, too", arguments: cases)
    private func scope(row: Case) throws {
        row.impose(imposer, .scopedInstance)
        let scopes = [imposer.openScope(), imposer.openScope()]
        let rooms = try scopes.map { (try row.one($0), try row.other($0)) }
        for (one, other) in rooms { #expect((one === other) == row.areSame) }
        #expect(rooms[0].0 !== rooms[1].0)
    }

    @Test("An instance for arguments is made once, though many have one hash, or hold other arguments of their types")
    func many() {
        let made = CallCounter()
        imposer.impose(for: Room.self) { (_: Collider, _: Int) in
            made.increment()
            return Room()
        }
        let numbers = 0..<100
        for _ in 0..<3 {
            for number in numbers {
                _ = imposer.inject(of: Room.self, arguments: Collider(text: "\(number / 10)"), number % 10)
            }
        }
        #expect(made.count == numbers.count)
    }

    @Test("Arguments in another order that fill the same parameters get the same instance")
    func otherOrder() {
        imposer.impose(for: Room.self) { (_: String, _: Int) in Room() }
        let room = imposer.inject(of: Room.self, arguments: "a", 1)
        #expect(imposer.inject(of: Room.self, arguments: 1, "a") === room)
        #expect(imposer.inject(of: Room.self, arguments: 1 as Int?, "a" as String?) === room)
    }

    @Test("Equal arguments that fill different parameters get different instances")
    func otherParameter() {
        imposer.impose(for: String.self, instance: "injected")
        imposer.impose(for: Room.self) { (_: String, _: String?, _: Int?) in Room() }
        // The value and the optional each have a parameter of exactly their type.
        let first = imposer.inject(of: Room.self, arguments: "a")
        let second = imposer.inject(of: Room.self, arguments: "a" as String?)
        #expect(first !== second)
        #expect(imposer.inject(of: Room.self, arguments: nil as String?) !== imposer.inject(arguments: nil as Int?))
    }

    @Test("The instance for no arguments is another one than the one for a nil")
    func noArguments() {
        imposer.impose(for: Room.self) { (_: String?) in Room() }
        let room = imposer.inject(of: Room.self)
        let other = imposer.inject(of: Room.self, arguments: nil as String?)
        #expect(room !== other)
        #expect(imposer.inject(of: Room.self) === room)
        #expect(imposer.inject(of: Room.self, arguments: nil as String?) === other)
    }

    @Test("An alias hands the arguments on to its original, and gets the original's instance for them")
    func alias() {
        imposer.impose(for: Room.self) { (_: User) in Room() }.alias((any Sendable).self) { $0 }
        let room = imposer.inject(of: Room.self, arguments: User(1))
        #expect(imposer.inject(of: (any Sendable).self, arguments: Admin(1)) as? Room === room)
        #expect(imposer.inject(of: (any Sendable).self, arguments: Admin(2)) as? Room !== room)
    }
}
