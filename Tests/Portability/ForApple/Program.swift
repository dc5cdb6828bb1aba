// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A library with types and wrappers of all kinds, in whose image the reader is to find seven stored wrappers, and the
// conformances to `Plain`: those of the library's own types. The others' descriptors are in libraries that are not there.

import Synchronization

public protocol Gateway: AnyObject {
    associatedtype Item
}

public protocol Plain {}

@propertyWrapper
public struct Wrapper<Value> {
    var value: Value?
    public init() {}
    public var wrappedValue: Value { value! }
}

public final class Live: Gateway {
    public typealias Item = Int
    @Wrapper var clock: Int
    let other = 3
}

struct Shop: Plain {
    @Wrapper var gateway: Live
    lazy var number = 1
    var optional: Wrapper<String>? = nil
}

enum Choice: Plain {
    case none
    case some(Int)
}

extension String: Plain {}
extension AtomicUpdateOrdering: Plain {}

private struct Hidden {
    @Wrapper var table: [String: Live]
}

struct Generic<Element> {
    @Wrapper var element: Element
    struct Inner {
        @Wrapper var number: Int
    }
}

public struct Noncopyable: ~Copyable {
    @Wrapper var number: Int
}

public func types() -> [any Any.Type] {
    [Hidden.self, Shop.self, Choice.self, Generic<Int>.self, Generic<Int>.Inner.self]
}
