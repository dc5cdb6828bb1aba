import ImposeTesting
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Seat: Sendable {}

private enum First: Seat {}
private enum Second: Seat {}
private enum Third: Seat {}
private enum Fourth: Seat {}
private enum Fifth: Seat {}

/// A member of a ring.
private final class Member<Position: Seat>: Sendable {}

/// Another face of a member.
private struct Face<Position: Seat>: Sendable {
    let member: Member<Position>
}

/// The way in which a member needs the next one.
private enum Need: CaseIterable {
    case awaited, awaitedOptional, awaitedAlias, awaitedInside, synchronous, synchronousOptional, synchronousInside

    /// Whether the provider is asynchronous.
    var isAsynchronous: Bool {
        switch self {
        case .awaited, .awaitedOptional, .awaitedAlias, .awaitedInside: true
        case .synchronous, .synchronousOptional, .synchronousInside: false
        }
    }

    /// Whether the provider asks for the next member itself, so that nobody knows before.
    var isInside: Bool { self == .awaitedInside || self == .synchronousInside }
}

/// Members that each need the next one, and the last one the first.
private struct Ring: CustomTestStringConvertible {
    let needs: [Need]

    var testDescription: String { needs.map { "\($0)" }.joined(separator: " → ") }

    /// All rings of some lengths in which one is asynchronous and one is not, but for rotations.
    static func all(_ lengths: ClosedRange<Int>) -> [Ring] {
        var rings: [Ring] = []
        func add(_ needs: [Need], upTo length: Int) {
            if needs.count < length { return Need.allCases.forEach { add(needs + [$0], upTo: length) } }
            let rotations = needs.indices.map { Array(needs[$0...] + needs[..<$0]) }
            guard Set(needs.map(\.isAsynchronous)).count == 2 else { return }
            // The least of its rotations stands for all.
            let texts = rotations.map { "\($0)" }
            if texts.min() == texts[0] { rings.append(Ring(needs: needs)) }
        }
        for length in lengths { add([], upTo: length) }
        return rings
    }

    private static let seats: [any Seat.Type] = [First.self, Second.self, Third.self, Fourth.self, Fifth.self]

    func impose(_ option: InjectOption) {
        for (index, need) in needs.enumerated() {
            let (own, next) = (Self.seats[index], Self.seats[(index + 1) % needs.count])
            func impose<Own: Seat>(_ own: Own.Type) {
                func impose<Next: Seat>(_ next: Next.Type) { self.impose(own, next, need, option) }
                impose(next)
            }
            impose(own)
        }
    }

    private func impose<Own: Seat, Next: Seat>(_: Own.Type, _: Next.Type, _ need: Need, _ option: InjectOption) {
        let registration =
            switch need {
            case .awaited:
                Imposer.impose(for: Member<Own>.self, option: option) { (_: Member<Next>) async in Member() }
            case .awaitedOptional:
                Imposer.impose(for: Member<Own>.self, option: option) { (_: Member<Next>?) async in Member() }
            case .awaitedAlias:
                Imposer.impose(for: Member<Own>.self, option: option) { (_: Face<Next>) async in Member() }
            case .awaitedInside:
                Imposer.impose(for: Member<Own>.self, option: option) { () async throws in
                    _ = try await injectAsync(of: Member<Next>.self)
                    return Member()
                }
            case .synchronous:
                Imposer.impose(for: Member<Own>.self, option: option) { (_: Member<Next>) in Member() }
            case .synchronousOptional:
                Imposer.impose(for: Member<Own>.self, option: option) { (_: Member<Next>?) in Member() }
            case .synchronousInside:
                Imposer.impose(for: Member<Own>.self, option: option) { () throws in
                    _ = try tryInject(of: Member<Next>.self)
                    return Member()
                }
            }
        registration.alias(Face<Own>.self) { Face(member: $0) }
    }

    /// The error of an injection of one member.
    func error(at index: Int) async -> ImposeError? {
        func error<Own: Seat>(of: Own.Type) async -> ImposeError? {
            await failure { () async throws(ImposeError) in try await injectAsync(of: Member<Own>.self) }
        }
        return await error(of: Self.seats[index])
    }

    /// The error of an injection of one member that is not awaited.
    func synchronousError(at index: Int) -> ImposeError? {
        func error<Own: Seat>(of: Own.Type) -> ImposeError? {
            failure { () throws(ImposeError) in try tryInject(of: Member<Own>.self) }
        }
        return error(of: Self.seats[index])
    }

    /// Whether nobody knows that it is a ring when a member is asked for: a provider asks for an asynchronous one that
    /// has yet to begin, and of what that needs, a provider alone knows a part.
    func isHidden(from start: Int, isAwaited: Bool = true) -> Bool {
        var isAwaited = isAwaited
        for step in needs.indices {
            let need = needs[(start + step) % needs.count]
            if !isAwaited, need.isAsynchronous {
                return (step..<needs.count).contains { needs[(start + $0) % needs.count].isInside }
            }
            // What such a provider asks for is made without awaiting anything.
            if need == .synchronousInside { isAwaited = false }
        }
        return false
    }
}

@Suite("A ring of asynchronous and synchronous providers", .imposing(empty: true), .timeLimit(.minutes(20)))
struct AsynchronousRingTests {
    private static let options: [InjectOption] = [.singleInstance, .scopedInstance, .closureBased, .graphInstance]

    @Test("is circular, from whichever member it is asked for", arguments: Ring.all(isSanitized ? 2...3 : 2...4))
    private func each(ring: Ring) async throws {
        for option in ring.needs.count < 4 ? Self.options : [.singleInstance] {
            ring.impose(option)
            for start in ring.needs.indices {
                let error = try #require(await ring.error(at: start))
                let comment: Comment = "\(option), \(start): \(error)"
                if ring.isHidden(from: start) {
                    #expect(error.kind == .asynchronous, comment)
                } else {
                    #expect(error.kind == .circular, comment)
                    #expect(closes(error), comment)
                }
            }
        }
    }

    @Test("is circular for a request that is not awaited, once that has made something", arguments: Ring.all(2...3))
    private func synchronous(ring: Ring) throws {
        for option in Self.options {
            ring.impose(option)
            for start in ring.needs.indices where !ring.needs[start].isAsynchronous {
                let error = try #require(ring.synchronousError(at: start))
                let comment: Comment = "\(option), \(start): \(error)"
                let isHidden = ring.isHidden(from: start, isAwaited: false)
                #expect(error.kind == (isHidden ? .asynchronous : .circular), comment)
            }
        }
    }

    @Test("is circular for tasks that ask at the same time", arguments: Ring.all(2...3))
    private func together(ring: Ring) async {
        for option in Self.options {
            ring.impose(option)
            let errors = await withTaskGroup(of: ImposeError?.self) { group in
                for start in ring.needs.indices {
                    group.addTask { await ring.error(at: start) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let mayBeHidden = ring.needs.indices.contains { ring.isHidden(from: $0) }
            for error in errors {
                let isAllowed = error?.kind == .circular || mayBeHidden && error?.kind == .asynchronous
                #expect(isAllowed, "\(option): \(error.map { "\($0)" } ?? "none")")
            }
        }
    }

    @Test("is circular where the member that is being made waits for the one that asks, whatever its parameters say")
    func waiting() async throws {
        let mayGoOn = Signal()
        Imposer.impose(for: Member<First>.self) { () async throws in
            await mayGoOn.wait()
            _ = try await injectAsync(of: Member<Second>.self)
            return Member()
        }
        Imposer.impose(for: Member<Second>.self) { () throws in
            _ = try tryInject(of: Member<Third>.self)
            return Member()
        }
        // Only its provider knows that it needs the first.
        Imposer.impose(for: Member<Third>.self) { () async throws in
            _ = try await injectAsync(of: Member<First>.self)
            return Member()
        }
        async let first = failure { () async throws(ImposeError) in try await injectAsync(of: Member<First>.self) }
        _ = await comesTrue { waiters == 1 }
        async let third = failure { () async throws(ImposeError) in try await injectAsync(of: Member<Third>.self) }
        _ = await comesTrue { waiters == 2 }
        mayGoOn.give()
        let error = try #require(await first)
        #expect(error.kind == .circular)
        #expect(error.path.contains { $0.isInAnotherTask })
        #expect(closes(error))
        #expect(await third?.kind == .circular)
    }

    /// The number of tasks that wait for the first member.
    private var waiters: Int {
        let record = Imposer.shared.node.record(for: RegistrationKey(type: Member<First>.self, name: nil))
        guard let record, case .wait(let construction) = Imposer.shared.node.state(of: record) else { return 0 }
        return WaitGraph.lock.withLock { construction.waiters.count }
    }

    @Test("is none where what is missing has its own instance of what is being made")
    func another() async throws {
        let (hasGot, mayGoOn, count) = (Signal(), Signal(), CallCounter())
        // Made anew each time, the first time for the second.
        Imposer.impose(for: Member<First>.self, option: .closureBased) { () async throws in
            if count.increment() == 1 { return Member() }
            _ = try await injectAsync(of: Member<Third>.self)
            return Member()
        }
        Imposer.impose(for: Member<Second>.self) { (_: Member<First>) async in
            hasGot.give()
            await mayGoOn.wait()
            return Member()
        }
        Imposer.impose(for: Member<Third>.self) { () throws in
            _ = try tryInject(of: Member<Second>.self)
            return Member()
        }
        async let second = injectAsync(of: Member<Second>.self)
        await hasGot.wait()
        let error = await failure { () async throws(ImposeError) in try await injectAsync(of: Member<First>.self) }
        #expect(error?.kind == .asynchronous)
        mayGoOn.give()
        _ = try await second
        _ = try await injectAsync(of: Member<First>.self)
    }

    /// Whether the path ends with what it has passed before.
    private func closes(_ error: ImposeError) -> Bool {
        guard let last = error.path.last else { return false }
        return error.path.dropLast().contains { $0.registeredType == last.registeredType }
    }
}
