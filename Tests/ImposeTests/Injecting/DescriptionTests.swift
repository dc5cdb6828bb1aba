import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

@testable import ImposeInspecting

private protocol Gateway: Sendable {}

private struct Stripe: Gateway {}

private final class Checkout: Sendable {
    init(gateway: any Gateway) {}
}

private final class Row: Sendable {}

private final class Desk: InjectionOwner, @unchecked Sendable {
    let imposer: Imposer
    @OwnerInjected var gateway: any Gateway

    init(_ imposer: Imposer) { self.imposer = imposer }

    var wrapper: OwnerInjected<any Gateway> { _gateway }
}

private let file: StaticString = "Shop/Setup.swift"

/// A value of the library, and its printed text. Long texts are those of their `description`, which others test.
private typealias Printed = (value: Any, text: String)

@Suite("What the library's types print as", .imposing(empty: true))
struct DescriptionTests {
    private let desk = Desk(Imposer())
    /// An imposer with a gateway, a checkout that needs one, and an hour.
    private let shop: Imposer = {
        let imposer = Imposer(label: "shop")
        imposer.impose(for: Gateway.self, fileID: file, line: 1) { Stripe() }
        imposer.impose(for: Checkout.self, fileID: file, line: 2, Checkout.init)
        imposer.impose(for: Int.self, fileID: file, line: 3) { 9 }
        imposer.impose(for: Row.self, named: "old", fileID: file, line: 4, Row.init)
        return imposer
    }()

    private var imposers: [Printed] {
        [
            (Imposer.shared, "primary"), (shop, "private imposer \"shop\""), (shop.openScope("x"), "scope \"x\""),
            (ImposerType.custom("eu"), "custom(eu)"), (InjectionName("sandbox"), "sandbox"),
            (InjectOption.singleInstance, "singleInstance"), (InjectionRules.nearestAndCastable, "nearestAndCastable"),
            (ConflictPolicy.keep, "keep"), (InjectionTime.creation, "creation"),
            (Imposer.SourceLocation(fileID: file, line: 7), "Shop/Setup.swift:7"),
            (
                shop.impose(for: Bool.self, named: "b", fileID: file, line: 7, true),
                "Bool named \"b\" (singleInstance, in private imposer \"shop\", at Shop/Setup.swift:7)"
            ),
        ]
    }

    private var contexts: [Printed] {
        let ended = Imposer.isolated(endsWithBody: true) { Imposer.currentContext() }
        return [
            (Imposer.currentContext(), "an isolated directory"),
            (ended, "an isolated directory that has ended"),
            (Imposer.openScope("x").run { Imposer.currentContext() }, "an isolated directory, scope \"x\""),
        ]
    }

    private var wrappers: [Printed] {
        var owner: Desk? = Desk(shop)
        let ofNobody = owner?.$gateway
        owner = nil
        return [
            (Injected<any Gateway>(from: shop), "Injected<Gateway> (no value yet)"),
            (Injected<any Gateway>(from: shop, named: "x"), "Injected<Gateway> named \"x\" (no value yet)"),
            (UnforceInjected<any Gateway>(from: shop), "UnforceInjected<Gateway> (no value yet)"),
            (InjectedWeakly<Row>(from: shop), "InjectedWeakly<Row> (no value yet)"),
            (InjectedAll<any Gateway>(from: shop), "InjectedAll<Gateway> (no value yet)"),
            (Imposed<any Gateway>(from: shop), "Imposed<Gateway>"),
            (desk.wrapper, "OwnerInjected<Gateway> (no value yet)"),
            (desk.$gateway, "OwnerInjected<Gateway>.Dependency (no value yet)"),
            (ofNobody.map { $0 as Any } ?? "nothing", "OwnerInjected<Gateway>.Dependency (its owner is gone)"),
        ]
    }

    private var readWrappers: [Printed] {
        let desk = Desk(shop)
        _ = desk.gateway
        let injected = (Injected<any Gateway>(from: shop), Injected<Int>(from: shop), Injected<Int?>(wrappedValue: nil))
        let all = InjectedAll<Int>(from: shop)
        let weakly = (InjectedWeakly<Row>(from: shop, named: "old"), InjectedWeakly<Row>(wrappedValue: Row()))
        _ = (injected.0(), injected.1(), all(), weakly.0())
        return [
            (injected.0, "Injected<Gateway>: Stripe"), (injected.1, "Injected<Int>: 9"),
            (injected.2, "Injected<Int?>: nil"),
            (UnforceInjected<Int>(wrappedValue: 3), "UnforceInjected<Int>: 3"),
            (UnforceInjected<Int>(wrappedValue: nil), "UnforceInjected<Int>: nil"),
            (weakly.0, "InjectedWeakly<Row> named \"old\": Row"), (weakly.1, "InjectedWeakly<Row>: nil"),
            (all, "InjectedAll<Int>: [9]"), (desk.wrapper, "OwnerInjected<Gateway>: Stripe"),
            (desk.$gateway, "OwnerInjected<Gateway>.Dependency: Stripe"),
        ]
    }

    private var errors: [Printed] {
        let error = failure { () throws(ImposeError) in try shop.tryInject(of: Row.self, fileID: file, line: 9) }
        let candidate =
            "Row named \"old\": in private imposer \"shop\", singleInstance, at Shop/Setup.swift:4; has another name"
        return [(ImposeError.Kind.missing, "missing")]
            + [error].compactMap { $0 }.flatMap { error -> [Printed] in
                [(error, error.description)] + error.path.map { ($0, "Row") } + error.candidates.map { ($0, candidate) }
            }
    }

    private var explanations: [Printed] {
        let explanation = shop.explain(Gateway.self)
        let info = "Gateway (singleInstance, in private imposer \"shop\", at Shop/Setup.swift:1)"
        return [(explanation, explanation.description)]
            + [(Imposer.Explanation.Outcome.absent, "absent")]
            + explanation.candidates.flatMap { candidate -> [Printed] in
                [(candidate.registration, info), (candidate, "\(info), 0 steps away: \(candidate.reason)")]
            }
    }

    private var validations: [Printed] {
        let imposer = Imposer(label: "shop")
        imposer.impose(for: Checkout.self, fileID: file, line: 2, Checkout.init)
        let validation = imposer.validate()
        let text = validation.description
        var printed: [Printed] = [(validation, text)] + validation.findings.map { ($0, $0.description) }
        printed += [(Imposer.Validation.Severity.warning, "warning"), (Imposer.Validation.Kind.opaque, "opaque")]
        do { try validation.orThrow() } catch { printed.append((error, text)) }
        let property = Imposer.validate().errors.compactMap(\.property).first { $0.ownerName == "Ship" }
        let call = Imposer.Validation.Call(function: "Shop.pay(by:)", module: "Shop", code: nil)
        return printed + (property.map { [($0, "Ship.compass")] } ?? []) + [(call, "Shop.pay(by:)")]
    }

    private var graphs: [Printed] {
        let imposer = Imposer(label: "shop")
        imposer.impose(for: Checkout.self, fileID: file, line: 2, Checkout.init)
        imposer.impose(for: Stripe.self, fileID: file, line: 3) { Stripe() }
        let graph = imposer.graph()
        return [(graph, graph.description)]
    }

    private var events: [Printed] {
        let events = Collected<ImposeEvent>()
        let observation = Imposer.observe { events.add($0) }
        Imposer.impose(for: Int.self, fileID: file, line: 5, 9)
        observation.cancel()
        let info = "Int (singleInstance, in primary, at Shop/Setup.swift:5)"
        return events.all.flatMap { event -> [Printed] in
            [(event, "imposed \(info)"), (event.kind, "imposed(\(info))")]
        }
    }

    private var all: [Printed] {
        imposers + contexts + wrappers + readWrappers + errors + explanations + validations + graphs
            + events
    }

    @Test("The library's types print as plain words")
    func texts() {
        for (value, text) in all {
            #expect("\(value)" == text)
        }
    }

    @Test("The library's types print for a debugger as elsewhere, except for the cases of enums")
    func debugTexts() {
        for (value, text) in all where Mirror(reflecting: value).displayStyle != .enum {
            #expect(String(reflecting: value) == text)
        }
    }

    @Test("A dump of the library's types shows nothing of what is inside")
    func dumps() {
        let inside = [
            "Guarded", "Storage", "ManagedBuffer", "0x", "WrapperValue", "InjectionPoint", "RegistrationRecord",
            "Context(", "Directory", "TypeNames", "Node",
        ]
        for (value, _) in all {
            var text = ""
            dump(value, to: &text)
            #expect(inside.filter { text.contains($0) } == [], "\(text)")
        }
    }

    @Test("Printing a wrapper injects nothing")
    func injectNothing() {
        let calls = CallCounter()
        let imposer = Imposer()
        imposer.impose(for: Int.self) { calls.increment() }
        let desk = Desk(imposer)
        let wrappers: [Any] = [
            Injected<Int>(from: imposer), UnforceInjected<Int>(from: imposer), InjectedWeakly<Int>(from: imposer),
            InjectedAll<Int>(from: imposer), Imposed<Int>(from: imposer), desk.wrapper, desk.$gateway,
        ]
        for wrapper in wrappers {
            var text = "\(wrapper) \(String(reflecting: wrapper))"
            dump(wrapper, to: &text)
        }
        #expect(calls.count == 0)
    }

    @Test("Every public type is among those whose printed text is checked")
    func complete() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
        let declared = try ["Impose", "ImposeInspecting", "ImposeTesting"].flatMap {
            try Self.publicTypes(in: sources.appending(path: $0))
        }
        // For properties with parameters, the name alone.
        let printed = Set(
            all.map {
                String(reflecting: type(of: $0.value)).replacing(/<.*>/, with: "").replacing(
                    /^(\(extension in [A-Za-z]+\):)?[A-Za-z]+\./,
                    with: ""
                )
            }
        )
        #expect(declared.count > 30)
        // Of the first two there is no value, and nobody prints the others.
        let unprinted: Set = ["Imposer.MissingType", "NeedsImposeInspecting", "ImposeObservation", "ImposingTrait"]
        let missing = declared.filter { !unprinted.contains($0) && !printed.contains($0) }
        #expect(missing == [])
    }

    /// The names of the public structs, enums and classes in a folder, each with the names of the types around it.
    private static func publicTypes(in folder: URL) throws -> [String] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
            var types: [String] = []
            var round: [(indent: Int, name: String)] = []
            let declaration = /^( *)(public )?(?:final |indirect )*(struct|enum|class|extension) ([A-Za-z.]+)/
            for line in try String(contentsOf: file, encoding: .utf8).lines {
                guard let match = line.firstMatch(of: declaration) else { continue }
                round = round.filter { $0.indent < match.1.count } + [(match.1.count, String(match.4))]
                if match.2 != nil, match.3 != "extension" { types.append(round.map(\.name).joined(separator: ".")) }
            }
            return types
        }
    }
}
