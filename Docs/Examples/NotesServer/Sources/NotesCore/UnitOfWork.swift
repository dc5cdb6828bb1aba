import GRDB
import Synchronization

/// What one request is going to write: all of it together, or none of it.
///
/// SQLite has one writer at a time. So changes are collected while the request runs, and written in one transaction when
/// it is known that it succeeded: no request waits for the writer while another one thinks.
package final class UnitOfWork: Sendable {
    package typealias Change = @Sendable (Database) throws -> Void

    private let pool: DatabasePool
    private let changes = Mutex<[Change]>([])

    package init(pool: DatabasePool) {
        self.pool = pool
    }

    /// Adds what is to be written.
    package func add(_ change: @escaping Change) {
        changes.withLock { $0.append(change) }
    }

    /// Writes what was added, in one transaction. If one change fails, none is made.
    package func commit() async throws {
        let changes = take()
        if changes.isEmpty { return }
        try await pool.write { database in
            for change in changes { try change(database) }
        }
    }

    /// Drops what is not committed.
    package func rollBack() {
        _ = take()
    }

    private func take() -> [Change] {
        changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
    }
}
