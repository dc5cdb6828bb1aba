import Impose
import ImposeInspecting
import TestSupport
import Testing

@Suite("Captives of scopes with a name")
struct CaptiveOfNamedScopeTests {
    private final class Work: Sendable {}
    private struct User: Sendable {}
    /// A class with a dependency that exists in scopes "request" alone.
    private final class Holder: Sendable {}
    private struct Between: Unit {}
    private protocol Unit: Sendable {}

    /// A way in which the holder gets its dependency.
    enum Way: CaseIterable, Sendable {
        case parameter, closureBased, graphInstance, lazily, alias
    }

    /// The kind of dependency.
    enum Need: CaseIterable, Sendable {
        case kept, given
    }

    /// A lifetime of the holder, with the expected findings.
    struct Row: Sendable, CustomStringConvertible {
        let option: InjectOption
        /// The severity of the finding for each kind of dependency.
        let severities: [Need: Imposer.Validation.Severity]
        /// The names of scopes, opened one in the other, in which it is injected.
        var found: [[String]] = []
        var notFound: [[String]] = []

        var description: String { "\(option)" }
    }

    private static let rows = [
        Row(
            option: .singleInstance,
            severities: [.kept: .error, .given: .error],
            notFound: [[], ["request"], ["request", "request"]]
        ),
        Row(option: .weakInstance, severities: [.kept: .error, .given: .error], notFound: [[], ["request"]]),
        Row(
            option: .scopedInstance,
            severities: [.kept: .warning],
            found: [["request"], ["request", "step"]],
            notFound: [[], ["session"]]
        ),
        Row(
            option: .scopedInstance(in: "request"),
            severities: [:],
            found: [["request"], ["request", "step"], ["session", "request"]]
        ),
        Row(
            option: .scopedInstance(in: "session"),
            severities: [.kept: .note, .given: .note],
            found: [["request", "session"], ["request", "session", "step"]],
            notFound: [["session", "request"]]
        ),
        Row(
            option: .closureBased,
            severities: [:],
            found: [["request"], ["request", "step"]],
            notFound: [[], ["session"]]
        ),
        Row(option: .graphInstance, severities: [:], found: [["request"]], notFound: [[]]),
    ]

    private let imposer = Imposer()

    /// The findings, except the ones about providers without parameters.
    private var findings: [Imposer.Validation.Finding] { imposer.validate().findings.filter { $0.kind != .opaque } }

    private func impose(_ option: InjectOption, _ need: Need, by way: Way) {
        switch need {
        case .kept: imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
        case .given: imposer.expectGiven(User.self, in: "request")
        }
        switch (way, need) {
        case (.parameter, .kept): imposer.impose(for: Holder.self, option: option) { (_: Work) in Holder() }
        case (.parameter, .given): imposer.impose(for: Holder.self, option: option) { (_: User) in Holder() }
        case (.lazily, .kept): imposer.impose(for: Holder.self, option: option) { (_: Injected<Work>) in Holder() }
        case (.lazily, .given): imposer.impose(for: Holder.self, option: option) { (_: Injected<User>) in Holder() }
        case (.closureBased, _), (.graphInstance, _):
            imposeBetween(way == .closureBased ? .closureBased : .graphInstance, need)
            imposer.impose(for: Holder.self, option: option) { (_: Between) in Holder() }
        case (.alias, _):
            imposeBetween(.closureBased, need).alias(Unit.self) { $0 }
            imposer.impose(for: Holder.self, option: option) { (_: any Unit) in Holder() }
        }
    }

    @discardableResult
    private func imposeBetween(_ option: InjectOption, _ need: Need) -> Registration<Between> {
        switch need {
        case .kept: imposer.impose(for: Between.self, option: option) { (_: Work) in Between() }
        case .given: imposer.impose(for: Between.self, option: option) { (_: User) in Between() }
        }
    }

    /// Injects the holder inside scopes, opened one in the other; scopes named "request" are given a user.
    private func holder(inside names: ArraySlice<String>, in imposer: Imposer) throws -> Holder {
        guard let name = names.first else { return try imposer.tryInject() }
        return try imposer.withScope(name) { scope in
            if name == "request" { scope.give(User()) }
            return try holder(inside: names.dropFirst(), in: scope)
        }
    }

    @Test(
        "Captives of named scopes are reported where an injection would fail, for each lifetime",
        arguments: rows,
        Way.allCases
    )
    private func lifetimes(_ row: Row, _ way: Way) throws {
        for need in Need.allCases {
            imposer.removeAll()
            impose(row.option, need, by: way)
            let findings = findings
            #expect(findings.map(\.severity) == [row.severities[need]].compactMap { $0 }, "\(need)")
            #expect(findings.allSatisfy { $0.kind == .captive && $0.registration?.type == Holder.self })
            // A dependency that is read later fails later: that would stop the program here.
            if way == .lazily { continue }
            for names in row.found {
                #expect(throws: Never.self, "\(need) \(names)") { try holder(inside: names[...], in: imposer) }
                imposer.reset()
            }
            for names in row.notFound {
                let error = #expect(throws: ImposeError.self, "\(need) \(names)") {
                    try holder(inside: names[...], in: imposer)
                }
                #expect(error?.kind == (need == .kept ? .noScope : .missing))
            }
        }
    }

    @Test("A provider that takes Imposed<…> holds no captive of a named scope")
    func askingEachTime() throws {
        struct Asking: Sendable {
            let work: Imposed<Work>
            let user: Imposed<User>
        }
        imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
        imposer.impose(for: Asking.self) { Asking(work: $0, user: $1) }
        #expect(findings.map(\.message) == ["Asking needs, later, User, and nothing is imposed for it."])
        imposer.expectGiven(User.self, in: "request")
        #expect(findings.isEmpty)
        #expect(imposer.validate(building: true).findings.isEmpty)
        let asking = try imposer.tryInject(of: Asking.self)
        try imposer.withScope("request") { request in
            request.give(User())
            #expect(try asking.work.tryInject() === request.tryInject(of: Work.self))
            _ = try asking.user.tryInject()
        }
    }

    @Test("A registration in a scope holds no captive of that scope, nor of one around it")
    func imposedInScope() throws {
        imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
        imposer.expectGiven(User.self, in: "request")
        let request = imposer.openScope("request")
        let step = request.openScope("step")
        for scope in [request, step] {
            scope.impose(for: Holder.self) { (_: Work, _: User) in Holder() }
            #expect(!scope.validate().findings.contains { $0.kind == .captive })
        }
        request.give(User())
        _ = try step.tryInject(of: Holder.self)
        let session = imposer.openScope("session")
        session.impose(for: Holder.self) { (_: Work, _: User) in Holder() }
        #expect(session.validate().errors.map(\.kind) == [.captive, .captive])
        #expect(throws: ImposeError.self) { try session.openScope("request").tryInject(of: Holder.self) }
    }

    @Test("Findings about captives of named scopes read as in their snapshot")
    func texts() throws {
        imposer.impose(
            for: Work.self,
            option: .scopedInstance(in: "request"),
            fileID: "Shop/Setup.swift",
            line: 1,
            Work.init
        )
        imposer.expectGiven(User.self, in: "request", fileID: "Shop/Setup.swift", line: 2)
        imposer.impose(for: Between.self, option: .closureBased, fileID: "Shop/Setup.swift", line: 3) { (_: User) in
            Between()
        }
        imposer.impose(for: Holder.self, fileID: "Shop/Setup.swift", line: 4) { (_: Work, _: Between, _: User?) in
            Holder()
        }
        imposer.impose(for: Unit.self, option: .scopedInstance, fileID: "Shop/Setup.swift", line: 5) { (_: Work) in
            Between()
        }
        imposer.impose(for: Int.self, option: .scopedInstance(in: "session"), fileID: "Shop/Setup.swift", line: 6) {
            (_: Work) in 1
        }
        imposer.impose(for: Int8.self, option: .scopedInstance(in: "session"), fileID: "Shop/Setup.swift", line: 7) {
            (_: User) in 1
        }
        expectSnapshot("\(imposer.validate())", "validate-scopes")
    }

    @Test("validate() sees from the scopes that are open which named scope is inside which")
    func seenNesting() throws {
        imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
        imposer.impose(for: Holder.self, option: .scopedInstance(in: "session")) { (_: Work) in Holder() }
        let session = imposer.openScope("session")
        let request = session.openScope().openScope("request")
        let inside = findings
        #expect(inside.map(\.severity) == [.error])
        #expect(
            inside[0].message
                == "captive dependency: Holder (.scopedInstance(in: \"session\")) → Work (.scopedInstance(in: \"request\")): "
                + "scopes \"request\" are opened inside scopes \"session\", which keep Holder, and end before those."
        )
        #expect(throws: ImposeError.self) { try request.tryInject(of: Holder.self) }
        session.dispose()
        let outer = imposer.openScope("request")
        let inner = outer.openScope("session")
        #expect(findings.isEmpty)
        _ = try inner.tryInject(of: Holder.self)
        // Both ways: nothing can be said.
        let both = inner.openScope("request")
        #expect(findings.isEmpty)
        both.dispose()
        outer.dispose()
        #expect(findings.map(\.severity) == [.note])
    }

    @Test("validate() in a scope takes the scopes that it expects values for to be inside it")
    func saidInScope() {
        imposer.impose(for: Holder.self, option: .scopedInstance(in: "session")) { (_: User) in Holder() }
        let session = imposer.openScope("session")
        session.expectGiven(User.self, in: "request")
        // The imposer does not search the scope.
        #expect(imposer.validate().errors.map(\.kind) == [.missing])
        imposer.expectGiven(User.self, in: "request")
        #expect(session.validate().errors.map(\.kind) == [.captive])
    }

    @Test("Two named scopes that need what is in each other are two captive errors")
    func contradiction() {
        imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
        imposer.impose(for: Holder.self, option: .scopedInstance(in: "session")) { (_: Work) in Holder() }
        imposer.expectGiven(Int.self, in: "session")
        imposer.impose(for: Between.self, option: .scopedInstance(in: "request")) { (_: Int) in Between() }
        let errors = imposer.validate().errors
        #expect(errors.map(\.kind) == [.captive, .captive])
        #expect(
            errors.map(\.message) == [
                "captive dependency: Holder (.scopedInstance(in: \"session\")) → Work (.scopedInstance(in: \"request\")): what scopes "
                    + "\"request\" keep needs what there is in scopes \"session\", and of the two only one can enclose the "
                    + "other.",
                "captive dependency: Between (.scopedInstance(in: \"request\")) → Int (given to scopes \"session\"): what scopes "
                    + "\"session\" keep needs what there is in scopes \"request\", and of the two only one can enclose the "
                    + "other.",
            ]
        )
    }

    @Test("A captive of a named scope that was only observed is a warning")
    func observed() throws {
        Imposer.isolated(empty: true) {
            Imposer.impose(for: Work.self, option: .scopedInstance(in: "request"), Work.init)
            Imposer.impose(for: Holder.self) { () -> Holder in
                _ = unforceInject(of: Work.self)
                return Holder()
            }
            #expect(Imposer.validate(wrappers: false).findings.map(\.kind) == [.opaque, .opaque])
            _ = inject(of: Holder.self)
            #expect(Imposer.validate(wrappers: false).findings.map(\.severity) == [.warning, .note])
            #expect(Imposer.validate(wrappers: false).findings.map(\.kind) == [.captive, .opaque])
        }
    }

    @Test("A value that is expected in scopes and imposed outside, too, is no captive")
    func imposedOutside() throws {
        imposer.expectGiven(User.self, in: "request")
        imposer.impose(for: User.self, User())
        imposer.impose(for: Holder.self) { (_: User) in Holder() }
        #expect(findings.isEmpty)
        _ = try imposer.tryInject(of: Holder.self)
    }

    @Test("An expected value answers for its supertypes; several equally far are a warning")
    func compatible() {
        imposer.expectGiven(Between.self, in: "request")
        imposer.impose(for: Holder.self, option: .closureBased) { (_: any Unit) in Holder() }
        #expect(findings.isEmpty)
        struct Other: Unit {}
        imposer.expectGiven(Other.self, in: "session")
        #expect(findings.isEmpty)
        imposer.expectGiven(Other.self, in: "request")
        let tied = findings
        #expect(tied.map(\.kind) == [.ambiguous])
        #expect(tied.map(\.severity) == [.warning])
        #expect(
            tied[0].message
                == "Holder needs Unit, and scopes \"request\" are given 2 that are equally far from it: Between, Other."
        )
        imposer.expectGiven(Unit.self, in: "request")
        #expect(findings.isEmpty)
        // Under another name it is another thing.
        imposer.impose(for: Int.self) { (_: String) in 1 }
        imposer.expectGiven(String.self, named: "id", in: "request")
        #expect(imposer.validate().errors.map(\.kind) == [.missing])
    }
}
