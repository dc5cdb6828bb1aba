import Foundation
import Hummingbird
import Logging
import NotesCore
import ServiceLifecycle

@testable import NotesServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The test's server, on a port of its own.
struct RunningServer: Sendable {
    struct NotStarted: Error {}

    let client: HTTPClient
    private let services: ServiceGroup

    /// Starts the server of the test's directory, and ends it behind the body, as SIGTERM does.
    static func run(_ body: @Sendable (RunningServer) async throws -> Void) async throws {
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        let application = try NotesApplication.make { bound.yield($0.localAddress?.port ?? 0) }
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [application],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { bound.finish() }
                try await services.run()
            }
            var port: Int?
            for await each in ports {
                port = each
                break
            }
            if let port {
                let server = RunningServer(client: HTTPClient(port: port), services: services)
                // The server waits for connections that are open, those that the client keeps for later included.
                defer { server.client.close() }
                do {
                    try await body(server)
                    await server.end()
                } catch {
                    await server.end()
                    throw error
                }
            }
            try await group.waitForAll()
            if port == nil { throw NotStarted() }
        }
    }

    /// Tells the server to end, and does not wait.
    func end() async {
        await services.triggerGracefulShutdown()
    }
}

/// Speaks to a server over a socket.
struct HTTPClient: Sendable {
    let port: Int
    private let session = URLSession(configuration: .ephemeral)

    init(port: Int) {
        self.port = port
    }

    /// Gives up all connections.
    func close() { session.invalidateAndCancel() }

    func send(_ method: String, _ path: String, _ body: NewNotes? = nil) async throws -> (status: Int, text: String) {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)\(path)")!)
        request.httpMethod = method
        request.setValue("ada", forHTTPHeaderField: "x-user")
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "content-type")
            request.httpBody = try JSONEncoder().encode(body)
        }
        let (data, response) = try await session.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }
}
