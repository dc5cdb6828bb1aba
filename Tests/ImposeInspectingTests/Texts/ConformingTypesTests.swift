import Foundation
import Impose
import ImposeTesting
import NeighbourModule
import TestSupport
import Testing

/// A protocol whose conforming types are all in this file, but for a ship.
protocol Vessel: Sendable {}
private protocol Lonely: Sendable {}
private protocol Steered: Vessel {}
struct Barge: Vessel {}
final class Cutter: Vessel {}
struct Raft: Vessel {}
private struct Dinghy: Steered {}
struct Fleet<Member>: Vessel, Steered {}
extension Compassless: Vessel {}

/// A protocol that a foreign class was made to conform to, and a double, if this is a module for tests.
protocol Decoding {}
extension JSONDecoder: Decoding {}
final class DecodingDouble: Decoding {}

private protocol Measured {}
extension Int: Measured {}
extension String: Measured {}

@Suite("Types of the program that could be imposed", .imposing(empty: true))
struct ConformingTypesTests {
    private static let location: StaticString = "Shop/Checkout.swift"

    private func text<T>(of type: T.Type, file: StaticString = #fileID) throws -> String {
        let error = try #require(throws: ImposeError.self) { try tryInject(of: type, fileID: file, line: 1) }
        return "\(error)"
    }

    @Test("An error names three conforming types: the asking module's first, private ones last")
    func listed() throws {
        let here = "Barge (ImposeInspectingTests), Cutter (ImposeInspectingTests), Raft (ImposeInspectingTests)"
        #expect(try text(of: Vessel.self).onOneLine.contains(" Types of this program that conform: \(here)"))
        let there = "Compassless (NeighbourModule), Barge (ImposeInspectingTests), Cutter (ImposeInspectingTests)"
        #expect(try text(of: Vessel.self, file: "NeighbourModule/Ship.swift").onOneLine.contains("conform: \(there)"))
    }

    @Test("The line to type in an error imposes the first of the conforming types")
    func line() throws {
        #expect(try text(of: Vessel.self).contains("Imposer.impose(for: Vessel.self, Barge.init)"))
    }

    @Test("An error names private conforming types where there are no others, generic ones never")
    func privately() throws {
        let text = try text(of: Steered.self)
        #expect(text.contains("Types of this program that conform: Dinghy (ImposeInspectingTests)"))
        #expect(text.contains("Imposer.impose(for: Steered.self, Dinghy.init)"))
        // An optimised program has no private types that nobody uses.
        Imposer.impose(for: Steered.self, Dinghy.init)
        #expect(inject(of: Steered.self) is Dinghy)
    }

    @Test("An error for a composition names the types that conform to all of it")
    func composition() throws {
        #expect(try text(of: (any Vessel & AnyObject).self).contains("conform: Cutter (ImposeInspectingTests)"))
    }

    @Test("An error names a test's double first in a test, and behind Swift's own classes elsewhere")
    func foreign() async throws {
        let text = try text(of: Decoding.self, file: "Shop/Checkout.swift").onOneLine
        #expect(text.contains("conform: DecodingDouble (ImposeInspectingTests), JSONDecoder (Foundation"))
        // The process's directory knows of no test.
        let outside = try await Task.detached {
            try self.text(of: Decoding.self, file: "Shop/Checkout.swift").onOneLine
        }.value
        #expect(outside.contains("conform: JSONDecoder (Foundation"))
        #expect(outside.contains("), DecodingDouble (ImposeInspectingTests)"))
    }

    @Test("An error where the program's code asks says to impose the test's double in the test")
    func double() throws {
        let text = try text(of: Decoding.self, file: "Shop/Checkout.swift")
        #expect(
            text.contains(
                """
                    1. In the test, impose it before Shop/Checkout.swift:1 asks, and before what asks is made, for instance by
                       DecodingDouble, one of those that conform:
                       Imposer.impose(for: Decoding.self, DecodingDouble.init)
                """
            )
        )
    }

    @Test("An error names no structs of Swift's own libraries as conforming types, nor Impose's own")
    func none() throws {
        #expect(try !text(of: Measured.self).contains("that conform"))
        #expect(try !text(of: LocalizedError.self).contains("that conform"))
        #expect(
            try text(of: Lonely.self).onOneLine
                .contains("No type of this program conforms to Lonely. Let one conform, and impose that.")
        )
        #expect(try !text(of: Barge.self).contains("that conform"))
    }

    @Test("explain() names the conforming types where nothing answers")
    func explained() {
        let explanation = Imposer.explain(Vessel.self)
        expectSnapshot("\(explanation)", "ConformingTypes-explained")
        Imposer.impose(for: Raft.self, Raft.init)
        #expect(!"\(Imposer.explain(Vessel.self))".contains("that conform"))
    }
}
