import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

/// A program with everything wrong whose text has a line to paste.
enum BrokenOffice {
    protocol Printer: Sendable {}
    struct Laser: Printer {}
    struct Inkjet: Printer {}

    /// Nobody conforms to it.
    protocol Scanner: Sendable {}

    protocol Repository<Item>: Sendable { associatedtype Item }
    struct User: Sendable {}
    class Depot<Content>: @unchecked Sendable {}
    final class SQLUsers: Depot<Int>, Repository, @unchecked Sendable { typealias Item = User }

    struct Port: Sendable { let address: URL }
    struct Copies: Sendable { let printers: [any Printer] }
    struct Bill: Hashable, Sendable {
        let amount: Double
        let currency: String
    }

    final class Desk: Sendable { init(drawer: Drawer) {} }
    final class Drawer: Sendable { init(key: Key) {} }
    final class Key: Sendable { init(desk: Desk) {} }

    enum Mode: Sendable { case quiet }
}

extension BrokenOffice {
    fileprivate static let start: StaticString = "Office/Start.swift"
    fileprivate static let asking: StaticString = "Office/Desk.swift"

    /// What is asked for, and the file that has the whole text.
    enum Request: String, CaseIterable {
        case value, valueOfParameter, array, arrayOfParameter, imposer, protocolOfNobody, enumeration
        case ambiguousNamed, cycle, argumentOfOtherType, argumentTooMany, argumentOfNone
        case endedByBlock, endedByCall, endedByReference, endedByShutdown, insideProvider, storedValue, otherImposer

        func text() async -> String? {
            do {
                try await fail()
                return nil
            } catch {
                return "\(error)"
            }
        }

        private func fail() async throws {
            switch self {
            case .value, .valueOfParameter, .array, .arrayOfParameter, .imposer, .protocolOfNobody, .enumeration,
                .otherImposer:
                try failMissing()
            case .endedByBlock, .endedByCall, .endedByReference, .endedByShutdown: try await failEnded()
            default: try failOtherwise()
            }
        }

        private func failMissing() throws {
            switch self {
            case .value: try ask(for: URL.self)
            case .valueOfParameter:
                Imposer.impose(for: Port.self, fileID: start, line: 1, Port.init)
                try ask(for: Port.self)
            case .array:
                Imposer.impose(for: Laser.self, fileID: start, line: 1, Laser.init)
                try ask(for: [any Printer].self)
            case .arrayOfParameter:
                Imposer.impose(for: Copies.self, fileID: start, line: 1, Copies.init)
                try ask(for: Copies.self)
            case .imposer: try ask(for: Imposer.self)
            case .protocolOfNobody: try ask(for: (any Scanner).self)
            case .enumeration: try ask(for: Mode.self)
            case .otherImposer:
                Imposer.imposer(for: .custom("eu")).impose(for: Scanner?.self, fileID: start, line: 1, nil)
                _ = try tryInject(from: .custom("eu"), of: Scanner.self, fileID: asking, line: 9)
            default: break
            }
        }

        private func failOtherwise() throws {
            switch self {
            case .ambiguousNamed:
                Imposer.impose(for: Laser.self, named: "first", fileID: start, line: 1, Laser.init)
                Imposer.impose(for: Inkjet.self, named: "first", fileID: start, line: 2, Inkjet.init)
                try ask(for: Printer.self, named: "first")
            case .cycle:
                Imposer.impose(for: Desk.self, fileID: start, line: 1, Desk.init)
                Imposer.impose(for: Drawer.self, fileID: start, line: 2, Drawer.init)
                Imposer.impose(for: Key.self, fileID: start, line: 3, Key.init)
                try ask(for: Desk.self)
            case .argumentOfOtherType:
                Imposer.impose(for: Bill.self, fileID: start, line: 1, Bill.init)
                _ = try tryInject(of: Bill.self, arguments: "EUR", 30, fileID: asking, line: 9)
            case .argumentTooMany:
                Imposer.impose(for: Bill.self, fileID: start, line: 1, Bill.init)
                _ = try tryInject(of: Bill.self, arguments: 1.5, "EUR", "USD", fileID: asking, line: 9)
            case .argumentOfNone:
                Imposer.impose(for: Printer.self, option: .closureBased, fileID: start, line: 1, Laser.init)
                _ = try tryInject(of: Printer.self, arguments: User(), 2, fileID: asking, line: 9)
            case .insideProvider:
                Imposer.impose(for: Desk.self, fileID: start, line: 1) { () throws -> Desk in
                    Desk(drawer: try tryInject(fileID: start, line: 2))
                }
                try ask(for: Desk.self)
            default: try Imposer.shared.store(Laser(), for: (any Printer).self, fileID: asking, line: 9)
            }
        }

        private func failEnded() async throws {
            switch self {
            case .endedByBlock:
                let scope = await Imposer.withScope("request", fileID: start, line: 1) { scope in
                    scope.give(User())
                    return scope
                }
                _ = try scope.tryInject(of: User.self, fileID: asking, line: 9)
            case .endedByCall:
                let scope = Imposer.openScope("request", fileID: start, line: 1)
                scope.give(User())
                await scope.disposeAsync(fileID: start, line: 2)
                _ = try scope.tryInject(of: User.self, fileID: asking, line: 9)
            case .endedByReference:
                final class Page: @unchecked Sendable {
                    @Imposed(fileID: asking, line: 9) var user: User
                }
                Imposer.impose(for: Page.self, option: .scopedInstance) { Page() }
                var scope: Imposer? = Imposer.openScope("request", fileID: start, line: 1)
                scope?.give(User())
                let page = scope?.inject(of: Page.self)
                scope = nil
                _ = try page?.$user.tryInject()
            default:
                let imposer = Imposer(label: "office")
                let scope = imposer.openScope("request", fileID: start, line: 1)
                scope.give(User())
                await imposer.shutdown(fileID: start, line: 2)
                _ = try scope.tryInject(of: User.self, fileID: asking, line: 9)
            }
        }

        private func ask<T>(for type: T.Type, named name: InjectionName? = nil) throws {
            _ = try tryInject(of: type, named: name, fileID: asking, line: 9)
        }
    }
}

@Suite("Texts of errors that one can paste from", .imposing(empty: true))
struct PasteableTextTests {
    @Test("An error text to paste from is the one in its file", arguments: BrokenOffice.Request.allCases)
    func text(_ request: BrokenOffice.Request) async {
        expectSnapshot(await request.text(), "paste-\(request)")
    }

    @Test("No ellipsis stands where code belongs", arguments: BrokenOffice.Request.allCases)
    func ellipsis(_ request: BrokenOffice.Request) async throws {
        #expect(try !#require(await request.text()).contains("…"))
    }

    @Test("A class that conforms to a type which is matched exactly only is a near miss")
    func matchedExactly() throws {
        Imposer.impose(for: BrokenOffice.SQLUsers.self, BrokenOffice.SQLUsers.init)
        _ = inject(of: BrokenOffice.SQLUsers.self)
        // Exactly only, for its generic class.
        let error = #expect(throws: ImposeError.self) {
            _ = try tryInject(of: (any BrokenOffice.Depot<Int> & BrokenOffice.Repository<BrokenOffice.User>).self)
        }
        let text = try #require(error).description
        #expect(text.contains("1. Allow casting, at "))
    }

    @Test("An error for a plain value offers no cast")
    func plainValue() async throws {
        Imposer.impose(for: BrokenOffice.Desk.self) { fatalError() }
        for request in [BrokenOffice.Request.value, .valueOfParameter] {
            #expect(try !#require(await request.text()).contains("Castable"))
        }
    }
}
