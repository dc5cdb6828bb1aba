/// Something to be measured.
public struct Work {
    /// The number of operations in one sample.
    let operations: Int
    /// Prepares one sample, which is not measured, and returns the work that is.
    let prepare: () -> () -> Void

    /// Makes work of operations that can be done over and over.
    ///
    /// - Parameters:
    ///   - operations: How many are one sample.
    ///   - loop: Performs as many as it is told.
    public init(operations: Int = 1_000, loop: @escaping (Int) -> Void) {
        self.operations = operations
        prepare = { { loop(operations) } }
    }

    /// Makes work that something has to be prepared for each time.
    ///
    /// - Parameters:
    ///   - operations: How many are done in one sample.
    ///   - prepare: Prepares a sample and returns it.
    init(operations: Int, prepare: @escaping () -> () -> Void) {
        self.operations = operations
        self.prepare = prepare
    }

    /// Measures samples for some time, at least three of them.
    ///
    /// - Parameter time: How long.
    /// - Returns: The median of the samples, in nanoseconds for one operation.
    func nanoseconds(during time: Duration) -> Double {
        let clock = ContinuousClock()
        prepare()()
        let end = clock.now + time
        var samples: [Double] = []
        repeat {
            let sample = prepare()
            samples.append(clock.measure(sample).nanoseconds)
        } while samples.count < 3 || clock.now < end
        return samples.sorted()[samples.count / 2] / Double(operations)
    }
}

extension Duration {
    /// The same as a number.
    var nanoseconds: Double { self / .nanoseconds(1) }
}
