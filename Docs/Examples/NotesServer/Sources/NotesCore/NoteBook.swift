import Hummingbird

/// One user's notes, as one request works on them.
package struct NoteBook: Sendable {
    private let user: User
    private let work: UnitOfWork
    private let store: NoteStore
    private let stamps: any Stamps

    package init(user: User, work: UnitOfWork, store: NoteStore, stamps: any Stamps) {
        self.user = user
        self.work = work
        self.store = store
        self.stamps = stamps
    }

    /// The first notes.
    package func notes() async throws -> [Note] {
        try await store.notes(of: user, limit: 20)
    }

    /// Writes one note down, with the request's unit of work.
    package func add(_ text: String) throws -> Note {
        if text.isEmpty { throw HTTPError(.unprocessableContent, message: "A note needs a text.") }
        let note = Note(id: stamps.id(), owner: user.name, text: text, written: stamps.now())
        work.add { try note.insert($0) }
        return note
    }

    /// Removes one note, with the request's unit of work.
    package func remove(_ id: String) async throws {
        guard try await store.contains(id, of: user) else {
            throw HTTPError(.notFound, message: "There is no such note.")
        }
        work.add { [user] database in
            try database.execute(sql: "DELETE FROM note WHERE owner = ? AND id = ?", arguments: [user.name, id])
        }
    }
}
