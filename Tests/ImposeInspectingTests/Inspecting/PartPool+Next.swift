@testable import Impose

extension PartPool.Entry {
    /// A provider that takes what it takes from the source.
    static func provider<Instance>(
        of type: Instance.Type,
        taking parameters: [any Any.Type],
        _ make: @escaping @Sendable (inout ParameterSource) throws -> Instance
    ) -> Provider {
        let adapter = FunctionAdapter<Instance> { source, _ in try make(&source) }
        return Provider(.expression, .none, parameters, making: type, calledBy: adapter)
    }
}
