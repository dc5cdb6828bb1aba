import Foundation
import Subjects

/// What one writes without a container.
enum ByHand {
    private static let gateway: any Gateway = makeWideGateway()
    private static let plain = PlainReceipt(gateway: gateway)

    /// The work beside which a task's is put, if there is any.
    static func work(_ exercise: Exercise) -> Work? {
        switch exercise {
        case .kept, .many:
            Work { count in
                for _ in 0..<count { use(gateway: gateway) }
            }
        case .transient:
            Work { count in
                for _ in 0..<count { use(object: makeGateway()) }
            }
        case .graph:
            Work { count in
                for _ in 0..<count {
                    use(object: makeShop(checkout: makeCheckout(gateway: makeGateway(), clock: makeClock())))
                }
            }
        case .register: register
        case .wrapper:
            Work { count in
                for _ in 0..<count { use(gateway: makeReceipt().gateway) }
            }
        case .later:
            Work { count in
                for _ in 0..<count { use(gateway: plain.gateway) }
            }
        case .threads, .scope, .override: nil
        }
    }

    /// A `Dictionary` behind a lock.
    private static var register: Work {
        let types = items(1_000)
        return Work(operations: types.count) {
            let table = LockedTable()
            return { for type in types { table.insert(type) } }
        }
    }

    /// Makes an object that is really on the heap.
    @inline(never)
    private static func makeReceipt() -> PlainReceipt { PlainReceipt(gateway: gateway) }
}

/// An object with a plain property.
private final class PlainReceipt: Sendable {
    let gateway: any Gateway

    init(gateway: any Gateway) { self.gateway = gateway }
}

/// A container as one would write it in a minute.
public final class LockedTable: @unchecked Sendable {
    private let lock = NSLock()
    private var providers: [ObjectIdentifier: () -> AnyObject] = [:]
    private var instances: [ObjectIdentifier: AnyObject] = [:]

    /// Makes an empty one.
    public init() {}

    /// Registers a class.
    ///
    /// - Parameter type: The class.
    public func insert(_ type: any Item.Type) {
        lock.withLock { providers[ObjectIdentifier(type)] = { type.init() } }
    }

    /// Gives the instance of a class, which is kept.
    ///
    /// - Parameter type: The class.
    /// - Returns: The instance.
    public func instance(of type: any Item.Type) -> AnyObject? {
        lock.withLock {
            let key = ObjectIdentifier(type)
            if let instance = instances[key] { return instance }
            let instance = providers[key]?()
            instances[key] = instance
            return instance
        }
    }
}
