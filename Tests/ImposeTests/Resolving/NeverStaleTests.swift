import Impose
import TestSupport
import Testing

private protocol Versioned: Sendable {
    var version: Int { get }
}

private struct Exact: Versioned {
    let version: Int
}

private struct Compatible: Versioned {
    let version: Int
}

@Suite("After a change returns, nobody gets the old answer", .timeLimit(.minutes(20)))
struct NeverStaleTests {
    @Test(
        "Threads never get what was replaced before they asked",
        arguments: [InjectOption.singleInstance, .closureBased]
    )
    func replacing(option: InjectOption) {
        let imposer = Imposer()
        imposer.impose(for: Exact.self, option: option) { Exact(version: 0) }
        hammer { version in
            imposer.impose(for: Exact.self, option: option) { Exact(version: version) }
        } reading: {
            imposer.inject(of: Exact.self).version
        }
    }

    @Test("Threads never get a compatible match that was replaced before they asked")
    func compatible() {
        let imposer = Imposer()
        imposer.impose(for: Compatible.self) { Compatible(version: 0) }
        hammer { version in
            imposer.impose(for: Compatible.self) { Compatible(version: version) }
        } reading: {
            imposer.inject(of: Versioned.self).version
        }
    }

    @Test("Threads never get what was replaced in the parent before they asked")
    func parent() {
        let parent = Imposer()
        let child = Imposer(parent: parent)
        parent.impose(for: Exact.self) { Exact(version: 0) }
        hammer { version in
            parent.impose(for: Exact.self) { Exact(version: version) }
        } reading: {
            child.inject(of: Versioned.self).version
        }
    }

    @Test("Threads never get what a reset let go of before they asked")
    func resetting() {
        let imposer = Imposer()
        let next = Shared(0)
        imposer.impose(for: Exact.self) { Exact(version: next.withLock { $0 }) }
        hammer { version in
            next.withLock { $0 = version }
            imposer.reset()
        } reading: {
            imposer.inject(of: Exact.self).version
        }
    }

    @Test("After a registration is removed nothing answers, while threads go on asking")
    func removing() {
        let imposer = Imposer()
        let isOver = Shared(false)
        onThreads(4) { _, thread in
            if thread == 0 {
                for version in 0..<500 {
                    imposer.impose(for: Exact.self) { Exact(version: version) }
                    _ = imposer.unforceInject(of: Versioned.self)
                    imposer.remove(for: Exact.self)
                    #expect(imposer.unforceInject(of: Exact.self) == nil)
                    #expect(imposer.unforceInject(of: Versioned.self) == nil)
                }
                isOver.withLock { $0 = true }
            } else {
                while !isOver.withLock({ $0 }) {
                    _ = imposer.unforceInject(of: Versioned.self)
                    _ = imposer.unforceInject(of: Exact.self)
                }
            }
        }
    }

    @Test("A nearer registration answers at once, and no longer once it is removed")
    func nearer() {
        let imposer = Imposer()
        imposer.impose(for: Compatible.self) { Compatible(version: 1) }
        for _ in 0..<100 {
            #expect(imposer.inject(of: Versioned.self).version == 1)
            imposer.impose(for: Versioned.self) { Exact(version: 2) }
            #expect(imposer.inject(of: Versioned.self).version == 2)
            imposer.remove(for: Versioned.self)
        }
    }

    @Test("A tie fails at once, and is settled at once by a preferred registration")
    func tie() {
        let imposer = Imposer()
        imposer.impose(for: Compatible.self) { Compatible(version: 1) }
        #expect(imposer.inject(of: Versioned.self).version == 1)
        let second = imposer.impose(for: Exact.self) { Exact(version: 2) }
        #expect(imposer.unforceInject(of: Versioned.self) == nil)
        second.preferred()
        #expect(imposer.inject(of: Versioned.self).version == 2)
    }

    @Test(
        "A change during the making of an old answer counts for the next request",
        arguments: [InjectOption.singleInstance, .closureBased],
        ["replace", "remove", "removeAll", "reset", "parent"]
    )
    func duringMaking(option: InjectOption, way: String) throws {
        let parent = Imposer()
        let imposer = Imposer(parent: parent)
        let holder = way == "parent" ? parent : imposer
        let version = CallCounter()
        holder.impose(for: Compatible.self, option: option) {
            let mine = version.increment()
            guard mine == 1 else { return Compatible(version: mine) }
            // The search that led here is over, and its answer is about to be remembered.
            onAnotherThread {
                switch way {
                case "remove": imposer.remove(for: Compatible.self)
                case "removeAll": imposer.removeAll()
                case "reset": imposer.reset()
                default: holder.impose(for: Compatible.self, option: option) { Compatible(version: 100) }
                }
            }
            return Compatible(version: mine)
        }
        // A request from before the change may get the earlier instance.
        #expect(try imposer.tryInject(of: Versioned.self).version == 1)
        let next = failure { () throws(ImposeError) in
            let next = try imposer.tryInject(of: Versioned.self)
            // A reset has the same provider called again.
            #expect(next.version == (way == "reset" ? 2 : 100))
        }
        #expect(next?.kind == (way.hasPrefix("remove") ? .missing : nil))
    }

    @Test(
        "A remembered answer is forgotten when its registration is removed",
        arguments: ["remove", "removeAll", "parent"]
    )
    func remembered(way: String) throws {
        let parent = Imposer()
        let imposer = Imposer(parent: parent)
        let holder = way == "parent" ? parent : imposer
        for option in [InjectOption.singleInstance, .closureBased] {
            holder.impose(for: Compatible.self, option: option) { Compatible(version: 1) }
            _ = try imposer.tryInject(of: Versioned.self)
            _ = try imposer.tryInject(of: Compatible.self)
            if way == "removeAll" { holder.removeAll() } else { holder.remove(for: Compatible.self) }
            #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Versioned.self) }?.kind == .missing)
            #expect(failure { () throws(ImposeError) in try imposer.tryInject(of: Compatible.self) }?.kind == .missing)
        }
    }

    /// Has one thread change and then publish the version, and three read: the version read is never older than the one
    /// that was published before the reading began, nor than the one that the thread had read before.
    private func hammer(
        changing change: @escaping @Sendable (Int) -> Void,
        reading read: @escaping @Sendable () -> Int
    ) {
        let latest = CallCounter()
        let rounds = scaled(2000)
        onThreads(4) { _, thread in
            if thread == 0 {
                for version in 1...rounds {
                    change(version)
                    latest.increment()
                }
            } else {
                var last = 0
                while latest.count < rounds {
                    let before = latest.count
                    let version = read()
                    #expect(version >= before && version >= last)
                    last = version
                }
            }
        }
    }
}
