internal import CImposeRuntime

/// The bindings of task-local properties that some code runs in, from `bind` to `end`.
///
/// `TaskLocal.withValue` makes the same two calls of the runtime with a closure in between. Where its types are generic,
/// what goes through that closure costs more than both.
///
/// Invariant: `end` is called once, by the same thread, and all that is bound in between has ended before. So no code
/// between the two may suspend.
@usableFromInline
struct TaskLocalBindings {
    private var count = 0

    /// Binds a property for the calling code.
    mutating func bind<Value: Sendable>(_ property: UncountedReference<TaskLocal<Value>>, to value: Value) {
        let type = unsafeBitCast(Value.self as any Any.Type, to: UnsafeRawPointer.self)
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { place in
            // The runtime takes it from there.
            place.initializeElement(at: 0, to: value)
            impose_bind_task_local(property.unmanaged.toOpaque(), place.baseAddress, type)
        }
        count += 1
    }

    /// Ends all of them.
    func end() {
        for _ in 0..<count { impose_unbind_task_local() }
    }
}
