import GRDB

/// The file with the notes.
package enum NotesDatabase {
    /// Opens the file, makes it if it is not there, and brings its tables up to date.
    package static func open(_ path: String) async throws -> DatabasePool {
        let pool = try DatabasePool(path: path)
        try await withCheckedThrowingContinuation { migrated in
            migrator.asyncMigrate(pool) { migrated.resume(with: $0.map { _ in }) }
        }
        return pool
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("notes") { database in
            try database.create(table: "note") { table in
                table.primaryKey("id", .text)
                table.column("owner", .text).notNull()
                table.column("text", .text).notNull()
                table.column("written", .datetime).notNull()
            }
            try database.create(index: "noteByOwner", on: "note", columns: ["owner", "id"])
        }
        return migrator
    }
}
