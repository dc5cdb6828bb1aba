import Hummingbird
import Impose
import NotesCore

/// Notes, one by one. Made once, at the start; `book()` is that of the request that is running, at each call.
final class NotesController: Sendable {
    private let book: Imposed<NoteBook>

    init(book: Imposed<NoteBook>) {
        self.book = book
    }

    func addRoutes(to group: RouterGroup<some RequestContext>) {
        group.get("notes") { [book] _, _ in
            try await book().notes()
        }
        group.post("notes") { [book] request, context in
            let new = try await request.decode(as: NewNotes.self, context: context)
            let book = book()
            return EditedResponse(status: .created, response: try new.texts.map(book.add))
        }
        group.delete("notes/:id") { [book] _, context in
            try await book().remove(context.parameters.require("id"))
            return HTTPResponse.Status.noContent
        }
    }
}
