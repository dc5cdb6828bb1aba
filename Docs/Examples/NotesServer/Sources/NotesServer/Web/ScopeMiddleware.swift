import Hummingbird
import Impose

/// Opens a scope called `"request"` for each request, and gives it the request's logger and whatever else it has.
///
/// ```swift
/// router.add(
///     middleware: ScopeMiddleware { scope, request, _ in
///         scope.give(try await authenticator.user(of: request))
///     }
/// )
/// ```
///
/// The scope is disposed of when the response is there, and before its body is written: a body takes along what it needs.
struct ScopeMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Gives a scope what its request has. What it throws is the answer to the request.
    typealias Giving = @Sendable (_ scope: Imposer, _ request: Request, _ context: Context) async throws -> Void

    private let giving: Giving

    init(giving: @escaping Giving = { _, _, _ in }) {
        self.giving = giving
    }

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try await Imposer.withScope("request") { scope in
            scope.give(context.logger)
            try await giving(scope, request, context)
            return try await next(request, context)
        }
    }
}
