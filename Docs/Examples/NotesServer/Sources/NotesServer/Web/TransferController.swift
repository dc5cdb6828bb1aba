import Hummingbird
import Impose
import NotesCore

/// Notes, many at once. Both ways go on when the request's scope has ended, and take along what they need.
final class TransferController: Sendable {
    private let user: Imposed<User>
    private let number: Imposed<RequestNumber>
    private let export: NoteExport
    private let queue: ImportQueue

    init(user: Imposed<User>, number: Imposed<RequestNumber>, export: NoteExport, queue: ImportQueue) {
        self.user = user
        self.number = number
        self.export = export
        self.queue = queue
    }

    func addRoutes(to group: RouterGroup<some RequestContext>) {
        group.get("notes/export") { [user, export] _, _ in
            export.response(for: user())
        }
        group.post("notes/import") { [user, number, queue] request, context in
            let new = try await request.decode(as: NewNotes.self, context: context)
            try queue.add(ImportJob(owner: user(), texts: new.texts, request: number()))
            return HTTPResponse.Status.accepted
        }
    }
}
