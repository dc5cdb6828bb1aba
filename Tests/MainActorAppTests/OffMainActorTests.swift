import Foundation
import Impose
import Testing

@Suite("Injecting away from the main actor")
struct OffMainActorTests {
    /// Injects off the main actor and returns the failure, if any.
    private func failureOffMainActor<T>(
        _ imposer: Imposer,
        of type: T.Type = (any Storing).self,
        line: UInt = #line
    ) async -> ImposeError? {
        await offMainActor { failure(of: type, from: imposer, line: line) }
    }

    private static let providers: [@Sendable (Imposer) -> Void] = [
        { $0.impose(for: Storing.self, FileStore.init) },
        { $0.impose(for: Storing.self, option: .closureBased, FileStore.init) },
        { $0.impose(for: Storing.self) { @MainActor in FileStore() } },
        { imposer in
            imposer.impose(for: Int.self, 1)
            imposer.impose(for: Storing.self) { @MainActor (number: Int) in FileStore() }
        },
    ]

    @Test("What the main actor has not made yet is an error of kind isolation elsewhere, not a crash", arguments: 0..<4)
    func notMadeYet(_ provider: Int) async {
        let imposer = Imposer()
        Self.providers[provider](imposer)
        let error = await failureOffMainActor(imposer)
        #expect(error?.kind == .isolation)
        #expect(error?.requested == (any Storing).self)
    }

    @Test("The error off the main actor says what the provider belongs to, and what to type")
    func text() async {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, fileID: "App/Start.swift", line: 7, FileStore.init)
        let error = await failureOffMainActor(imposer, line: 30)
        let text = error?.description ?? ""
        let belongs = "its provider, imposed at App/Start.swift:7, belongs to the main actor"
        #expect(text.hasPrefix("Impose can't inject Storing: \(belongs), and the injection is not made there.\n"))
        #expect(text.contains("1. If the code at App/Here.swift:30 can't await, inject it once on the main actor,"))
        #expect(text.contains("\n       _ = imposer.inject(of: Storing.self)\n"))
        #expect(text.contains("2. Inject it on the main actor; in an async function elsewhere:\n"))
        #expect(text.hasSuffix("\n       await MainActor.run { imposer.inject(of: Storing.self) }"))
    }

    @Test("After an error off the main actor, the main actor makes the instance, for all from then on")
    func nothingIsLost() async {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, FileStore.init)
        #expect(await failureOffMainActor(imposer)?.kind == .isolation)
        #expect(await failureOffMainActor(imposer)?.kind == .isolation)
        let made = imposer.inject(of: Storing.self) as AnyObject
        let isSame = await offMainActor { [id = ObjectIdentifier(made)] in
            (imposer.unforceInject(of: Storing.self) as AnyObject?).map(ObjectIdentifier.init) == id
        }
        #expect(isSame)
    }

    @Test("What is not kept is an error off the main actor, also after the main actor got one")
    func closureBased() async {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, option: .closureBased, FileStore.init)
        _ = imposer.inject(of: Storing.self)
        #expect(await failureOffMainActor(imposer)?.kind == .isolation)
    }

    @Test("After a reset a main-actor instance has to be made on the main actor again")
    func afterReset() async {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, FileStore.init)
        _ = imposer.inject(of: Storing.self)
        #expect(await failureOffMainActor(imposer) == nil)
        imposer.reset()
        #expect(await failureOffMainActor(imposer)?.kind == .isolation)
    }

    @Test("A parameter that belongs to the main actor fails what is not, with the path")
    func parameter() async {
        let imposer = Imposer()
        imposer.impose(for: FileStore.self, FileStore.init)
        imposer.impose(for: Int.self) { (store: FileStore) in 7 }
        let error = await failureOffMainActor(imposer, of: Int.self)
        #expect(error?.kind == .isolation)
        #expect(error?.path.map { "\($0)" } == ["Int", "FileStore"])
        #expect(imposer.inject(of: Int.self) == 7)
    }

    @Test("A main-actor instance that was imposed as one is handed out anywhere")
    func instance() async {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, instance: FileStore())
        #expect(await failureOffMainActor(imposer) == nil)
    }

    @Test("Off the main actor unforceInject and the wrappers that go without are nil")
    func unforced() async {
        let imposer = Imposer()
        imposer.impose(for: FileStore.self, FileStore.init)
        let perhaps = UnforceInjected<FileStore>(from: imposer)
        let weakly = InjectedWeakly<FileStore>(from: imposer)
        let allNil = await offMainActor {
            perhaps() == nil && weakly() == nil && imposer.unforceInject(of: FileStore.self) == nil
        }
        #expect(allNil)
        #expect(perhaps() != nil)
        #expect(weakly() === perhaps())
    }

    @Test(
        "Many tasks on the main actor and off it make one instance, or get the error",
        .timeLimit(.minutes(20))
    )
    func race() async {
        for _ in 0..<50 {
            let imposer = Imposer()
            imposer.impose(for: FileStore.self, FileStore.init)
            let found = await withTaskGroup(of: (ObjectIdentifier?).self, returning: Set<ObjectIdentifier>.self) {
                group in
                for number in 0..<8 {
                    if number == 3 {
                        group.addTask { @MainActor in ObjectIdentifier(imposer.inject(of: FileStore.self)) }
                    } else {
                        group.addTask { @concurrent in Self.found(in: imposer) }
                    }
                }
                var found: Set<ObjectIdentifier> = []
                for await next in group {
                    if let next { found.insert(next) }
                }
                return found
            }
            #expect(found == [ObjectIdentifier(imposer.inject(of: FileStore.self))])
        }
    }

    /// The identity of the instance, nil if there is an error of kind isolation, and another one for other errors.
    nonisolated private static func found(in imposer: Imposer) -> ObjectIdentifier? {
        do {
            return ObjectIdentifier(try imposer.tryInject(of: FileStore.self))
        } catch {
            return error.kind == .isolation ? nil : ObjectIdentifier(imposer)
        }
    }

    // MARK: Nonisolated types

    @Test("A nonisolated service works in a detached task")
    func nonisolatedService() async {
        let imposer = Imposer()
        imposer.impose(for: Rates.self, FixedRates(rate: 3))
        let converter = Converter(from: imposer)
        #expect(await Task.detached { converter.convert(5) }.value == 15)
        #expect(converter.convert(2) == 6)
    }

    @Test(
        "Nonisolated types are made anywhere, however they are imposed",
        arguments: [
            { imposer in imposer.impose(for: Rates.self, FixedRates()) },
            { imposer in imposer.impose(for: Rates.self) { FixedRates() } },
            { imposer in
                imposer.impose(for: Rates.self, FixedRates.init(rate:)).preferred()
                imposer.impose(for: Int.self, 7)
            },
        ] as [@Sendable (Imposer) -> Void]
    )
    func nonisolatedTypes(_ impose: @Sendable (Imposer) -> Void) async {
        let imposer = Imposer()
        impose(imposer)
        #expect(await offMainActor { imposer.unforceInject(of: Rates.self)?.rate } == 7)
    }

    // MARK: Other actors

    @Test("A provider of another actor is an error of kind isolation, on the main actor and on its own")
    func otherActor() async {
        let imposer = Imposer()
        imposer.impose(for: Flask.self, fileID: "App/Start.swift", line: 9) { @Laboratory in Flask() }
        let onMain = #expect(throws: ImposeError.self) {
            try imposer.tryInject(of: Flask.self, fileID: "App/Here.swift", line: 31)
        }
        #expect(onMain?.kind == .isolation)
        let text = onMain?.description ?? ""
        let belongs = "its provider, imposed at App/Start.swift:9, belongs to Laboratory"
        #expect(
            text.hasPrefix("Impose can't inject Flask: \(belongs), and injections can only call the main actor's.\n")
        )
        #expect(
            text.contains("1. Await it, in an async function:\n       try await imposer.injectAsync(of: Flask.self)\n")
        )
        #expect(text.contains("2. Or, if it does not need that actor, let its provider be nonisolated.\n"))
        let onItsOwn = await Self.inLaboratory(imposer)
        #expect(onItsOwn?.kind == .isolation)
        #expect(await offMainActor { imposer.unforceInject(of: Flask.self) } == nil)
    }

    @Laboratory
    private static func inLaboratory(_ imposer: Imposer) -> ImposeError? {
        failure(of: Flask.self, from: imposer)
    }
}
