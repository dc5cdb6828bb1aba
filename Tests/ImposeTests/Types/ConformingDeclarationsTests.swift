import CImposeInspecting
import CImposeRuntime
import Foundation
import NeighbourModule
import TestSupport
import Testing

@testable import Impose
@testable import ImposeInspecting

private protocol Readable {}
private class Page: Readable {}
private final class Cover: Page {}
private class Shelf<Content> {}
private final class PageShelf: Shelf<Page> {}
private struct Volume<Content> {}
extension Volume: Readable where Content: Readable {}
extension Shelf: Readable where Content: Readable {}
private enum Leaflet: Readable { case only }
private actor Library: Readable {}
private struct Stone {}
@MainActor
private final class Notice: @MainActor Readable {}
extension Ship: Readable {}
extension Int: Readable {}
extension NSLock: Readable {}

@Suite("The declarations that conform", .enabled(if: impose_images_state().count > 0))
struct ConformingDeclarationsTests {
    /// What a protocol type's only protocol is.
    private static func descriptor(of type: any Any.Type) -> ProtocolDescriptor {
        Existential(type)!.protocols[0]
    }

    private static let rows = [
        DistanceRow(Page.self, Readable.self, 1),
        DistanceRow(Cover.self, Readable.self, 2),
        DistanceRow(Leaflet.self, Readable.self, 1),
        DistanceRow(Library.self, Readable.self, 1),
        DistanceRow(Stone.self, Readable.self, nil),
        DistanceRow(Volume<Page>.self, Readable.self, 1),
        DistanceRow(Volume<Stone>.self, Readable.self, nil),
        DistanceRow(Volume<Volume<Leaflet>>.self, Readable.self, 1),
        DistanceRow(Shelf<Cover>.self, Readable.self, 1),
        DistanceRow(Shelf<Stone>.self, Readable.self, nil),
        DistanceRow(PageShelf.self, Readable.self, 2),
        DistanceRow(Notice.self, Readable.self, 1),
        DistanceRow(Ship.self, Readable.self, 1),
        DistanceRow(Int.self, Readable.self, 1),
        DistanceRow(UInt.self, Readable.self, nil),
        DistanceRow(NSLock.self, Readable.self, 1),
        DistanceRow(NSRecursiveLock.self, Readable.self, nil),
        DistanceRow(Page?.self, Readable.self, nil),
        DistanceRow([Int].self, (any Equatable).self, 1),
        DistanceRow([Stone].self, (any Equatable).self, nil),
        DistanceRow(Int?.self, (any Hashable).self, 1),
        DistanceRow(Stone?.self, (any Hashable).self, nil),
        DistanceRow((Int, Int).self, (any Hashable).self, nil),
        DistanceRow((() -> Void).self, Readable.self, nil),
        DistanceRow(Int.Type.self, Readable.self, nil),
    ]

    @Test("Conditions, superclasses, other modules and actors decide a conformance as in the runtime", arguments: rows)
    func named(row: DistanceRow) {
        #expect(row.distance == row.expected)
    }

    @Test("What is declared to conform may conform, and what inherits it may, and nothing else")
    func mayInclude() throws {
        let declarations = try #require(ConformingDeclarations.of(Self.descriptor(of: Readable.self)))
        let candidates: [any Any.Type] = [
            Page.self, Cover.self, Leaflet.self, Volume<Stone>.self, PageShelf.self, Ship.self, Int.self, Notice.self,
        ]
        for type in candidates { #expect(declarations.mayInclude(type), "\(type)") }
        for type in [Stone.self, UInt.self, [Int].self, NSObject.self] as [any Any.Type] {
            #expect(!declarations.mayInclude(type), "\(type)")
        }
    }

    @Test("Classes in functions may conform, and a protocol that nobody conforms to is known as such")
    func local() throws {
        protocol Secret {}
        protocol Nobodys {}
        class Box<Content>: Secret {}
        final class Chest: Box<Int> {}
        let declarations = try #require(ConformingDeclarations.of(Self.descriptor(of: Secret.self)))
        #expect(declarations.mayInclude(Chest.self))
        #expect(!declarations.mayInclude(Stone.self))
        let none = try #require(ConformingDeclarations.of(Self.descriptor(of: Nobodys.self)))
        #expect(!none.mayInclude(Chest.self))
    }
}
