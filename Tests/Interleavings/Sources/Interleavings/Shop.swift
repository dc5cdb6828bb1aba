import Scheduling

@testable import Impose

/// An imposer with types that need one another, and what threads get from it.
final class Shop: Explored, @unchecked Sendable {
    final class First: Sendable {}
    final class Second: Sendable {}
    final class Third: Sendable {}

    let imposer = Imposer()
    private(set) lazy var scope = imposer.openScope()
    /// What each thread has got, in order: objects, and kinds of errors.
    private(set) var results: [[AnyHashable]]
    private var objects: [AnyObject] = []
    /// What was disposed of, in order.
    var disposed: [String] = []

    private(set) lazy var programs: [() -> Void] = threads.map { thread in { [unowned self] in thread(self) } }
    private let threads: [@Sendable (Shop) -> Void]
    private let isRight: (Shop) -> Bool
    private var waits: Waits
    private var isBusy: [Bool]

    init(_ scenario: Scenario, threads: [@Sendable (Shop) -> Void], isRight: @escaping (Shop) -> Bool) {
        results = Array(repeating: [], count: threads.count)
        (self.threads, self.isRight) = (threads, isRight)
        waits = Waits(threads: threads.count)
        isBusy = Array(repeating: false, count: threads.count)
        scenario.prepare(self)
        scheduler.points = Waits.locks(of: [imposer.node, scope.node])
    }

    /// Runs an operation.
    func perform(_ body: () -> Void) {
        let thread = scheduler.running
        scheduler.begin()
        waits.begin()
        isBusy[thread] = true
        body()
        waits.checkNobodyWaits()
        isBusy[thread] = false
        scheduler.hasReturned()
    }

    func inject<T: AnyObject>(_ type: T.Type) {
        perform {
            do throws(ImposeError) {
                let object = try imposer.tryInject(of: type)
                objects.append(object)
                results[scheduler.running].append(ObjectIdentifier(object))
            } catch {
                results[scheduler.running].append(error.kind)
            }
        }
    }

    /// Disposes of an imposer, and checks that this has disposed of an instance.
    func dispose(of imposer: Imposer, with name: String) {
        perform {
            imposer.dispose()
            if !disposed.contains(name) { scheduler.fail("an end returns before everything is disposed of") }
        }
    }

    /// Claims the cell of an instance as a provider's caller does, and then does what is done for a thread that ends.
    func endInProvider() {
        perform {
            let (thread, node) = (ThreadRecord.current, UncountedReference(imposer.node))
            _ = ReadSection.begin(thread, in: ReadSection.anywhere)
            let key = RegistrationKey(type: First.self, name: nil)
            guard let record = node.with({ $0.state.withLock { $0.registration(for: key) } }) else { return }
            let request = BorrowedRequest(record.type, at: Location())
            let build = BuildFrame.begin(UncountedReference(record), for: request, on: thread)
            let origin = Resolver(to: imposer.node, current: .current)
            guard let delivery = try? CellAccess(build, heldBy: node, for: origin, nil),
                case .build? = try? delivery.step()
            else {
                build.end()
                return ReadSection.end(thread)
            }
            build.pointee.keeper = delivery.keeper
            abandonWork(of: thread.pointer)
        }
    }

    func check(after thread: Int) { waits.check { isBusy[$0] } }

    func checkWake(of record: UInt) { waits.checkWake(of: record) }

    func describe(_ thread: Int) -> String { isBusy[thread] ? "in an operation" : "between operations" }

    func finish() {
        if !isRight(self) { scheduler.fail("what is injected or disposed of is wrong") }
        imposer.dispose()
    }
}

/// Threads with a shop.
struct Scenario: Sendable {
    let title: String
    let prepare: @Sendable (Shop) -> Void
    let threads: [@Sendable (Shop) -> Void]
    var mostPreemptions = Int.max
    /// Whether what they have got is right.
    let isRight: @Sendable (Shop) -> Bool

    /// - Parameter isAlone: Whether one thread does all that the others would do.
    func explore(isAlone: Bool = false) {
        let all = threads
        let together: @Sendable (Shop) -> Void = { shop in for thread in all { thread(shop) } }
        scheduler.mostPreemptions = mostPreemptions
        scheduler.explore(title) { [self] in
            isAlone
                ? Shop(self, threads: [together], isRight: { _ in true }) : Shop(self, threads: all, isRight: isRight)
        }
        scheduler.mostPreemptions = .max
    }

    static let all = [
        Scenario(
            title: "a ring of two",
            prepare: { shop in
                shop.imposer.impose(for: Shop.First.self) { (_: Shop.Second) in Shop.First() }
                shop.imposer.impose(for: Shop.Second.self) { (_: Shop.First) in Shop.Second() }
            },
            threads: [{ $0.inject(Shop.First.self) }, { $0.inject(Shop.Second.self) }],
            isRight: { $0.results.allSatisfy { $0 == [ImposeError.Kind.circular] } }
        ),
        Scenario(
            title: "a ring of three",
            prepare: { shop in
                shop.imposer.impose(for: Shop.First.self) { (_: Shop.Second) in Shop.First() }
                shop.imposer.impose(for: Shop.Second.self) { (_: Shop.Third) in Shop.Second() }
                shop.imposer.impose(for: Shop.Third.self) { (_: Shop.First) in Shop.Third() }
            },
            threads: [
                { $0.inject(Shop.First.self) }, { $0.inject(Shop.Second.self) }, { $0.inject(Shop.Third.self) },
            ],
            mostPreemptions: 2,
            isRight: { $0.results.allSatisfy { $0 == [ImposeError.Kind.circular] } }
        ),
        Scenario(
            title: "two that need one another one way, from both ends",
            prepare: { shop in
                shop.imposer.impose(for: Shop.First.self) { (_: Shop.Second) in Shop.First() }
                shop.imposer.impose(for: Shop.Second.self, Shop.Second())
            },
            threads: [
                { shop in
                    shop.inject(Shop.First.self)
                    shop.inject(Shop.Second.self)
                },
                { shop in
                    shop.inject(Shop.Second.self)
                    shop.inject(Shop.First.self)
                },
            ],
            isRight: { $0.results[0].reversed() == $0.results[1] }
        ),
        Scenario(
            title: "a store into what is being built and waited for",
            prepare: { shop in
                shop.imposer.impose(for: Shop.First.self, Shop.First())
                shop.imposer.impose(for: Shop.Second.self) { (_: Shop.First) in Shop.Second() }
            },
            threads: [
                { shop in
                    shop.inject(Shop.First.self)
                    shop.inject(Shop.Second.self)
                },
                { $0.inject(Shop.Second.self) },
                { shop in shop.perform { try? shop.imposer.store(Shop.First()) } },
            ],
            mostPreemptions: 3,
            isRight: { $0.results[0][1] == $0.results[1][0] }
        ),
        Scenario(
            title: "a provider that replaces its own registration",
            prepare: { shop in
                shop.imposer.impose(for: Shop.First.self) { [unowned shop] in
                    shop.imposer.impose(for: Shop.First.self, Shop.First())
                    return Shop.First()
                }
            },
            threads: Array(
                repeating: { shop in
                    shop.inject(Shop.First.self)
                    shop.inject(Shop.First.self)
                },
                count: 2
            ),
            isRight: { $0.results[0][1] == $0.results[1][1] }
        ),
        Scenario(
            title: "a thread that ends in a provider",
            prepare: { $0.imposer.impose(for: Shop.First.self, Shop.First()) },
            threads: [
                { $0.endInProvider() },
                { shop in
                    shop.inject(Shop.First.self)
                    shop.inject(Shop.First.self)
                },
            ],
            isRight: { shop in
                let results = shop.results[1]
                return results[0] == results[1] || results[0] == ImposeError.Kind.providerFailed as AnyHashable
            }
        ),
        Scenario(
            title: "the ends of an imposer and of its scope",
            prepare: { $0.registerDisposed() },
            threads: [
                { $0.dispose(of: $0.scope, with: "second") }, { $0.dispose(of: $0.imposer, with: "first") },
                { $0.dispose(of: $0.imposer, with: "second") },
            ],
            isRight: { $0.disposed == ["second", "first"] }
        ),
        Scenario(
            title: "two ends that ask for each other",
            prepare: { shop in
                shop.registerDisposed { [unowned shop] name in
                    (name == "first" ? shop.scope : shop.imposer).dispose()
                }
            },
            threads: [
                { shop in shop.perform { shop.scope.dispose() } }, { shop in shop.perform { shop.imposer.dispose() } },
            ],
            isRight: { $0.disposed.sorted() == ["first", "second"] }
        ),
    ]
}

extension Shop {
    /// Keeps an instance in the imposer, and one in the scope.
    fileprivate func registerDisposed(_ dispose: @escaping @Sendable (String) -> Void = { _ in }) {
        func hook(_ name: String) -> @Sendable () -> Void {
            { [unowned self] in
                scheduler.runCode()
                dispose(name)
                disposed.append(name)
            }
        }
        let (first, second) = (hook("first"), hook("second"))
        imposer.impose(for: First.self, First()).onDispose { _ in first() }
        imposer.impose(for: Second.self, option: .scopedInstance, Second()).onDispose { _ in second() }
        _ = (imposer.inject(of: First.self), scope.inject(of: Second.self))
    }
}
