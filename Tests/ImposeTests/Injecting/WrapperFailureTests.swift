import Impose
import TestSupport
import Testing

private protocol Lamp: Sendable {
    var number: Int { get }
}

private final class Bulb: Lamp {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private struct Candle: Lamp {
    let number = 0
}

private final class Room: @unchecked Sendable {
    @Injected var lamp: any Lamp
    @UnforceInjected var spare: (any Lamp)?
    @InjectedWeakly var borrowed: (any Lamp)?
    @InjectedAll var all: [any Lamp]
    @Imposed var current: any Lamp

    init(_ imposer: Imposer) {
        _lamp = Injected(from: imposer)
        _spare = UnforceInjected(from: imposer)
        _borrowed = InjectedWeakly(from: imposer)
        _all = InjectedAll(from: imposer)
        _current = Imposed(from: imposer)
    }
}

private final class House: InjectionOwner, @unchecked Sendable {
    let imposer: Imposer
    @OwnerInjected var lamp: any Lamp

    init(_ imposer: Imposer) { self.imposer = imposer }
}

@Suite("$property.tryInject()")
struct WrapperFailureTests {
    /// The number of the instance that a projection gives, or the kind of its error.
    private func outcome(_ projection: () throws(ImposeError) -> any Lamp) -> String {
        do {
            return "\(try projection().number)"
        } catch {
            return "\(error.kind)"
        }
    }

    /// Of all wrappers but `@InjectedAll`.
    private func tried(_ room: Room, _ house: House) -> [String] {
        [
            outcome(room.$lamp.tryInject), outcome(room.$spare.tryInject), outcome(room.$borrowed.tryInject),
            outcome(room.$current.tryInject), outcome(house.$lamp.tryInject),
        ]
    }

    @Test("tryInject() of a wrapper throws until it can inject; then a caching one keeps its value")
    func failsAndTriesAgain() throws {
        let imposer = Imposer()
        let (room, house) = (Room(imposer), House(imposer))
        #expect(tried(room, house) == Array(repeating: "missing", count: 5))

        let held = Bulb(1)
        imposer.impose(for: Lamp.self, instance: held)
        #expect(tried(room, house) == ["1", "1", "1", "1", "1"])

        imposer.impose(for: Lamp.self, Bulb(2))
        #expect(tried(room, house) == ["1", "1", "1", "2", "1"])
        #expect([room.lamp.number, room.current.number, house.lamp.number] == [1, 2, 1])
        withExtendedLifetime(held) {}
    }

    @Test("tryInject() of @InjectedAll fails if one instance can't be made, and then keeps all")
    func all() throws {
        let imposer = Imposer()
        let room = Room(imposer)
        imposer.impose(for: Lamp.self, Bulb(1))
        imposer.impose(for: Bulb.self) { () throws -> Bulb in throw CancellationError() }
        #expect(failure { () throws(ImposeError) in try room.$all.tryInject() }?.kind == .providerFailed)
        #expect((try? room.$all.tryInject()) == nil)
        imposer.impose(for: Bulb.self, Bulb(2))
        #expect(try room.$all.tryInject().map(\.number) == [1, 2])
        imposer.removeAll()
        #expect(try room.$all.tryInject().map(\.number) == [1, 2])
        #expect(room.all.map(\.number) == [1, 2])
        let other = Room(imposer)
        #expect(try other.$all.tryInject().isEmpty)
    }

    @Test("tryInject() of a wrapper gives what was assigned")
    func assigned() throws {
        let imposer = Imposer()
        let (room, house) = (Room(imposer), House(imposer))
        let lamp = Bulb(7)
        (room.lamp, room.spare, room.borrowed, room.all, house.lamp) = (lamp, lamp, lamp, [lamp], lamp)
        #expect(try room.$lamp.tryInject().number == 7)
        #expect(try room.$spare.tryInject().number == 7)
        #expect(try room.$borrowed.tryInject().number == 7)
        #expect(try room.$all.tryInject().map(\.number) == [7])
        #expect(try house.$lamp.tryInject().number == 7)
    }

    @Test("tryInject() of a wrapper that nil was assigned to says so")
    func assignedNil() {
        let room = Room(Imposer())
        (room.spare, room.borrowed) = (nil, nil)
        let spare = failure { () throws(ImposeError) in try room.$spare.tryInject() }
        #expect(spare?.kind == .missing)
        #expect(spare?.failureReason?.contains("nil was assigned") == true)
        #expect(room.spare == nil)
        let borrowed = failure { () throws(ImposeError) in try room.$borrowed.tryInject() }
        #expect(borrowed?.kind == .disposed)
        #expect(borrowed?.failureReason?.contains("nil was assigned") == true)
    }

    @Test("tryInject() of @InjectedWeakly says that the instance is gone, or is a value")
    func weakly() {
        let imposer = Imposer()
        imposer.impose(for: Lamp.self, Candle())
        let room = Room(imposer)
        let value = failure { () throws(ImposeError) in try room.$borrowed.tryInject() }
        #expect(value?.kind == .weakValue)
        #expect(value?.failureReason?.contains("Candle") == true)

        imposer.impose(for: Lamp.self, Bulb(1))
        #expect(room.borrowed?.number == 1)
        imposer.reset()
        let gone = failure { () throws(ImposeError) in try room.$borrowed.tryInject() }
        #expect(gone?.kind == .disposed)
        #expect(gone?.failureReason?.contains("nothing else held it") == true)
        #expect(room.borrowed == nil)

        imposer.impose(for: Lamp.self, option: .closureBased) { Bulb(2) }
        let unheld = Room(imposer)
        // Nobody else holds it, so whether it is still there after the look at it is all the same.
        if let error = failure(of: { () throws(ImposeError) in try unheld.$borrowed.tryInject() }) {
            #expect(error.kind == .disposed)
        }
    }
}
