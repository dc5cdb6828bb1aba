import GRDB

/// Reads what is written. One for all requests.
package struct NoteStore: Sendable {
    private let pool: DatabasePool

    package init(pool: DatabasePool) {
        self.pool = pool
    }

    /// A user's notes in the order of their numbers, behind one of them if that is given.
    package func notes(of owner: User, behind id: String = "", limit: Int) async throws -> [Note] {
        try await pool.read { database in
            try Note.fetchAll(
                database,
                sql: "SELECT * FROM note WHERE owner = ? AND id > ? ORDER BY id LIMIT ?",
                arguments: [owner.name, id, limit]
            )
        }
    }

    /// Whether there is such a note.
    package func contains(_ id: String, of owner: User) async throws -> Bool {
        try await pool.read { database in
            try Bool.fetchOne(
                database,
                sql: "SELECT EXISTS (SELECT * FROM note WHERE owner = ? AND id = ?)",
                arguments: [owner.name, id]
            ) ?? false
        }
    }
}
