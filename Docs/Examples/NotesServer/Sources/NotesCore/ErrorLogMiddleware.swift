import Hummingbird
import Logging

/// Logs why a request failed, unless the error says itself what to answer. Hummingbird answers 500, and says no more.
package struct ErrorLogMiddleware<Context: RequestContext>: RouterMiddleware {
    package init() {}

    package func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            if !(error is any HTTPResponseError) { context.logger.error("failed", metadata: ["error": "\(error)"]) }
            throw error
        }
    }
}
