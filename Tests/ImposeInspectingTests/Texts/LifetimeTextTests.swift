import Impose
import ImposeInspecting
import TestSupport
import Testing

private struct Beat: Sendable {}

private protocol Player: Sendable {}

private final class Drum: Player, Sendable {}

private final class Band: Sendable {
    init(drum: Drum) {}
}

private struct Photo: Sendable {}

private final class Owner: InjectionOwner, @unchecked Sendable {
    let imposer: Imposer
    @OwnerInjected(fileID: "Band/Owner.swift", line: 4) var drum: Drum

    init(_ imposer: Imposer) { self.imposer = imposer }
}

private final class Stage: @unchecked Sendable {
    @Imposed(fileID: "Band/Stage.swift", line: 12) var drum: Drum
}

private let file: StaticString = "Band/Start.swift"
private let asking: StaticString = "Band/Stage.swift"

@Suite("Texts of errors about who keeps an instance")
struct LifetimeTextTests {
    private func whole<Result>(_ body: () throws(ImposeError) -> Result) -> String? { failure(of: body)?.description }

    private func text<Result>(_ body: () throws(ImposeError) -> Result) -> String? { whole(body)?.onOneLine }

    @Test("An error in an ended scope says which, where it was opened, and where disposed of")
    func disposed() {
        let scope = Imposer().openScope("concert", fileID: file, line: 3)
        scope.give(Drum())
        scope.dispose(fileID: file, line: 9)
        let found = whole { () throws(ImposeError) in try scope.tryInject(of: Drum.self, fileID: asking, line: 12) }
        expectSnapshot(found, "LifetimeText-disposed")
    }

    @Test("An error for what is built outside the named scope names it, and two ways out")
    func builtOutside() throws {
        let imposer = Imposer()
        imposer.impose(for: Drum.self, option: .scopedInstance(in: "concert"), fileID: file, line: 5, Drum.init)
        imposer.impose(for: Band.self, fileID: file, line: 6, Band.init)
        try imposer.withScope("concert") { scope in
            let found = text { () throws(ImposeError) in try scope.tryInject(of: Band.self, fileID: asking, line: 12) }
            let text = try #require(found)
            #expect(
                text.hasPrefix(
                    """
                    Impose can't inject Drum: it is imposed as .scopedInstance(in: "concert") at Band/Start.swift:5, and no \
                    scope "concert" encloses the injection: Band, a .singleInstance, is built outside such scopes, even \
                    when it is asked for inside one.
                    """
                )
            )
            #expect(
                text.contains(
                    """
                    1. If each scope "concert" may have its own Band: at Band/Start.swift:6, impose it with: option: \
                    .scopedInstance(in: "concert") 2. If one Band serves all scopes: let Band, imposed at \
                    Band/Start.swift:6, take a parameter of this type, and read it each time, as drum(): Imposed<Drum>
                    """
                )
            )
            // Sharing it among all is no way out.
            #expect(!text.contains("option: .scopedInstance "))
        }
    }

    @Test("An error for a misspelt scope names both spellings, each with the line to change")
    func misspeltScope() throws {
        let imposer = Imposer()
        imposer.impose(for: Drum.self, option: .scopedInstance(in: "concert"), fileID: file, line: 5, Drum.init)
        let scope = imposer.openScope("concrt", fileID: file, line: 7)
        let found = whole { () throws(ImposeError) in try scope.tryInject(of: Drum.self, fileID: asking, line: 12) }
        expectSnapshot(found, "LifetimeText-misspeltScope")
    }

    @Test("Where several lines agree on a scope's name, the error changes the line that opened it")
    func misspeltOpening() throws {
        let imposer = Imposer()
        imposer.impose(for: Drum.self, option: .scopedInstance(in: "concert"), fileID: file, line: 5, Drum.init)
        imposer.expectGiven(Beat.self, in: "concert", fileID: file, line: 6)
        let scope = imposer.openScope("concrt", fileID: file, line: 7)
        let found = text { () throws(ImposeError) in try scope.tryInject(of: Drum.self, fileID: asking, line: 12) }
        let text = try #require(found)
        let problem =
            #"scope "concrt", opened at Band/Start.swift:7, is probably misspelt: Band/Start.swift:5 says "concert"."#
        #expect(text.hasPrefix("Impose can't inject Drum: \(problem)"))
        #expect(text.contains(#"At Band/Start.swift:7, in place of "concrt", write: "concert""#))
        #expect(imposer.validate().findings.allSatisfy { $0.kind != .misspelt })
    }

    @Test("Where several lines agree on a scope's name, the error changes the one registration's")
    func misspeltRegistration() throws {
        let imposer = Imposer()
        imposer.impose(for: Drum.self, option: .scopedInstance(in: "concrt"), fileID: file, line: 5, Drum.init)
        imposer.impose(for: Stage.self, option: .scopedInstance(in: "concert"), fileID: file, line: 6) { Stage() }
        imposer.expectGiven(Beat.self, in: "concert", fileID: file, line: 8)
        let scope = imposer.openScope("concert", fileID: file, line: 7)
        let found = text { () throws(ImposeError) in try scope.tryInject(of: Drum.self, fileID: asking, line: 12) }
        let fix = #"At Band/Start.swift:5, write: option: .scopedInstance(in: "concert")"#
        #expect(found?.contains("1. \(fix)") == true)
        scope.dispose()
        let findings = imposer.validate().findings.filter { $0.kind == .misspelt }
        #expect(findings.map(\.fix.onOneLine) == ["1. \(fix)"])
        let message = #"Drum is kept by scopes "concrt", probably misspelt: Band/Start.swift:6 says "concert"."#
        #expect(findings.first?.message == message)
    }

    @Test("The error of a second dispose() says where the first one was")
    func disposedTwice() {
        let scope = Imposer().openScope("concert")
        scope.dispose(fileID: file, line: 9)
        expectSnapshot(scope.dispose(fileID: asking, line: 12)?.description, "LifetimeText-disposedTwice")
    }

    @Test("An error in a scope that nothing holds any more says that it went with its last reference")
    func gone() throws {
        let imposer = Imposer()
        imposer.impose(for: Stage.self, option: .scopedInstance) { Stage() }
        var scope: Imposer? = imposer.openScope("concert", fileID: file, line: 3)
        scope?.give(Drum())
        // Instances that a scope keeps do not keep the scope.
        let stage = try #require(scope?.inject(of: Stage.self))
        scope = nil
        #expect(
            text { () throws(ImposeError) in try stage.$drum.tryInject() }?
                .contains(
                    "scope \"concert\", opened at Band/Start.swift:3, was disposed of, since nothing held a reference to it any more."
                ) == true
        )
    }

    @Test("An error in a scope that went together with its imposer says to hold them")
    func goneWithImposer() throws {
        var imposer: Imposer? = Imposer()
        imposer?.impose(for: Stage.self, option: .scopedInstance) { Stage() }
        var scope: Imposer? = imposer?.openScope("concert", fileID: file, line: 3)
        // Instances that a scope keeps do not keep the scope.
        let stage = try #require(scope?.inject(of: Stage.self))
        scope = nil
        imposer = nil
        expectSnapshot(whole { () throws(ImposeError) in try stage.$drum.tryInject() }, "LifetimeText-goneWithImposer")
    }

    @Test("An error in a directory that ended with its body says where that was")
    func ended() throws {
        let (imposer, scope, stage) = Imposer.isolated(endsWithBody: true, fileID: file, line: 3) {
            let scope = Imposer.openScope("concert", fileID: file, line: 4)
            return (Imposer.shared, scope, scope.run { Stage() })
        }
        let text =
            """
            Impose can't inject Drum: primary belongs to Imposer.isolated at Band/Start.swift:3, which has ended.

              To fix it:
                1. Inject it before the body ends: let the body wait for its tasks and threads.
                2. Or make what should outlive the body in an Imposer.isolated that does not say endsWithBody: true.

              requested  at Band/Stage.swift:12
            """.onOneLine
        let found = [
            self.text { () throws(ImposeError) in try imposer.tryInject(of: Drum.self, fileID: asking, line: 12) },
            self.text { () throws(ImposeError) in try scope.tryInject(of: Drum.self, fileID: asking, line: 12) },
            self.text { () throws(ImposeError) in try stage.$drum.tryInject() },
        ]
        #expect(found == [text, text, text])
        expectSnapshot(scope.dispose(fileID: asking, line: 12)?.description, "LifetimeText-ended")
    }

    @Test("An error for a value imposed as a weakInstance names its type, and two ways out")
    func weakValue() {
        let imposer = Imposer()
        imposer.impose(for: Beat.self, option: .weakInstance, fileID: file, line: 5, Beat())
        let found = whole { () throws(ImposeError) in try imposer.tryInject(of: Beat.self, fileID: asking, line: 12) }
        expectSnapshot(found, "LifetimeText-weakValue")
    }

    @Test("An error for storing in what keeps no instance names the registration, and two ways out")
    func notStorable() {
        let imposer = Imposer()
        imposer.impose(for: Drum.self, option: .closureBased, fileID: file, line: 5) { Drum() }
        let found = whole { () throws(ImposeError) in
            try imposer.store(Drum(), for: Drum.self, fileID: asking, line: 12)
        }
        expectSnapshot(found, "LifetimeText-notStorable")
    }

    @Test("An error for storing in an alias says to store in the original")
    func notStorableAlias() {
        let imposer = Imposer()
        imposer.impose(for: Drum.self, named: "loud") { Drum() }
            .alias(Player.self, fileID: file, line: 5) { $0 }
        let found = whole { () throws(ImposeError) in
            try imposer.store(Drum(), for: Player.self, fileID: asking, line: 12)
        }
        expectSnapshot(found, "LifetimeText-notStorableAlias")
    }

    @Test("An error of @OwnerInjected whose owner is gone says so, and two ways out")
    func ownerReleased() throws {
        var owner: Owner? = Owner(Imposer())
        let drum = try #require(owner?.$drum)
        owner = nil
        expectSnapshot(whole { () throws(ImposeError) in try drum.tryInject() }, "LifetimeText-ownerReleased")
    }

    @Test("An error for an argument or owner that is not Hashable names its type", arguments: [true, false])
    func unhashable(isOwner: Bool) {
        let imposer = Imposer()
        let unhashable = isOwner ? "InjectionOwner" : "Photo"
        let found: String?
        if isOwner {
            imposer.impose(for: Drum.self, fileID: file, line: 5) { (_: any InjectionOwner) in Drum() }
            let owner = Owner(imposer)
            found = text { () throws(ImposeError) in try owner.$drum.tryInject() }
        } else {
            imposer.impose(for: Drum.self, fileID: file, line: 5) { (_: Photo) in Drum() }
            found = text { () throws(ImposeError) in
                try imposer.tryInject(of: Drum.self, arguments: Photo(), fileID: "Band/Owner.swift", line: 4)
            }
        }
        #expect(
            found
                == """
                Impose can't inject Drum: it is imposed as .singleInstance at Band/Start.swift:5, which keeps one \
                instance for each list of arguments, and \(unhashable) is not Hashable.

                  To fix it:
                    1. Keep no instance: at Band/Start.swift:5, impose it with:
                       option: .closureBased
                    2. Or make \(unhashable) Hashable.

                  requested  at Band/Owner.swift:4
                """.onOneLine
        )
    }
}
