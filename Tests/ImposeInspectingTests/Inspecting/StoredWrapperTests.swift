import Impose
import ImposeTesting
import NeighbourModule
import TestSupport
import Testing

/// A protocol that nothing is imposed for, like all protocols of this file that no test imposes.
private protocol Nobody: AnyObject, Sendable {}
private final class Somebody: Nobody {}

private struct InStruct { @Injected var part: any Nobody }
private final class InClass { @Injected var part: any Nobody }
private actor InActor { @Injected var part: any Nobody }
private class Derived: Base { @Injected var further: any Nobody }
private class Base { @Injected var part: any Nobody }
private enum InEnum { case some(Injected<any Nobody>) }
private struct InConstant { private let part = Injected<any Nobody>() }
private struct InLazy { lazy var part = Injected<any Nobody>() }
private struct InOptional { let part: Injected<any Nobody>? }
private struct InFunction { let part: (Int) -> Injected<any Nobody> }
private struct Underscored { let _part = Injected<any Nobody>() }
private struct WithStatic { static let part = Injected<any Nobody>() }
private struct Computed { var part: Injected<any Nobody> { Injected() } }

private struct OfAllKinds {
    @Imposed var imposed: any Nobody
    @UnforceInjected var unforced: (any Nobody)?
    @InjectedWeakly var weak: (any Nobody)?
    @InjectedAll var all: [any Nobody]
    @Injected var optional: (any Nobody)?
    @Injected var concrete: Somebody
    @Injected var composed: any Nobody & CustomStringConvertible
}

private final class Owned { @OwnerInjected var part: any Nobody }

private struct Outer {
    struct Inner { @Injected var part: any Nobody }
}
private enum Yard {
    struct Inner { @Injected var part: any Nobody }
}
extension Array {
    fileprivate struct Extended { @Injected var part: any Nobody }
}

private struct Generic<Element> {
    @Injected var known: any Nobody
    @Injected var unknown: Element
    @Injected var unknownInside: [Element]
    struct Nested { @Injected var deep: Element }
}

private func local() -> Any.Type {
    struct Local { @Injected var part: any Nobody }
    return Local.self
}

@Suite("validate() sees the stored wrappers of the program", .imposing(empty: true))
struct StoredWrapperTests {
    private var validation: Imposer.Validation { Imposer.validate() }

    /// The findings about the properties of one type.
    private func findings(_ owner: Any.Type) -> [Imposer.Validation.Finding] {
        validation.findings.filter { $0.property?.owner == owner }
    }

    private func properties(_ owner: Any.Type) -> [String] {
        findings(owner).filter { $0.severity == .error }.compactMap(\.property?.name)
    }

    @Test(
        "validate() sees wrappers in structs, classes and actors, nested, private and local ones",
        arguments: [
            InStruct.self, InClass.self, InActor.self, Base.self, Outer.Inner.self, local(), InConstant.self,
            InLazy.self, InOptional.self, Owned.self,
        ] as [Any.Type]
    )
    func everywhere(owner: Any.Type) {
        #expect(properties(owner) == ["part"])
    }

    @Test("A finding about a nested owner's wrapper has the outer types and the module once")
    func nestedNames() {
        let names = [Outer.Inner.self, Yard.Inner.self].flatMap { findings($0) }.map {
            "\($0.message.prefix { $0 != " " })"
        }
        #expect(names == ["ImposeInspectingTests.Outer.Inner.part", "ImposeInspectingTests.Yard.Inner.part"])
    }

    @Test("validate() reports a wrapper for the class that declares it, and not for its subclasses")
    func inherited() {
        #expect(properties(Derived.self) == ["further"])
    }

    @Test(
        "validate() reports no wrapper that is computed, static, in an enum, or from a function",
        arguments: [InEnum.self, InFunction.self, WithStatic.self, Computed.self] as [Any.Type]
    )
    func nowhere(owner: Any.Type) {
        #expect(properties(owner).isEmpty)
    }

    @Test("validate() reports wrappers that fail without an answer, and no others")
    func kinds() {
        #expect(properties(OfAllKinds.self) == ["imposed", "concrete", "composed"])
    }

    @Test("A finding about a wrapper held in a constant has the constant's own name")
    func constant() {
        #expect(properties(Underscored.self) == ["_part"])
    }

    @Test("A finding about a stored wrapper names owner, property and type, and what to do")
    func text() throws {
        let finding = try #require(findings(InStruct.self).first)
        #expect(finding.kind == .missing)
        #expect(finding.severity == .error)
        #expect(finding.registration.map(\.location) == nil)
        #expect(ObjectIdentifier(finding.type) == ObjectIdentifier((any Nobody).self))
        #expect(finding.places.isEmpty)
        #expect(finding.property?.description == "InStruct.part")
        #expect(finding.property?.module == "ImposeInspectingTests")
        #expect(finding.message == "ImposeInspectingTests.InStruct.part injects Nobody, and nothing is imposed for it.")
        expectSnapshot("\(finding)", "StoredWrapper-text")
    }

    @Test("validate() sees the stored wrappers of other modules")
    func otherModule() throws {
        let finding = try #require(findings(Ship.self).first)
        #expect(finding.message == "NeighbourModule.Ship.compass injects Compass, and nothing is imposed for it.")
        #expect(finding.property?.module == "NeighbourModule")
        #expect(!Ship().isFoundByItself)
    }

    @Test("validate() sees a wrapper in a generic type, where the wrapper's own type is known")
    func generic() throws {
        let found = validation.errors.compactMap(\.property).filter { $0.ownerName == "Generic" }
        #expect(found.map(\.name) == ["known"])
        #expect(found.first?.owner == nil)
        #expect(found.first?.description == "Generic.known")
        #expect(validation.errors.contains { $0.property?.ownerName == "Extended" })
        // No one of many owners can be named. And an optimised program has no private types that nobody uses.
        #expect(findings(Generic<Int>.self).isEmpty && findings([Int].Extended.self).isEmpty)
    }

    @Test("validate() counts wrappers that depend on generic parameters in one note")
    func notChecked() throws {
        let notes = validation.findings.filter { $0.kind == .notChecked }
        try #require(notes.count == 1)
        #expect(notes[0].severity == .note)
        #expect(notes[0].message.contains("stored wrappers were not checked"))
        let count = try #require(notes[0].message.split(separator: " ").first.flatMap { Int($0) })
        #expect(count >= 3)
        // As above.
        #expect(findings(Generic<Int>.Nested.self).isEmpty)
    }

    @Test("validate(wrappers: false) leaves stored wrappers out, and so does an imposer by default")
    func leftOut() {
        #expect(Imposer.validate(wrappers: false).findings.isEmpty)
        #expect(Imposer.validate(building: true, wrappers: false).findings.isEmpty)
        #expect(Imposer.shared.validate().findings.isEmpty)
        #expect(Imposer.shared.validate(wrappers: true).errors.contains { $0.property?.owner == InStruct.self })
        #expect(Imposer.validate(building: true).errors.contains { $0.property?.owner == InStruct.self })
    }

    @Test("orThrow() throws if a stored wrapper is unanswered")
    func throwing() {
        #expect(throws: Imposer.Validation.Failure.self) { try Imposer.validate().orThrow() }
    }
}
