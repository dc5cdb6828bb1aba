import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NotesCore

@testable import NotesServer

/// Sends requests through the server's router, with all its middleware and without a socket.
struct RouterClient: Sendable {
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let text: String

        func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode(type, from: Data(text.utf8))
        }
    }

    private let responder: RouterResponder<BasicRequestContext>

    /// Builds the router of the test's directory.
    init() throws {
        responder = try NotesApplication.router().buildResponder()
    }

    /// Sends a request, and writes the body of what the router has answered, as the server does: afterwards.
    ///
    /// - Parameter answered: Called before the body is written.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: NewNotes? = nil,
        user: String? = nil,
        answered: () -> Void = {}
    ) async throws -> Answer {
        var fields: HTTPFields = [:]
        fields[HTTPField.Name("x-user")!] = user
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields),
            body: RequestBody(buffer: ByteBuffer(bytes: try body.map { try JSONEncoder().encode($0) } ?? Data()))
        )
        var logger = Logger(label: "test", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .critical
        logger[metadataKey: "hb.request.id"] = "\(UUID())"
        let context = BasicRequestContext(
            source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger)
        )

        let response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        } catch {
            response = Response(status: .internalServerError)
        }
        answered()
        let collected = CollectedBody()
        try await response.body.write(collected)
        return Answer(status: response.status, text: await collected.bytes.text)
    }
}

/// Collects what is written as a body.
private struct CollectedBody: ResponseBodyWriter {
    actor Bytes {
        private var buffer = ByteBuffer()

        var text: String { String(buffer: buffer) }

        func append(_ next: ByteBuffer) { buffer.writeImmutableBuffer(next) }
    }

    let bytes = Bytes()

    func write(_ buffer: ByteBuffer) async throws { await bytes.append(buffer) }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
