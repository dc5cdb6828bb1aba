import Foundation
import Impose
import TestSupport

/// A request in a session that goes on, with the injections that are made after the request has ended.
///
/// `@unchecked Sendable`: everything is a constant.
final class EndedScope: @unchecked Sendable {
    class Basket: @unchecked Sendable {}

    final class GiftBasket: Basket, @unchecked Sendable {}

    final class Part: Sendable {}

    /// A value that gets the basket as a parameter, and is kept by nobody.
    struct Page: Sendable {
        let basket: Basket
    }

    struct PageWithout: Sendable {
        let basket: Basket?
    }

    let session = Imposer.openScope("session")
    let request: Imposer
    let imposed: Imposed<Basket>
    let unforced: UnforceInjected<Basket>
    /// The instance that is to be the answer, if there is one already.
    private let kept: Basket?
    /// What is imposed when the request has ended.
    private let late: Thing?

    enum Time: CaseIterable {
        case before
        /// Before the end, and asked for then, so that the answer may be remembered.
        case beforeAndAsked
        case after
    }

    /// - Parameters:
    ///   - thing: The thing that is imposed, and the imposer.
    ///   - time: When it is imposed.
    init(_ thing: Thing, imposed time: Time) {
        let isAsked = time == .beforeAndAsked
        late = time == .after ? thing : nil
        let request = session.openScope("request")
        self.request = request
        (imposed, unforced) = request.run { (Imposed(), UnforceInjected()) }
        if late == nil { thing.impose(Imposer.shared, session, request) }
        Imposer.impose(for: Page.self, option: .closureBased, Page.init)
        Imposer.impose(for: PageWithout.self, option: .closureBased, PageWithout.init)
        kept = isAsked && thing.isOneForAll ? request.inject() : nil
        guard isAsked else { return }
        for _ in 0..<3 {
            request.run { for way in Way.allCases where !way.hasEffect { _ = way.ask(self) } }
        }
    }

    func imposeLate() { late?.impose(Imposer.shared, session, request) }

    func answer(_ basket: Basket?) -> Answer {
        guard let basket else { return .nothing }
        return kept == nil || kept === basket ? .basket : .wrongBasket
    }

    enum Answer: Equatable {
        case basket, wrongBasket, nothing
        case failure(ImposeError.Kind)
    }
}

extension EndedScope {
    /// A thing that is imposed, and the imposer.
    enum Thing: CaseIterable {
        // Outside, and kept by no scope.
        case single, closure, graph, weak, given, alias, ofSession
        // Kept by an enclosing scope that is alive.
        case keptByName, aliasOfKeptByName
        // Instances that the request keeps, or would keep.
        case scoped, scopedByName, aliasOfScoped, needsScoped
        // The request's own.
        case own, ownInstance, ownGiven, ownScoped, ownClosure, ownAlias
        // The request's own that hides something outside.
        case ownHiding, ownHidingSession, ownSubtype, ownOriginalOfAlias, ownPart

        var isAnswered: Bool {
            switch self {
            case .single, .closure, .graph, .weak, .given, .alias, .ofSession, .keptByName, .aliasOfKeptByName: true
            default: false
            }
        }

        /// Whether all requests get the same instance.
        var isOneForAll: Bool {
            switch self {
            case .closure, .graph: false
            default: isAnswered
            }
        }

        func impose(_ primary: Imposer, _ session: Imposer, _ request: Imposer) {
            switch self {
            case .single: primary.impose(for: Basket.self, Basket.init)
            case .closure: primary.impose(for: Basket.self, option: .closureBased, Basket.init)
            case .graph: primary.impose(for: Basket.self, option: .graphInstance, Basket.init)
            case .weak: primary.impose(for: Basket.self, option: .weakInstance, Basket.init)
            case .given: primary.give(Basket())
            case .alias: primary.impose(for: Basket.self, named: "original", Basket.init).alias(Basket.self) { $0 }
            case .ofSession: session.impose(for: Basket.self, Basket.init)
            case .keptByName: primary.impose(for: Basket.self, option: .scopedInstance(in: "session"), Basket.init)
            case .aliasOfKeptByName:
                let option = InjectOption.scopedInstance(in: "session")
                primary.impose(for: Basket.self, named: "original", option: option, Basket.init)
                    .alias(Basket.self) { $0 }
            default: imposeWhatEnds(primary, session, request)
            }
        }

        private func imposeWhatEnds(_ primary: Imposer, _ session: Imposer, _ request: Imposer) {
            switch self {
            case .scoped: primary.impose(for: Basket.self, option: .scopedInstance, Basket.init)
            case .scopedByName: primary.impose(for: Basket.self, option: .scopedInstance(in: "request"), Basket.init)
            case .aliasOfScoped:
                primary.impose(for: Basket.self, named: "original", option: .scopedInstance, Basket.init)
                    .alias(Basket.self) { $0 }
            case .needsScoped:
                primary.impose(for: Part.self, option: .scopedInstance, Part.init)
                primary.impose(for: Basket.self, option: .closureBased) { (_: Part) in Basket() }
            case .own: request.impose(for: Basket.self, Basket.init)
            case .ownInstance: request.impose(for: Basket.self, instance: Basket())
            case .ownGiven: request.give(Basket())
            case .ownScoped: request.impose(for: Basket.self, option: .scopedInstance, Basket.init)
            case .ownClosure: request.impose(for: Basket.self, option: .closureBased, Basket.init)
            case .ownAlias:
                request.impose(for: GiftBasket.self, named: "original", GiftBasket.init).alias(Basket.self) { $0 }
            default: imposeWhatHides(primary, session, request)
            }
        }

        private func imposeWhatHides(_ primary: Imposer, _ session: Imposer, _ request: Imposer) {
            primary.impose(for: Basket.self, Basket.init)
            switch self {
            case .ownHiding: request.give(Basket())
            case .ownHidingSession:
                session.give(Basket())
                request.impose(for: Basket.self, option: .closureBased, Basket.init)
            case .ownSubtype: request.give(GiftBasket())
            case .ownOriginalOfAlias:
                primary.impose(for: GiftBasket.self, named: "original", GiftBasket.init).alias(Basket.self) { $0 }
                request.give(GiftBasket(), named: "original")
            default:
                primary.give(Part())
                primary.impose(for: Basket.self, option: .closureBased) { (_: Part) in Basket() }
                request.give(Part())
            }
        }
    }
}

extension EndedScope {
    /// A way to ask for it. Most are used where the request is the current scope.
    enum Way: CaseIterable {
        case inject, from, shared, method, optional, optionalMethod, castable, furthestCastable
        case parameter, optionalParameter, all, allMethod, imposed, unforced, unforcedWrapper
        case isImposed, isOptionalImposed, store

        /// Whether it is used once only: a wrapper keeps its instance, and a store replaces the one that was there.
        var hasEffect: Bool { self == .store || self == .unforcedWrapper }

        func ask(_ scope: EndedScope) -> Answer {
            do {
                return try answer(scope)
            } catch {
                return .failure(error.kind)
            }
        }

        private func answer(_ scope: EndedScope) throws(ImposeError) -> Answer {
            let (request, shared) = (scope.request, Imposer.shared)
            switch self {
            case .inject: return scope.answer(try tryInject(of: Basket.self))
            case .from: return scope.answer(try tryInject(from: .secondary))
            case .shared: return scope.answer(try shared.tryInject())
            case .method: return scope.answer(try request.tryInject())
            case .optional: return scope.answer(try tryInject(of: Basket?.self))
            case .optionalMethod: return scope.answer(try request.tryInject(of: Basket?.self))
            case .castable: return scope.answer(try tryInject(of: Basket?.self, ifNoMatchUse: .nearestAndCastable))
            case .furthestCastable: return scope.answer(try request.tryInject(ifNoMatchUse: .furthestAndCastable))
            case .parameter: return scope.answer(try tryInject(of: Page.self).basket)
            case .optionalParameter: return scope.answer(try request.tryInject(of: PageWithout.self).basket)
            case .all: return scope.answer(try injectAll(of: Basket.self).first)
            case .allMethod: return scope.answer(try request.injectAll(of: Basket.self).first)
            case .imposed: return scope.answer(try scope.imposed.tryInject())
            case .unforced: return scope.answer(unforceInject(of: Basket.self))
            case .unforcedWrapper: return scope.answer(UnforceInjected(projectedValue: scope.unforced)())
            case .isImposed: return request.isImposed(Basket.self) ? .basket : .nothing
            case .isOptionalImposed: return Imposer.isImposed(Basket?.self) ? .basket : .nothing
            case .store:
                try shared.store(Basket(), for: Basket.self)
                return .basket
            }
        }

        /// The expected answer after the request has ended.
        func expected(_ thing: Thing) -> Answer {
            if thing.isAnswered { return self == .store ? store(thing) : .basket }
            switch self {
            case .unforced, .unforcedWrapper: return .nothing
            // These make nothing, and look no further than to the registration that answers.
            case .isImposed, .isOptionalImposed: return thing.isItselfOutside ? .basket : .nothing
            case .store: return store(thing)
            default: return .failure(.disposed)
            }
        }

        private func store(_ thing: Thing) -> Answer {
            switch thing {
            case .closure, .graph, .alias, .aliasOfKeptByName: .failure(.notStorable)
            case .aliasOfScoped, .needsScoped, .ownOriginalOfAlias, .ownPart: .failure(.notStorable)
            // For exactly this type there is one outside that nothing hides.
            case .ownSubtype: .basket
            default: thing.isAnswered ? .basket : .failure(.disposed)
            }
        }
    }
}

extension EndedScope.Thing {
    /// Whether it lives outside, and only something that it needs does not.
    var isItselfOutside: Bool { self == .needsScoped || self == .ownPart }
}

extension EndedScope {
    /// The code that asks after the request has ended.
    enum Asker: CaseIterable, Sendable {
        case code, childTask, task, thread

        /// Asks in every way.
        func answers(_ scope: EndedScope) async -> [Way: Answer] {
            await afterwards(scope) {
                scope.imposeLate()
                // The one that changes something comes last.
                return Dictionary(uniqueKeysWithValues: Way.allCases.map { ($0, $0.ask(scope)) })
            }
        }

        /// Asks as something that was begun inside the request, when that has ended.
        func afterwards<Answers: Sendable>(
            _ scope: EndedScope,
            _ ask: @escaping @Sendable () -> Answers
        ) async -> Answers {
            let (end, continuation) = AsyncStream<Void>.makeStream()
            let finish: @Sendable () -> Void = {
                scope.request.dispose()
                continuation.finish()
            }
            switch self {
            case .code:
                finish()
                return scope.request.run(ask)
            case .childTask:
                return await scope.request.run {
                    async let answers = Self.go(after: end, ask)
                    finish()
                    return await answers
                }
            case .task:
                let task = scope.request.run { Task { await Self.go(after: end, ask) } }
                finish()
                return await task.value
            case .thread:
                let context = scope.request.run { Imposer.currentContext() }
                finish()
                // Under a lock: the Thread Sanitizer does not see that resuming hands over what the thread has written.
                let answers = Shared<Answers?>(nil)
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        let told = context.run(ask)
                        answers.withLock { $0 = told }
                        continuation.resume()
                    }
                }
                guard let answers = answers.withLock({ $0 }) else { fatalError("The thread has told nothing") }
                return answers
            }
        }

        /// Waits until a stream ends, and goes on with a body.
        private static func go<Result>(after end: AsyncStream<Void>, _ body: () -> Result) async -> Result {
            for await _ in end {}
            return body()
        }
    }
}
