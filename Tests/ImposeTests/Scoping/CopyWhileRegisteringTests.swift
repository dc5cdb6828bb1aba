import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Counting: Sendable {
    var number: Int { get }
}

private final class Service: Counting {
    let number: Int

    init(_ number: Int) { self.number = number }
}

private final class Other: Counting {
    let number = -1
}

/// What is changed outside or in a copy while the other one goes on.
private enum Change: CaseIterable {
    case replace, replaceByInstance, remove, removeAll, reset, store, decorate, prefer, alias

    func make() {
        switch self {
        case .replace: Imposer.impose(for: Service.self) { Service(2) }
        case .replaceByInstance: Imposer.impose(for: Service.self, instance: Service(2))
        case .remove: Imposer.remove(for: Service.self)
        case .removeAll: Imposer.removeAll()
        case .reset: Imposer.reset()
        case .store: try? Imposer.store(Service(2), for: Service.self)
        case .decorate: Imposer.impose(for: Service.self) { Service(1) }.decorated { Service($0.number + 1) }
        case .prefer: Imposer.impose(for: Other.self) { Other() }.preferred()
        case .alias: Imposer.impose(for: Service.self) { Service(2) }.alias((any Counting).self) { $0 }
        }
    }

    /// What an injection gets afterwards.
    var number: Int? {
        switch self {
        case .remove, .removeAll: nil
        case .reset, .prefer: 1
        default: 2
        }
    }
}

@Suite("A copy that is made while others register", .imposing(empty: true), .timeLimit(.minutes(10)))
struct CopyWhileRegisteringTests {
    private func impose(_ provider: @escaping @Sendable () -> Void = {}) {
        Imposer.impose(for: Service.self) {
            provider()
            return Service(1)
        }
    }

    @Test(
        "A change outside, while a provider runs in a copy, is not seen in the copy, nor in a copy of that",
        arguments: Change.allCases,
        [false, true]
    )
    private func outside(change: Change, isCopyOfCopy: Bool) {
        let (isBuilding, isChanged) = (Barrier(2), Barrier(2))
        let isFirst = CallCounter()
        impose {
            if isFirst.increment() > 1 { return }
            isBuilding.wait()
            isChanged.wait()
        }
        let context = Imposer.currentContext()
        onThreads(2) { _, thread in
            context.run {
                if thread == 0 {
                    Imposer.isolated {
                        func check() {
                            let service = inject(of: Service.self)
                            #expect(service.number == 1)
                            #expect(inject(of: Service.self) === service)
                            #expect(inject(of: (any Counting).self) as? Service === service)
                        }
                        if isCopyOfCopy { Imposer.isolated(check) }
                        check()
                        Imposer.isolated(check)
                    }
                } else {
                    isBuilding.wait()
                    change.make()
                    #expect(unforceInject(of: Service.self)?.number == change.number)
                    isChanged.wait()
                }
            }
        }
        #expect(unforceInject(of: Service.self)?.number == change.number)
    }

    @Test(
        "A change in a copy, while a provider runs outside, is seen neither outside nor in another copy",
        arguments: Change.allCases,
        [false, true]
    )
    private func inside(change: Change, isCopyOfCopy: Bool) {
        let (isBuilding, isChanged) = (Barrier(2), Barrier(2))
        let isFirst = CallCounter()
        impose {
            if isFirst.increment() > 1 { return }
            isBuilding.wait()
            isChanged.wait()
        }
        let context = Imposer.currentContext()
        onThreads(2) { _, thread in
            context.run {
                if thread == 0 {
                    #expect(inject(of: Service.self).number == 1)
                    return
                }
                Imposer.isolated {
                    isBuilding.wait()
                    func makeChange() {
                        change.make()
                        #expect(unforceInject(of: Service.self)?.number == change.number)
                    }
                    if isCopyOfCopy {
                        Imposer.isolated(makeChange)
                        #expect(inject(of: Service.self).number == 1)
                    } else {
                        makeChange()
                        Imposer.isolated { #expect(unforceInject(of: Service.self)?.number == change.copied) }
                    }
                }
                Imposer.isolated { #expect(inject(of: (any Counting).self).number == 1) }
                isChanged.wait()
            }
        }
        let service = inject(of: Service.self)
        #expect(service.number == 1)
        #expect(inject(of: (any Counting).self) as? Service === service)
    }

    @Test("A provider that copies its directory while it makes an instance gets another one there")
    func copiesItself() {
        let made = CallCounter()
        let inner = Collected<Service>()
        Imposer.impose(for: Service.self) {
            let number = made.increment()
            if number == 1 { Imposer.isolated { inner.add(inject()) } }
            return Service(number)
        }
        let outer = inject(of: Service.self)
        #expect(outer.number == 1)
        #expect(inner.all.map(\.number) == [2])
        #expect(inject(of: Service.self) === outer)
        #expect(made.count == 2)
    }

    @Test("A copy has what was registered before it, keeps it, and shares no change with what it was copied from")
    func race() {
        let context = Imposer.currentContext()
        let (registered, isOver, wrong) = (CallCounter(), CallCounter(), Collected<String>())
        let last = scaled(3_000)
        for name in 0..<3 { Imposer.impose(for: Int.self, named: InjectionName(name), instance: 0) }
        onThreads(4) { _, thread in
            context.run {
                if thread == 0 {
                    for number in 1...last {
                        let name = InjectionName(number % 3)
                        if number % 7 == 0 { Imposer.remove(for: Int.self, named: name) }
                        if number % 2 == 0 {
                            Imposer.impose(for: Int.self, named: name, instance: number)
                        } else {
                            Imposer.impose(for: Int.self, named: name) { number }.onCreate { _ in }
                        }
                        registered.increment()
                    }
                    isOver.increment()
                    return
                }
                /// The latest number, or none while the registration of a name is away.
                func latest() -> Int? {
                    let numbers = (0..<3).map { unforceInject(of: Int.self, named: InjectionName($0)) }
                    return numbers.contains(nil) ? nil : numbers.compactMap { $0 }.max()
                }
                func check(since before: Int, own: Int) {
                    let name = InjectionName(0)
                    let seen = latest()
                    if let seen, seen < before { wrong.add("\(seen) after \(before)") }
                    if latest() != seen { wrong.add("A copy has changed") }
                    Imposer.impose(for: Int.self, named: name, instance: own)
                    if inject(of: Int.self, named: name) != own { wrong.add("A copy has not changed") }
                    Imposer.isolated {
                        if inject(of: Int.self, named: name) != own { wrong.add("A copy of a copy has not") }
                        Imposer.impose(for: Int.self, named: name, instance: own - 1)
                    }
                    if inject(of: Int.self, named: name) != own { wrong.add("A copy was changed by its copy") }
                }
                while isOver.count == 0 {
                    let before = registered.count
                    Imposer.isolated { check(since: before, own: -2 * thread) }
                    if let outside = latest(), outside < before { wrong.add("Outside \(outside) after \(before)") }
                }
            }
        }
        #expect(wrong.all.isEmpty)
    }
}

extension Change {
    /// What an injection gets in a copy of where the change was made: a copy begins with no instances.
    fileprivate var copied: Int? { self == .store ? 1 : number }
}
