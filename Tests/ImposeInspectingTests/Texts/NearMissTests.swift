import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Tool: Sendable {}

private let file: StaticString = "Shed/Start.swift"

/// The text of the error of an injection at Shed.swift:90.
private func errorText<T>(of type: T.Type, from imposer: Imposer, named name: InjectionName? = nil) -> String? {
    let error = #expect(throws: ImposeError.self) {
        try imposer.tryInject(of: type, named: name, fileID: "Shed/Shed.swift", line: 90)
    }
    return error?.description
}

@Suite("Texts of what is missing", .imposing(empty: true))
struct NearMissTests {
    @Test("An error where nothing comes near says what was searched, and how to impose it")
    func plain() {
        protocol Nothing {}
        let imposer = Imposer(label: "shed")
        imposer.impose(for: Int.self, fileID: "Shed/Start.swift", line: 5, 1)
        expectSnapshot(errorText(of: Nothing.self, from: imposer), "NearMiss-plain")
    }

    @Test("A name is part of what is missing and of how to impose it")
    func plainNamed() {
        struct Rake: Sendable {}
        expectSnapshot(errorText(of: Rake.self, from: Imposer(), named: "leaf"), "NearMiss-plainNamed")
    }

    @Test("An error names registrations under other names, and without one")
    func otherName() {
        struct Drill: Sendable {}
        let imposer = Imposer(label: "shed")
        imposer.impose(for: Drill.self, fileID: file, line: 5, Drill.init)
        imposer.impose(for: Drill.self, named: "big", option: .closureBased, fileID: file, line: 6, Drill.init)
        expectSnapshot(errorText(of: Drill.self, from: imposer, named: "small"), "NearMiss-otherName")
    }

    @Test("An error names what another private imposer has, and injects from that")
    func otherPrivateImposer() async {
        // In a separate process: other suites make thousands of private imposers, and an error looks at 64.
        await #expect(processExitsWith: .success) {
            struct Plane: Sendable {}
            let other = Imposer(label: "workshop", fileID: file, line: 2)
            other.impose(for: Plane.self, fileID: file, line: 5, Plane())
            expectSnapshot(errorText(of: Plane.self, from: Imposer(label: "shed")), "NearMiss-otherPrivateImposer")
            withExtendedLifetime(other) {}
        }
    }

    @Test("An error in a private imposer names what one of the directory has, as a parent or to ask")
    func otherGlobalImposer() {
        struct Chisel: Sendable {}
        Imposer.imposer(for: .custom("eu")).impose(for: Chisel.self, fileID: file, line: 5, Chisel())
        expectSnapshot(
            errorText(of: Chisel.self, from: Imposer(label: "shed", fileID: file, line: 3)),
            "NearMiss-otherGlobalImposer"
        )
    }

    @Test("A private imposer that is gone is no near miss")
    func goneImposer() throws {
        struct Axe: Sendable {}
        var other: Imposer? = Imposer(label: "workshop")
        other?.impose(for: Axe.self, Axe())
        other = nil
        #expect(try !#require(errorText(of: Axe.self, from: Imposer())).contains("Near misses"))
    }

    @Test("An error for a type that is imposed as an optional alone offers to ask for that")
    func asOptional() {
        struct Ladder: Sendable {}
        let imposer = Imposer(label: "shed")
        imposer.impose(for: Ladder?.self, fileID: file, line: 5, nil)
        expectSnapshot(errorText(of: Ladder.self, from: imposer), "NearMiss-asOptional")
    }

    @Test("Two types of one name are written with what tells them apart")
    func sameName() throws {
        enum Left { struct Glove: Tool {} }
        enum Right { struct Glove: Tool {} }
        let imposer = Imposer()
        imposer.impose(for: Left.Glove.self, Left.Glove())
        imposer.impose(for: Right.Glove.self, Right.Glove())
        let text = try #require(errorText(of: Tool.self, from: imposer))
        #expect(text.contains("Left.Glove: 1 step"))
        #expect(text.contains("Right.Glove: 1 step"))
    }

    @Test("At most three near misses are listed")
    func atMostThree() throws {
        struct Nail: Sendable {}
        let imposer = Imposer()
        for number in 1...9 { imposer.impose(for: Nail.self, named: InjectionName(number), Nail()) }
        let text = try #require(errorText(of: Nail.self, from: imposer))
        #expect(text.components(separatedBy: "has another name").count - 1 == 3)
    }

    @Test(
        "For a provider's parameter the fix is one that can be typed at a parameter"
    )
    func fixesForParameters() throws {
        struct Handle: Sendable {}
        struct Hammer: Sendable { let handle: Handle }
        let imposer = Imposer()
        imposer.impose(for: Handle.self, named: "oak", Handle())
        imposer.impose(for: Hammer.self, Hammer.init)
        let text = try #require(errorText(of: Hammer.self, from: imposer))
        #expect(text.contains("imposer.tryInject(of: Handle.self, named: \"oak\")"))
    }

    @Test("The fix tells two types of one name apart as the rest of the text does")
    func sameNameInFix() throws {
        enum Left { struct Boot: Sendable { let other: Right.Boot } }
        enum Right { struct Boot: Sendable {} }
        let imposer = Imposer()
        imposer.impose(for: Left.Boot.self, Left.Boot.init)
        let text = try #require(errorText(of: Left.Boot.self, from: imposer))
        #expect(text.contains("Right.Boot: nothing is imposed for it.\n"))
        #expect(text.onOneLine.contains("Right.Boot.self"))
    }

    @Test(
        "A name that is no string is spelled so that it can be typed"
    )
    func namesThatAreNoStrings() throws {
        struct Bolt: Sendable {}
        enum Thread: Sendable { case fine }
        let imposer = Imposer()
        imposer.impose(for: Bolt.self, named: InjectionName(3), Bolt())
        imposer.impose(for: Bolt.self, named: InjectionName(Thread.fine), Bolt())
        let number = try #require(errorText(of: Bolt.self, from: imposer))
        #expect(number.contains("named: InjectionName(3)"))
        imposer.remove(for: Bolt.self, named: InjectionName(3))
        let enumeration = try #require(errorText(of: Bolt.self, from: imposer))
        #expect(enumeration.contains("named: InjectionName(Thread.fine)"))
    }
}
