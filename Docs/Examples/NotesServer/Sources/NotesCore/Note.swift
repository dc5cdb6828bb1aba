import Foundation
import GRDB
import Hummingbird

/// What somebody wrote down.
package struct Note: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord, ResponseCodable {
    package let id: String
    package let owner: String
    package let text: String
    package let written: Date

    package init(id: String, owner: String, text: String, written: Date) {
        self.id = id
        self.owner = owner
        self.text = text
        self.written = written
    }
}

/// What is sent to have notes written: all of them, or none.
package struct NewNotes: Codable, Sendable {
    package let texts: [String]

    package init(texts: [String]) {
        self.texts = texts
    }
}
