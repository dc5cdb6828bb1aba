import TestSupport
import Testing

@testable import Impose

protocol Depository<Item> {
    associatedtype Item
    /// Not primary: no type says what it is.
    associatedtype Key
}
protocol Archive<Item>: Depository where Key == Int {}
/// Says itself what its item is.
protocol PatronArchive: Archive where Item == Patron {}
protocol FinerPatronArchive: PatronArchive {}
protocol ObjectDepository<Item>: Depository, AnyObject {}
/// The primary ones in another order than that of their names.
protocol Twinning<Second, First> {
    associatedtype First
    associatedtype Second
}
protocol Journaling {}
protocol Nesting<Item>: Depository where Item: Depository {}

struct Patron {}
struct Purchase {}

class Cupboard {}
class Folders<Item>: Cupboard, Archive {
    typealias Key = Int
}
class PatronFolders: Folders<Patron>, PatronArchive {}
final class JournalingFolders: PatronFolders, Journaling, ObjectDepository {}
struct Notebook<Item>: Archive {
    typealias Key = Int
}
struct NamedNotebook<Item>: Depository, Journaling {
    typealias Key = String
}
enum Nothingness: Depository {
    typealias Item = Never
    typealias Key = Never
}
struct Twins<Second, First>: Twinning {}
struct Perhaps<Content> {}
extension Perhaps: Depository where Content: Journaling {
    typealias Item = Content
    typealias Key = Int
}
struct Racks<Part: Depository>: Nesting {
    typealias Item = Part
    typealias Key = Int
}

@Suite("Distances of constrained protocols")
struct ConstrainedProtocolTests {
    private static let concrete = [
        DistanceRow(Folders<Patron>.self, (any Archive<Patron>).self, 1),
        DistanceRow(Folders<Patron>.self, (any Depository<Patron>).self, 1),
        DistanceRow(Folders<Purchase>.self, (any Archive<Patron>).self, nil),
        DistanceRow(PatronFolders.self, (any Archive<Patron>).self, 2),
        DistanceRow(PatronFolders.self, (any Archive<Purchase>).self, nil),
        DistanceRow(JournalingFolders.self, (any Archive<Patron>).self, 3),
        DistanceRow(JournalingFolders.self, (any ObjectDepository<Patron>).self, 1),
        DistanceRow(Notebook<Patron>.self, (any Archive<Patron>).self, 1),
        DistanceRow(Notebook<Patron>.self, (any Depository<Patron>).self, 1),
        DistanceRow(Notebook<Purchase>.self, (any Depository<Patron>).self, nil),
        DistanceRow(Notebook<Patron>.self, (any ObjectDepository<Patron>).self, nil),
        DistanceRow(NamedNotebook<Patron>.self, (any Depository<Patron>).self, 1),
        DistanceRow(NamedNotebook<Patron>.self, (any Archive<Patron>).self, nil),
        DistanceRow(Nothingness.self, (any Depository<Never>).self, 1),
        DistanceRow(Nothingness.self, (any Depository<Patron>).self, nil),
        DistanceRow(Cupboard.self, (any Depository<Patron>).self, nil),
        DistanceRow(Perhaps<NamedNotebook<Int>>.self, (any Depository<NamedNotebook<Int>>).self, 1),
        DistanceRow(Perhaps<Int>.self, (any Depository<Int>).self, nil),
        DistanceRow(Racks<Notebook<Patron>>.self, (any Nesting<Notebook<Patron>>).self, 1),
        DistanceRow(Racks<Notebook<Patron>>.self, (any Depository<Notebook<Patron>>).self, 1),
        DistanceRow(Racks<Notebook<Patron>>.self, (any Nesting<Notebook<Purchase>>).self, nil),
        DistanceRow(Notebook<any Depository<Patron>>.self, (any Depository<any Depository<Patron>>).self, 1),
        DistanceRow(Notebook<any Depository<Patron>>.self, (any Depository<any Depository<Purchase>>).self, nil),
    ]

    private static let registered = [
        DistanceRow((any Archive<Patron>).self, (any Archive<Patron>).self, 0),
        DistanceRow((any Archive<Patron>).self, (any Archive).self, 1),
        DistanceRow((any Archive<Patron>).self, (any Depository<Patron>).self, 1),
        DistanceRow((any Archive<Patron>).self, (any Depository).self, 2),
        DistanceRow((any Archive<Patron>).self, (any Archive<Purchase>).self, nil),
        DistanceRow((any Archive<Patron>).self, (any Depository<Purchase>).self, nil),
        DistanceRow((any Archive<Patron>).self, (any PatronArchive).self, nil),
        DistanceRow((any Archive).self, (any Archive<Patron>).self, nil),
        DistanceRow((any Depository<Patron>).self, (any Archive<Patron>).self, nil),
        DistanceRow((any PatronArchive).self, (any Archive<Patron>).self, 1),
        DistanceRow((any PatronArchive).self, (any Depository<Patron>).self, 2),
        DistanceRow((any PatronArchive).self, (any Archive<Purchase>).self, nil),
        DistanceRow((any FinerPatronArchive).self, (any Archive<Patron>).self, 2),
        DistanceRow((any ObjectDepository<Patron>).self, (any Depository<Patron>).self, 1),
        DistanceRow((any ObjectDepository<Patron>).self, (any Depository & AnyObject).self, 2),
        DistanceRow((any Depository<Patron>).self, (any Depository & AnyObject).self, nil),
        DistanceRow((any Depository<Patron>).self, AnyObject.self, nil),
        DistanceRow((any Depository<Patron>).self, Any.self, nil),
        DistanceRow((any Nesting<Notebook<Patron>>).self, (any Depository<Notebook<Patron>>).self, 1),
    ]

    private static let several = [
        DistanceRow(Twins<Int, String>.self, (any Twinning<Int, String>).self, 1),
        DistanceRow(Twins<Int, String>.self, (any Twinning<String, Int>).self, nil),
        DistanceRow(Twins<Int, String>.self, (any Twinning<Int, Int>).self, nil),
        DistanceRow((any Twinning<Int, String>).self, (any Twinning).self, 1),
        DistanceRow((any Twinning<Int, String>).self, (any Twinning<String, Int>).self, nil),
        DistanceRow(AsyncStream<Int>.self, (any AsyncSequence<Int, Never>).self, 1),
        DistanceRow(AsyncStream<Int>.self, (any AsyncSequence<Int, any Error>).self, nil),
        DistanceRow(AsyncThrowingStream<Int, any Error>.self, (any AsyncSequence<Int, any Error>).self, 1),
    ]

    private static let compositions = [
        DistanceRow(JournalingFolders.self, (any Journaling & Depository<Patron>).self, 3),
        DistanceRow(NamedNotebook<Patron>.self, (any Journaling & Depository<Patron>).self, 1),
        DistanceRow(NamedNotebook<Purchase>.self, (any Journaling & Depository<Patron>).self, nil),
        DistanceRow(Notebook<Patron>.self, (any Journaling & Depository<Patron>).self, nil),
        DistanceRow((any Journaling & Depository<Patron>).self, Journaling.self, 1),
        DistanceRow((any Journaling & Depository<Patron>).self, (any Depository<Patron>).self, 1),
        DistanceRow((any Journaling & Depository<Patron>).self, (any Journaling & Depository).self, 1),
        DistanceRow((any Journaling & Depository<Patron>).self, (any Depository<Purchase>).self, nil),
        DistanceRow(PatronFolders.self, (any Cupboard & Depository<Patron>).self, 2),
        DistanceRow((any Cupboard & Depository<Patron>).self, Cupboard.self, 1),
        DistanceRow((any Cupboard & Depository<Patron>).self, (any Depository<Patron>).self, 1),
        DistanceRow((any PatronFolders & Journaling).self, (any Depository<Patron>).self, 3),
        DistanceRow((any PatronFolders & Journaling).self, (any Depository<Purchase>).self, nil),
    ]

    private static let standardLibrary = [
        DistanceRow([Int].self, (any Collection<Int>).self, 1),
        DistanceRow([String].self, (any Collection<Int>).self, nil),
        DistanceRow(Set<Int>.self, (any Sequence<Int>).self, 1),
        DistanceRow(String.self, (any Sequence<Character>).self, 1),
        DistanceRow((any Collection<Int>).self, (any Sequence<Int>).self, 1),
        DistanceRow((any RandomAccessCollection<Int>).self, (any Sequence<Int>).self, 3),
        DistanceRow((any Collection<Int>).self, (any Sequence).self, 2),
        DistanceRow((any Collection<Int>).self, (any Sequence<String>).self, nil),
    ]

    @Test("A type fits a constrained protocol if its associated type is the one in question", arguments: concrete)
    func concreteDistance(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("a constrained protocol is a step from the plain one", arguments: registered)
    func registeredDistance(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("A constrained protocol tells several associated types apart", arguments: several)
    func severalDistance(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("A composition with a constrained protocol is measured as any other", arguments: compositions)
    func composition(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("The standard library's constrained protocols are measured as any other", arguments: standardLibrary)
    func standard(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("A type whose constraints are not understood is found only if it is imposed exactly")
    func exactOnly() {
        let types: [any Any.Type] = [
            (any Depository<Patron>.Type).self, (any Folders<Patron> & Twinning<Int, Int>).self,
        ]
        for type in types {
            #expect(!TypeRelation(to: type).admitsOthers)
            #expect(DistanceRow(type, type, 0).distance == 0)
            #expect(DistanceRow(type, (any Twinning).self, nil).distance == nil)
        }
    }

    @Test("A request for a constrained protocol gets what has its associated type")
    func injected() throws {
        let imposer = Imposer()
        imposer.impose(for: Folders<Patron>.self) { Folders<Patron>() }
        imposer.impose(for: Notebook<Purchase>.self) { Notebook<Purchase>() }
        imposer.impose(for: (any Twinning<Int, String>).self) { Twins<Int, String>() }
        #expect(try imposer.tryInject(of: (any Archive<Patron>).self) is Folders<Patron>)
        #expect(try imposer.tryInject(of: (any Depository<Purchase>).self) is Notebook<Purchase>)
        #expect(try imposer.tryInject(of: (any Twinning).self) is Twins<Int, String>)
        let error = try #require(throws: ImposeError.self) { try imposer.tryInject(of: (any Archive<Int>).self) }
        #expect("\(error)".contains("any Archive<Int>"))
    }
}
