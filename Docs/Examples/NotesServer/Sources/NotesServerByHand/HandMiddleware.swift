import GRDB
import Hummingbird
import NotesCore

/// Finds out who asks.
struct UserMiddleware: RouterMiddleware {
    let authenticator: any Authenticator

    func handle(
        _ request: Request,
        context: HandContext,
        next: (Request, HandContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.user = try await authenticator.user(of: request)
        return try await next(request, context)
    }
}

/// Begins a unit of work, and commits it or rolls it back.
struct WorkMiddleware: RouterMiddleware {
    let pool: DatabasePool

    func handle(
        _ request: Request,
        context: HandContext,
        next: (Request, HandContext) async throws -> Response
    ) async throws -> Response {
        let work = UnitOfWork(pool: pool)
        defer { work.rollBack() }
        var context = context
        context.work = work
        let response = try await next(request, context)
        if response.status.code < 400 { try await work.commit() }
        return response
    }
}
