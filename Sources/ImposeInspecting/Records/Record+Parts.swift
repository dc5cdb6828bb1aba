// What records of all kinds consist of: texts, numbers and identifiers, which can be encoded and read again.

public import Impose

extension Imposer.SourceLocation {
    /// A line of source code as data.
    public struct Record: Codable, Hashable, Sendable {
        /// The module and the file: `Shop/Setup.swift`.
        public let file: String
        /// The line, counted from 1.
        public let line: UInt
    }

    /// The line as data.
    public var record: Record { Record(file: fileID, line: line) }
}

extension Imposer.RegistrationInfo {
    /// The facts about a registration as data.
    public struct Record: Codable, Hashable, Sendable {
        /// The type that it was imposed for, with its module: `Shop.Gateway`.
        public let type: String
        /// The name that it was imposed under.
        public let name: String?
        /// The imposer that holds it.
        public let imposer: String
        /// Its lifetime: `singleInstance`.
        public let option: String
        /// Whether its provider is asynchronous.
        public let isAsynchronous: Bool
        /// The line of its `impose` call.
        public let place: Imposer.SourceLocation.Record
    }

    /// The facts as data.
    public var record: Record {
        Record(
            type: TypeNames.long(type),
            name: name?.description,
            imposer: imposer,
            option: "\(option)",
            isAsynchronous: isAsynchronous,
            place: location.record
        )
    }
}

extension Imposer.ExpectationInfo {
    /// A value that scopes are expected to be given, as data.
    public struct Record: Codable, Hashable, Sendable {
        /// The type that it will be given for, with its module.
        public let type: String
        /// The name that it will be given under.
        public let name: String?
        /// The name of the scopes.
        public let scope: String
        /// The line of the announcement.
        public let place: Imposer.SourceLocation.Record
    }

    /// The announcement as data.
    public var record: Record {
        Record(
            type: TypeNames.long(type),
            name: name?.description,
            scope: scopeName.description,
            place: location.record
        )
    }
}
