import Impose
import TestSupport
import Testing

private final class Desk: Sendable {}

@Suite("A scope of a private imposer that runs in several directories")
struct ScopeInDirectoriesTests {
    private let scope = Imposer().openScope()

    private func desk(_ argument: Int?) -> Desk {
        scope.run { argument.map { inject(of: Desk.self, arguments: $0) } ?? inject(of: Desk.self) }
    }

    @Test(
        "A private imposer's scope keeps an instance for each directory that has the registration",
        arguments: [nil, 1]
    )
    func kept(argument: Int?) {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Desk.self, option: .scopedInstance) { (_: Int?) in Desk() }
            let outside = desk(argument)
            let inside = Imposer.isolated {
                let inside = desk(argument)
                #expect(desk(argument) === inside)
                return inside
            }
            #expect(inside !== outside)
            #expect(desk(argument) === outside)
        }
    }

    @Test("What a private imposer's scope stores in one directory is not seen in another one")
    func stored() throws {
        try Imposer.isolated(empty: true) {
            Imposer.impose(for: Desk.self, option: .scopedInstance, Desk.init)
            let outside = Desk()
            try scope.run { try Imposer.store(outside, for: Desk.self) }
            try Imposer.isolated {
                #expect(scope.run { Imposer.existing(Desk.self) } == nil)
                let inside = Desk()
                try scope.run { try Imposer.store(inside, for: Desk.self) }
                #expect(desk(nil) === inside && scope.run { Imposer.existing(Desk.self) } === inside)
            }
            #expect(desk(nil) === outside)
        }
    }

    @Test("A private imposer's scope injects from the directory that runs, wherever it was opened")
    func running() {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: String.self, "outside")
            let scope = Imposer().openScope()
            Imposer.isolated {
                Imposer.impose(for: String.self, "inside")
                #expect(scope.run { inject(of: String.self) } == "inside")
            }
            #expect(scope.run { inject(of: String.self) } == "outside")
        }
    }
}
