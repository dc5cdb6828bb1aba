import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Mailer: Sendable {
    var sender: String { get }
}

private struct Post: Mailer {
    var sender = "post"
}

private protocol Parcel: Sendable {}

private struct Box: Parcel {}

/// The imposer of all owners here.
private let office = ImposerType.custom("office")

private struct StructOwner {
    @Injected(from: office) var mailer: any Mailer
    @UnforceInjected(from: office) var parcel: (any Parcel)?
    @InjectedAll(from: office) var mailers: [any Mailer]
    @InjectedWeakly(from: office) var value: (any Mailer)?
}

private final class ClassOwner {
    @Injected(from: office) var mailer: any Mailer
    @UnforceInjected(from: office) var parcel: (any Parcel)?
    @InjectedAll(from: office) var mailers: [any Mailer]
    @InjectedWeakly(from: office) var value: (any Mailer)?
}

private actor ActorOwner {
    @Injected(from: office) var mailer: any Mailer
    @UnforceInjected(from: office) var parcel: (any Parcel)?
    @InjectedAll(from: office) var mailers: [any Mailer]

    func rename(_ sender: String) {
        mailer = Post(sender: sender)
    }
}

@MainActor
private final class MainActorOwner {
    @Injected(from: office) var mailer: any Mailer
    @UnforceInjected(from: office) var parcel: (any Parcel)?
    @InjectedAll(from: office) var mailers: [any Mailer]
    @InjectedWeakly(from: office) var value: (any Mailer)?
}

private final class SendableOwner: Sendable {
    private let mailer = Injected<any Mailer>(from: office)
    private let parcel = UnforceInjected<any Parcel>(from: office)
    private let mailers = InjectedAll<any Mailer>(from: office)
    private let value = InjectedWeakly<any Mailer>(from: office)

    var senders: [String?] {
        [mailer().sender, parcel().map { _ in "parcel" }] + mailers().map(\.sender) + [value()?.sender]
    }
}

/// A subclass inherits the wrapped property.
private class ImposerNode {
    @Injected(from: office) var mailer: any Mailer
}

private final class SubBranch: ImposerNode {}

private func send(@Injected mailer: any Mailer) -> String { mailer.sender }

private func sendPerhaps(@UnforceInjected mailer: (any Mailer)?) -> String? { mailer?.sender }

private func sendAll(@InjectedAll mailers: [any Mailer]) -> [String] { mailers.map(\.sender) }

private func sendWeakly(@InjectedWeakly mailer: (any Mailer)?) -> String? { mailer?.sender }

@Suite("Owners of wrapped properties", .imposing(empty: true))
struct InjectedOwnersTests {
    init() {
        Imposer.imposer(for: office).impose(for: Mailer.self, Post())
        Imposer.imposer(for: office).impose(for: Parcel.self, Box())
    }

    @Test("A struct that is a constant reads and assigns its wrapped properties")
    func structs() {
        let owner = StructOwner()
        #expect(owner.mailer.sender == "post")
        #expect(owner.parcel is Box)
        #expect(owner.mailers.map(\.sender) == ["post"])
        #expect(owner.value == nil)
        owner.mailer = Post(sender: "other")
        owner.parcel = nil
        owner.mailers = []
        #expect(owner.mailer.sender == "other")
        #expect(owner.parcel == nil)
        #expect(owner.mailers.isEmpty)
        #expect(StructOwner().mailer.sender == "post")
    }

    @Test("A class reads and assigns its wrapped properties")
    func classes() {
        let owner = ClassOwner()
        #expect(owner.mailer.sender == "post")
        #expect(owner.parcel is Box)
        #expect(owner.mailers.map(\.sender) == ["post"])
        #expect(owner.value == nil)
        owner.mailer = Post(sender: "other")
        #expect(owner.mailer.sender == "other")
        #expect(ClassOwner().mailer.sender == "post")
    }

    @Test("A subclass inherits wrapped properties")
    func subclasses() {
        let node = SubBranch()
        #expect(node.mailer.sender == "post")
        node.mailer = Post(sender: "branch")
        #expect(node.mailer.sender == "branch")
    }

    @Test("An actor reads and assigns its wrapped properties")
    func actors() async {
        let owner = ActorOwner()
        #expect(await owner.mailer.sender == "post")
        #expect(await owner.parcel is Box)
        #expect(await owner.mailers.map(\.sender) == ["post"])
        await owner.rename("actor's")
        #expect(await owner.mailer.sender == "actor's")
    }

    @Test("A class of the main actor reads and assigns its wrapped properties")
    @MainActor
    func mainActorClasses() {
        let owner = MainActorOwner()
        #expect(owner.mailer.sender == "post")
        #expect(owner.parcel is Box)
        #expect(owner.mailers.map(\.sender) == ["post"])
        #expect(owner.value == nil)
        owner.mailer = Post(sender: "main")
        #expect(owner.mailer.sender == "main")
    }

    @Test("A final class that is Sendable keeps the wrappers in constants and calls them")
    func sendableClasses() async {
        let owner = SendableOwner()
        #expect(owner.senders == ["post", "parcel", "post", nil])
        #expect(await Task.detached { owner.senders }.value == ["post", "parcel", "post", nil])
    }

    @Test("A function's wrapped parameter takes a value")
    func parameterTakesValue() {
        #expect(send(mailer: Post(sender: "given")) == "given")
        #expect(sendPerhaps(mailer: Post(sender: "given")) == "given")
        #expect(sendPerhaps(mailer: nil) == nil)
        #expect(sendAll(mailers: [Post(sender: "a"), Post(sender: "b")]) == ["a", "b"])
        #expect(sendWeakly(mailer: nil) == nil)
    }

    @Test("A function's wrapped parameter takes a wrapper that injects")
    func parameterTakesWrapper() {
        #expect(send($mailer: Injected(from: office)) == "post")
        #expect(sendPerhaps($mailer: UnforceInjected(from: office)) == "post")
        #expect(sendAll($mailers: InjectedAll(from: office)) == ["post"])
        #expect(sendWeakly($mailer: InjectedWeakly(from: office)) == nil)
    }

    @Test("A function's wrapped parameter takes an owner's wrapper, and shares its value")
    func parameterTakesOwnersWrapper() {
        let owner = ClassOwner()
        owner.mailer = Post(sender: "owner's")
        #expect(send($mailer: owner.$mailer) == "owner's")
    }

    @Test("A closure's parameter can be wrapped, too")
    func closureParameters() {
        let send: (Injected<any Mailer>) -> String = { (@Injected $mailer) in mailer.sender }
        #expect(send(Injected(from: office)) == "post")
    }
}
