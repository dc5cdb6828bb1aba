import TestSupport

@testable import Impose

/// The types of `ValidationPropertyTests`: parts that are imposed with any parameters.
enum PartPool {
    protocol Part: Sendable {}
    protocol Wheel: Part {}
    protocol Motor: Part {}

    class Frame: Part, @unchecked Sendable {}
    final class LightFrame: Frame, Wheel, @unchecked Sendable {}
    final class Rim: Wheel {}
    final class Tyre: Wheel {}
    final class Diesel: Motor {}
    struct Electric: Motor {}
    final class Bell: Sendable {}

    /// A type that can be registered, and be a parameter.
    struct Entry: Sendable {
        /// As a parameter: plain, optional or lazy in each way.
        let parameters: [any Any.Type]
        /// With a provider that takes parameters, or injects the same ones in its body.
        let impose: @Sendable (Imposer, [any Any.Type], _ isOpaque: Bool, InjectOption) -> Void
        /// The error of an injection, if any.
        let failure: @Sendable (Imposer) -> ImposeError?

        init<Instance>(_ type: Instance.Type, _ make: @escaping @Sendable () -> Instance) {
            parameters = [
                type, Instance?.self, Injected<Instance>.self, Imposed<Instance>.self, InjectedAll<Instance>.self,
            ]
            impose = { imposer, parameters, isOpaque, option in
                let provider = Self.provider(of: type, taking: isOpaque ? [] : parameters) { source in
                    for parameter in parameters {
                        if !isOpaque {
                            try PartPool.take(parameter, from: &source)
                        } else if !(parameter is any ParameterHandle.Type) {
                            try PartPool.inject(parameter)
                        }
                    }
                    return make()
                }
                _ = imposer.node.impose(
                    type,
                    provider,
                    nil,
                    option,
                    .replace,
                    Imposer.SourceLocation(),
                    isSendable: true
                )
            }
            failure = { imposer in TestSupport.failure { () throws(ImposeError) in try imposer.tryInject(of: type) } }
        }

        static let all = [
            Entry(Frame.self) { LightFrame() },
            Entry(LightFrame.self) { LightFrame() },
            Entry(Rim.self) { Rim() },
            Entry(Tyre.self) { Tyre() },
            Entry(Diesel.self) { Diesel() },
            Entry(Electric.self) { Electric() },
            Entry(Bell.self) { Bell() },
            Entry((any Wheel).self) { Rim() },
            Entry((any Motor).self) { Electric() },
            Entry((any Part).self) { Tyre() },
        ]
    }

    private static func take(_ type: any Any.Type, from source: inout ParameterSource) throws(ImposeError) {
        func take<Parameter>(_ type: Parameter.Type) throws(ImposeError) { _ = try source.next(type) }
        try take(type)
    }

    private static func inject(_ type: any Any.Type) throws(ImposeError) {
        func inject<Parameter>(_ type: Parameter.Type) throws(ImposeError) { _ = try tryInject(of: type) }
        try inject(type)
    }
}

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
