import Foundation
import Hummingbird
import NIOCore

/// All of a user's notes as a body that is streamed, one line of JSON for each.
///
/// The body is written when the handler and all middleware have returned. So it takes along what it needs.
package struct NoteExport: Sendable {
    private let store: NoteStore
    private let pageSize: Int

    package init(store: NoteStore, pageSize: Int = 100) {
        self.store = store
        self.pageSize = pageSize
    }

    package func response(for user: User) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson"],
            body: ResponseBody { [self] writer in
                let encoder = JSONEncoder()
                encoder.dateEncodingStrategy = .iso8601
                var last = ""
                while true {
                    let page = try await store.notes(of: user, behind: last, limit: pageSize)
                    guard let next = page.last?.id else { break }
                    var lines = ByteBuffer()
                    for note in page {
                        lines.writeBytes(try encoder.encode(note))
                        lines.writeString("\n")
                    }
                    try await writer.write(lines)
                    last = next
                }
                try await writer.finish(nil)
            }
        )
    }
}
