import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("The texts of explain and validate")
struct ExplainTextTests {
    private protocol Carrier: Sendable {}
    private protocol FastCarrier: Carrier {}
    private protocol Printer {}
    private struct Van: Carrier {}
    private struct Bicycle: Carrier {}
    private protocol ExpressCarrier: FastCarrier {}
    private struct Express: ExpressCarrier {}
    private final class Session: Sendable {}
    private final class Server: Sendable {
        init(_ session: Session) {}
    }
    private struct Depot: Sendable {
        init(_ carrier: any Carrier) {}
    }
    private struct Left: Sendable {
        init(_ right: Right) {}
    }
    private final class Right: Sendable {
        init(_ left: Left) {}
    }
    private struct Gone: Sendable {
        init(_ missing: Character) {}
    }

    private static let file: StaticString = "Shop/Setup.swift"

    private static func imposeCarriers() {
        Imposer.impose(for: FastCarrier.self, fileID: file, line: 1, Express())
        Imposer.impose(for: ExpressCarrier.self, fileID: file, line: 2, Express())
        Imposer.impose(for: Van.self, named: "spare", fileID: file, line: 3, Van())
        Imposer.imposer(for: .secondary).impose(for: Van.self, option: .closureBased, fileID: file, line: 4, Van())
    }

    @Test("explain() of a choice reads as in its snapshot")
    func choice() {
        Imposer.isolated(empty: true) {
            Self.imposeCarriers()
            expectSnapshot("\(Imposer.explain(Carrier.self, ifNoMatchUse: .furthest))", "explain-choice")
        }
    }

    @Test("explain() of a tie reads as in its snapshot")
    func tie() {
        Imposer.isolated(empty: true) {
            Self.imposeCarriers()
            Imposer.impose(for: Van.self, fileID: Self.file, line: 5, Van())
            Imposer.impose(for: Bicycle.self, fileID: Self.file, line: 6, Bicycle())
            expectSnapshot("\(Imposer.explain(Carrier.self))", "explain-tie")
        }
    }

    @Test("explain() where nothing answers reads as in its snapshot")
    func missing() {
        Imposer.isolated(empty: true) {
            Self.imposeCarriers()
            expectSnapshot("\(Imposer.explain(Carrier.self, named: "lost"))", "explain-missing")
        }
    }

    @Test("explain() of instances that might be cast reads as in its snapshot")
    func castable() {
        Imposer.isolated(empty: true) {
            Self.imposeCarriers()
            let explanation = Imposer.explain(Printer.self, ifNoMatchUse: .nearestAndCastable)
            expectSnapshot("\(explanation)", "explain-castable")
        }
    }

    @Test("validate() with every kind of finding reads as in its snapshots, with and without building")
    func validation() {
        let file = Self.file
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Depot.self, fileID: file, line: 1, Depot.init)
            Imposer.impose(for: Van.self, fileID: file, line: 2, instance: Van())
            Imposer.impose(for: Bicycle.self, fileID: file, line: 3, instance: Bicycle())
            Imposer.impose(for: Left.self, fileID: file, line: 4, Left.init)
            Imposer.impose(for: Right.self, fileID: file, line: 5, Right.init)
            Imposer.impose(for: Gone.self, fileID: file, line: 6, Gone.init)
            Imposer.impose(for: Session.self, option: .scopedInstance, fileID: file, line: 7, Session.init)
            Imposer.impose(for: Server.self, fileID: file, line: 8, Server.init)
            Imposer.impose(for: Int.self, option: .weakInstance, fileID: file, line: 9) { (_: Session) in 1 }
            Imposer.impose(for: Int.self, named: "other", fileID: file, line: 10, instance: 1)
            Imposer.impose(for: Int.self, named: "other", fileID: file, line: 11, instance: 2)
            Imposer.imposer(for: .secondary).impose(for: Van.self, fileID: file, line: 12, instance: Van())
            expectSnapshot("\(Imposer.validate(wrappers: false))", "validate")
            Imposer.impose(for: Double.self, fileID: file, line: 13) { throw CancellationError() }
            Imposer.impose(for: Float.self, fileID: file, line: 14) { (number: Int8) in 1 }
                .expectingArguments(Int8.self)
            expectSnapshot("\(Imposer.validate(building: true, wrappers: false))", "validate-building")
        }
    }
}
