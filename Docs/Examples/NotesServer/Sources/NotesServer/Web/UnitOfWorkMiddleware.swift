import Hummingbird
import Impose
import NotesCore

/// Writes what a request wanted to write if it succeeded: if its response is there, and does not say that it failed.
///
/// It stands inside `ScopeMiddleware`. What is not committed is rolled back at the end of the scope.
struct UnitOfWorkMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        if response.status.code < 400 { try await Imposer.existing(UnitOfWork.self)?.commit() }
        return response
    }
}
