import Impose
import TestSupport

private let start: StaticString = "Shop/Start.swift"
private let desk: StaticString = "Shop/Desk.swift"

private protocol Gateway: Sendable {}

private final class Stripe: Gateway {}

private struct Coin: Gateway {}

private class Till: @unchecked Sendable {}

private final class Drawer: Till, @unchecked Sendable {}

private protocol Screen {}

@MainActor
private final class Window: @MainActor Screen {}

@globalActor
private actor Vault {
    static let shared = Vault()
}

private final class Ledger: Sendable {
    init(till: Till) {}
}

private struct Refused: Error {}

/// A failure whose text is another one than that of the shop's injection of its kind.
enum OtherFailure: CaseIterable {
    case missingToStore, missingInScope, missingUnbuilt, assignedNil
    case circularAcrossThreads, wrongClass, otherActor, conformance
    case scopeEnding, directoryGone, goneWeakly, noScopeAround, weakValueOfWrapper
    case wrongClassToStore, aliasToStore, several

    /// Asynchronous, so that it is nowhere on the main actor.
    func error() async -> ImposeError? {
        let imposer = Imposer(label: "shop")
        switch self {
        case .missingToStore, .missingInScope, .missingUnbuilt, .assignedNil: return missing(imposer)
        case .conformance, .scopeEnding, .several: return await awaited(imposer)
        case .directoryGone, .goneWeakly, .weakValueOfWrapper, .noScopeAround: return unkept(imposer)
        case .circularAcrossThreads: return circular(imposer)
        default: return unsuitable(imposer)
        }
    }

    private func missing(_ imposer: Imposer) -> ImposeError? {
        switch self {
        case .missingToStore:
            return failure { () throws(ImposeError) in
                try imposer.store(Coin(), for: Gateway.self, named: "live", fileID: desk, line: 30)
            }
        case .missingInScope:
            return failure { () throws(ImposeError) in
                try imposer.openScope("request").tryInject(of: Gateway.self, fileID: desk, line: 30)
            }
        case .missingUnbuilt:
            imposer.impose(for: Till.self, fileID: start, line: 20) { () throws -> Till in throw Refused() }
            return failure { () throws(ImposeError) in
                try imposer.tryInject(of: Gateway.self, ifNoMatchUse: .nearestAndCastable, fileID: desk, line: 30)
            }
        default:
            let gateway = UnforceInjected<any Gateway>(from: imposer, fileID: desk, line: 5)
            gateway.wrappedValue = nil
            return failure { () throws(ImposeError) in try gateway.projectedValue.tryInject() }
        }
    }

    private func unsuitable(_ imposer: Imposer) -> ImposeError? {
        let drawer: Till.Type = Drawer.self
        switch self {
        case .wrongClass:
            imposer.impose(for: drawer, fileID: start, line: 20) { Till() }
            return failure { () throws(ImposeError) in try imposer.tryInject(of: Drawer.self, fileID: desk, line: 30) }
        case .otherActor:
            imposer.impose(for: Till.self, fileID: start, line: 20) { @Vault in Till() }
            return failure { () throws(ImposeError) in try imposer.tryInject(of: Till.self, fileID: desk, line: 30) }
        case .wrongClassToStore:
            imposer.impose(for: Drawer.self, fileID: start, line: 20) { Drawer() }
            return failure { () throws(ImposeError) in
                try imposer.store(Till(), for: drawer, fileID: desk, line: 30)
            }
        default:
            imposer.impose(for: Stripe.self, Stripe()).alias(Gateway.self, fileID: start, line: 21) { $0 }
            return failure { () throws(ImposeError) in
                try imposer.store(Coin(), for: Gateway.self, fileID: desk, line: 30)
            }
        }
    }

    private func unkept(_ imposer: Imposer) -> ImposeError? {
        switch self {
        case .directoryGone:
            let shared = Imposer.isolated(empty: true) { Imposer.shared }
            return failure { () throws(ImposeError) in try shared.tryInject(of: Gateway.self, fileID: desk, line: 30) }
        case .goneWeakly:
            imposer.impose(for: Stripe.self, option: .closureBased, Stripe())
            let stripe = InjectedWeakly<Stripe>(from: imposer, fileID: desk, line: 5)
            _ = stripe()
            return failure { () throws(ImposeError) in try stripe.tryInject() }
        case .weakValueOfWrapper:
            imposer.impose(for: Gateway.self, Coin())
            let coin = InjectedWeakly<any Gateway>(from: imposer, fileID: desk, line: 5)
            return failure { () throws(ImposeError) in try coin.tryInject() }
        default:
            imposer.impose(for: Till.self, option: .scopedInstance(in: "request"), fileID: start, line: 20) { Till() }
            imposer.impose(for: Ledger.self, fileID: start, line: 21, Ledger.init)
            return failure { () throws(ImposeError) in
                try imposer.openScope("request", fileID: desk, line: 28)
                    .tryInject(of: Ledger.self, fileID: desk, line: 30)
            }
        }
    }

    /// Two threads of which each waits for what the other one builds.
    private func circular(_ imposer: Imposer) -> ImposeError? {
        let (areBuilding, errors) = (Barrier(2), Collected<ImposeError>())
        for (name, other) in [("one", "other"), ("other", "one")] {
            imposer.impose(for: Stripe.self, named: InjectionName(name), fileID: start, line: 20) {
                areBuilding.wait()
                let error = failure { () throws(ImposeError) in
                    try imposer.tryInject(of: Stripe.self, named: InjectionName(other), fileID: desk, line: 30)
                }
                if let error { errors.add(error) }
                return Stripe()
            }
        }
        onThreads(2) { _, thread in
            _ = imposer.unforceInject(of: Stripe.self, named: thread == 0 ? "one" : "other", fileID: desk, line: 31)
        }
        return errors.all.first
    }

    private func awaited(_ imposer: Imposer) async -> ImposeError? {
        switch self {
        case .conformance:
            await MainActor.run {
                imposer.impose(for: Window.self, fileID: start, line: 20) { @MainActor in Window() }
                _ = imposer.inject(of: Window.self)
            }
            return failure { () throws(ImposeError) in try imposer.tryInject(of: Screen.self, fileID: desk, line: 30) }
        case .scopeEnding:
            let hasBegun = Gate()
            imposer.impose(for: Gateway.self, option: .scopedInstance, fileID: start, line: 20) {
                () async throws -> any Gateway in
                await hasBegun.pass()
                try Task.checkCancellation()
                return Stripe()
            }
            let scope = imposer.openScope("request", fileID: desk, line: 28)
            let task = Task {
                await failure { () async throws(ImposeError) in
                    try await scope.injectAsync(of: Gateway.self, fileID: desk, line: 30)
                }
            }
            await hasBegun.arrived()
            await scope.disposeAsync(fileID: desk, line: 29)
            return await task.value
        default:
            return await several()
        }
    }

    /// Two that fail at once. Mostly one of them is cancelled for the other one, and not told of.
    private func several() async -> ImposeError? {
        for _ in 0..<10_000 {
            let (imposer, both) = (Imposer(label: "shop"), Gate(opensAt: 2))
            imposer.impose(for: Till.self, fileID: start, line: 20) { () async throws -> Till in
                await both.pass()
                throw Refused()
            }
            imposer.impose(for: Gateway.self, fileID: start, line: 21) { () async throws -> any Gateway in
                await both.pass()
                throw Refused()
            }
            let error = await failure { () async throws(ImposeError) in
                try await imposer.prepare(fileID: desk, line: 30)
            }
            if let error, error.description.contains("  besides ") { return error }
        }
        return nil
    }
}
