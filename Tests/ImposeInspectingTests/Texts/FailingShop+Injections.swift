import Foundation
import TestSupport

@testable import Impose

private let start: StaticString = "Shop/Start.swift"

extension FailingShop {
    /// An injection in the shop that fails, at least one for each kind of error.
    enum Injection: String, CaseIterable {
        case missing, missingParameter, missingNearName, missingSameName, missingNotGiven
        case ambiguous, ambiguousWorstCase, circular
        case providerFailed, threadEnded, arguments, unhashableArguments, isolation
        case isolationNotSendable, asynchronous, cancelled
        case disposed, disposedTwice
        case disposedShutDown, disposerFailed, shutdownLate, shutdownLateBody
        case disposedWithBody, noScope, weakValue, notStorable, ownerReleased

        var kind: ImposeError.Kind {
            switch self {
            case .missing, .missingParameter, .missingNearName, .missingSameName, .missingNotGiven: .missing
            case .ambiguous, .ambiguousWorstCase: .ambiguous
            case .circular: .circular
            case .providerFailed, .threadEnded: .providerFailed
            case .arguments, .unhashableArguments: .arguments
            case .isolation, .isolationNotSendable: .isolation
            case .asynchronous: .asynchronous
            case .cancelled: .cancelled
            case .disposed, .disposedTwice, .disposedWithBody, .disposedShutDown: .disposed
            case .disposerFailed: .disposerFailed
            case .shutdownLate, .shutdownLateBody: .shutdownLate
            case .noScope: .noScope
            case .weakValue: .weakValue
            case .notStorable: .notStorable
            case .ownerReleased: .ownerReleased
            }
        }

        /// Asynchronous, so that it is nowhere on the main actor.
        func error() async -> ImposeError? {
            let imposer = Imposer(label: "shop")
            // A thread that ends in a provider never lets go of the imposer, and others would find it by its registrations.
            defer { imposer.removeAll() }
            do {
                switch kind {
                case .missing: try failMissing(imposer)
                case .ambiguous, .circular: try failMatching(imposer)
                case .isolation where self == .isolationNotSendable:
                    imposer.impose(for: Drawer.self, fileID: start, line: 20) { @MainActor in Drawer() }
                    _ = try await imposer.injectAsync(of: Drawer.self, fileID: "Shop/Checkout.swift", line: 12)
                case .providerFailed, .arguments, .isolation: try failMaking(imposer)
                case .asynchronous, .cancelled: try await failAwaiting(imposer)
                case .disposerFailed, .shutdownLate: try await failEnding(imposer)
                case .disposed where self == .disposedShutDown: try await failEnding(imposer)
                default: try failKeeping(imposer)
                }
                return nil
            } catch {
                return error as? ImposeError
            }
        }

        private func failMissing(_ imposer: Imposer) throws {
            switch self {
            case .missing:
                imposer.impose(for: Till.self, Till())
                try imposer.ask(for: Gateway.self)
            case .missingParameter:
                imposer.impose(for: Checkout.self, fileID: start, line: 20, Checkout.init)
                imposer.impose(for: Order.self, fileID: start, line: 21, Order.init)
                imposer.impose(for: Gateway.self, named: "sandbox", fileID: start, line: 22, Stripe())
                try imposer.ask(for: Order.self)
            case .missingNearName:
                imposer.impose(for: Gateway.self, named: "live", fileID: start, line: 20, Stripe())
                imposer.impose(for: Gateway.self, fileID: start, line: 21, Stripe())
                imposer.impose(for: Stripe.self, named: "Sandbox", fileID: start, line: 22, Stripe())
                imposer.impose(for: Gateway.self, named: InjectionName(Mode.sandbox), fileID: start, line: 23, Adyen())
                try imposer.ask(for: Gateway.self, named: "sandbox")
            case .missingNotGiven:
                imposer.expectGiven(User.self, in: "request", fileID: start, line: 20)
                imposer.impose(for: Profile.self, fileID: start, line: 21, Profile.init)
                try imposer.ask(for: Profile.self)
            default:
                imposer.impose(for: Warehouse.Gateway.self, fileID: start, line: 22, Warehouse.Gateway())
                try imposer.ask(for: Gateway.self)
            }
        }

        private func failMatching(_ imposer: Imposer) throws {
            switch self {
            case .ambiguous:
                imposer.impose(for: Stripe.self, fileID: start, line: 20, Stripe())
                imposer.impose(for: Adyen.self, option: .closureBased, fileID: start, line: 21, Adyen())
                try imposer.ask(for: Gateway.self)
            case .circular:
                imposer.impose(for: Stock.self, fileID: start, line: 20, Stock.init)
                imposer.impose(for: Depot.self, fileID: start, line: 21, Depot.init)
                try imposer.ask(for: Stock.self)
            default:
                FailingShop.imposeBanks(in: imposer, start)
                FailingShop.imposeFloors(19, in: imposer, start)
                try imposer.ask(for: Floor<Visa, Oslo>.self)
            }
        }

        private func failMaking(_ imposer: Imposer) throws {
            switch self {
            case .providerFailed:
                imposer.impose(for: Gateway.self, fileID: start, line: 20) { () throws -> any Gateway in
                    throw Refused(reason: "no contract")
                }
                try imposer.ask(for: Gateway.self)
            case .threadEnded:
                try failByEndedThread(imposer)
            case .arguments:
                imposer.impose(for: Bell.self, fileID: start, line: 20, Bell.init)
                _ = try imposer.tryInject(of: Bell.self, arguments: 3, "brass", fileID: "Shop/Desk.swift", line: 30)
            case .unhashableArguments:
                imposer.impose(for: Gateway.self, fileID: start, line: 20) { (_: Till) in Stripe() }
                _ = try imposer.tryInject(of: Gateway.self, arguments: Till(), fileID: "Shop/Desk.swift", line: 30)
            default:
                imposer.impose(for: Gateway.self, fileID: start, line: 20) { @MainActor in Stripe() }
                try imposer.ask(for: Gateway.self)
            }
        }

        private func failAwaiting(_ imposer: Imposer) async throws {
            imposer.impose(for: Checkout.self, fileID: start, line: 21, Checkout.init)
            let hasBegun = Gate()
            imposer.impose(for: Gateway.self, fileID: start, line: 20) { () async -> any Gateway in
                await hasBegun.pass()
                return Stripe()
            }
            if self == .asynchronous { return try imposer.ask(for: Checkout.self) }
            let task = Task {
                _ = try await imposer.injectAsync(of: Checkout.self, fileID: "Shop/Checkout.swift", line: 12)
            }
            await hasBegun.arrived()
            task.cancel()
            try await task.value
        }

        /// Waits for a thread that ends.
        private func failByEndedThread(_ imposer: Imposer) throws {
            let (calls, isBuilding) = (CallCounter(), Barrier(2))
            imposer.impose(for: Gateway.self, fileID: start, line: 20) { () -> any Gateway in
                if calls.increment() == 1 {
                    isBuilding.wait()
                    _ = eventually { imposer.gatewayIsAwaited }
                    Thread.exit()
                }
                return Stripe()
            }
            Thread.detachNewThread { _ = imposer.unforceInject(of: Gateway.self) }
            isBuilding.wait()
            try imposer.ask(for: Gateway.self)
        }

        private func failEnding(_ imposer: Imposer) async throws {
            let desk: StaticString = "Shop/Desk.swift"
            let gateway = imposer.impose(
                for: Gateway.self,
                option: .scopedInstance,
                fileID: start,
                line: 20,
                Stripe()
            )
            switch self {
            case .disposerFailed:
                gateway.onDispose { _ in throw Refused(reason: "a payment is open") }
                let scope = imposer.openScope("request", fileID: desk, line: 28)
                _ = scope.inject(of: Gateway.self)
                if let error = scope.dispose(fileID: desk, line: 29) { throw error }
            case .shutdownLate:
                gateway.onDispose { _ in try await Task.sleep(for: .seconds(3600)) }
                _ = imposer.inject(of: Gateway.self)
                let errors = await imposer.shutdown(within: .milliseconds(500), fileID: desk, line: 29)
                if let error = errors.first { throw error }
            case .shutdownLateBody:
                let (isInside, isOver) = (Signal(), Signal())
                async let body: Void = imposer.withScope("request", fileID: desk, line: 28) { _ in
                    isInside.give()
                    await isOver.wait()
                }
                await isInside.wait()
                let errors = await imposer.shutdown(within: .milliseconds(500), fileID: desk, line: 29)
                isOver.give()
                await body
                if let error = errors.first { throw error }
            default:
                await imposer.shutdown(fileID: desk, line: 29)
                try imposer.ask(for: Gateway.self)
            }
        }

        private func failKeeping(_ imposer: Imposer) throws {
            let scope = imposer.openScope("request", fileID: "Shop/Desk.swift", line: 28)
            switch self {
            case .disposed:
                scope.give(Stripe(), for: Gateway.self)
                scope.dispose(fileID: "Shop/Desk.swift", line: 29)
                try scope.ask(for: Gateway.self)
            case .disposedTwice:
                scope.dispose(fileID: "Shop/Desk.swift", line: 29)
                if let error = scope.dispose(fileID: "Shop/Desk.swift", line: 30) { throw error }
            case .disposedWithBody:
                let shared = Imposer.isolated(empty: true, endsWithBody: true, fileID: "Shop/Desk.swift", line: 28) {
                    Imposer.shared
                }
                try shared.ask(for: Gateway.self)
            case .noScope:
                imposer.impose(
                    for: Gateway.self,
                    option: .scopedInstance(in: "request"),
                    fileID: start,
                    line: 20,
                    Stripe()
                )
                let session = imposer.openScope("session", fileID: "Shop/Desk.swift", line: 27)
                try session.ask(for: Gateway.self)
            case .weakValue:
                imposer.impose(for: Gateway.self, option: .weakInstance, fileID: start, line: 20, Stripe())
                try imposer.ask(for: Gateway.self)
            case .notStorable:
                imposer.impose(for: Gateway.self, option: .closureBased, fileID: start, line: 20, Stripe())
                try imposer.store(Adyen(), for: Gateway.self, fileID: "Shop/Desk.swift", line: 30)
            default:
                var desk: Desk? = Desk(imposer: imposer)
                let gateway = desk?.$gateway
                desk = nil
                _ = try gateway?.tryInject()
            }
        }
    }
}

extension Imposer {
    /// Injects at Shop/Checkout.swift:12.
    fileprivate func ask<T>(for type: T.Type, named name: InjectionName? = nil) throws {
        _ = try tryInject(of: type, named: name, fileID: "Shop/Checkout.swift", line: 12)
    }

    /// Whether a thread waits for the gateway that is being built.
    fileprivate var gatewayIsAwaited: Bool {
        node.state.withLock { state in
            let gateway = state.registration(for: RegistrationKey(type: FailingShop.Gateway.self, name: nil))
            return gateway.flatMap { state.cells.build($0.number) }?.pointee.latch.waiters != nil
        }
    }
}
