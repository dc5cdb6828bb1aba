import Impose
import Testing

private final class Counted: Storing {
    static var made = 0
    let title: String

    init() {
        Counted.made += 1
        title = "counted"
    }
}

final class Titled: Storing {
    let title: String

    init(title: String) { self.title = title }
}

private struct Label: Storing {
    let title = "label"
}

private enum Mode: Storing {
    case plain

    var title: String { "mode" }
}

private final class Failing: Storing {
    struct Refusal: Error {}

    let title = ""

    init() throws { throw Refusal() }
}

@Suite("Imposing in an app of the main actor")
struct ImposingTests {
    @Test("In a main-actor app, a class's initializer is imposed for a protocol")
    func initializer() {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, FileStore.init)
        #expect(imposer.inject(of: Storing.self).title == "files")
    }

    @Test("In a main-actor app, a class's initializer is imposed for the class itself")
    func initializerForClass() {
        let imposer = Imposer()
        imposer.impose(for: FileStore.self, FileStore.init)
        #expect(imposer.inject(of: Storing.self) as AnyObject === imposer.inject(of: FileStore.self))
    }

    @Test("In a main-actor app, structs' initializers and closures that make enums are imposed")
    func structsAndEnums() {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, Label.init)
        #expect(imposer.inject(of: Storing.self).title == "label")
        imposer.impose(for: Storing.self) { @MainActor in Mode.plain }
        #expect(imposer.inject(of: Storing.self).title == "mode")
    }

    @Test("In a main-actor app, a closure that says @MainActor is imposed")
    func mainActorClosure() {
        let imposer = Imposer()
        imposer.impose(for: Storing.self) { @MainActor in FileStore() }
        #expect(imposer.inject(of: Storing.self).title == "files")
    }

    @Test("In a main-actor app, a closure without @MainActor is imposed for what is nonisolated")
    func plainClosure() {
        let imposer = Imposer()
        imposer.impose(for: Rates.self) { FixedRates(rate: 4) }
        #expect(imposer.inject(of: Rates.self).rate == 4)
    }

    @Test("In a main-actor app, a closure of several statements may use the main actor")
    func longClosure() {
        let imposer = Imposer()
        imposer.impose(for: Storing.self) { @MainActor in
            let inner = FileStore()
            return Titled(title: "closure with \(inner.title)")
        }
        #expect(imposer.inject(of: Storing.self).title == "closure with files")
    }

    @Test("In a main-actor app, parameters of initializers and closures are injected")
    func parameters() {
        let imposer = Imposer()
        imposer.impose(for: FileStore.self, FileStore.init)
        imposer.impose(for: Library.self, Library.init)
        #expect(imposer.inject(of: Library.self).title == "library of files")
        imposer.impose(for: Library.self) { @MainActor (store: FileStore) in Library(store: store) }
        #expect(imposer.inject(of: Library.self).title == "library of files")
    }

    @Test("In a main-actor app, parameters of initializers may be given as arguments")
    func arguments() throws {
        let imposer = Imposer()
        imposer.impose(for: Titled.self, option: .closureBased, Titled.init(title:))
        #expect(imposer.inject(of: Titled.self, arguments: "given").title == "given")
        #expect(try imposer.tryInject(of: Titled.self, arguments: "tried").title == "tried")
    }

    @Test("In a main-actor app, an existing instance is imposed")
    func instance() {
        let imposer = Imposer()
        let store = FileStore()
        imposer.impose(for: Storing.self, instance: store)
        #expect(imposer.inject(of: Storing.self) as AnyObject === store)
    }

    @Test("In a main-actor app, an autoclosure is imposed for what is nonisolated")
    func autoclosure() {
        let imposer = Imposer()
        imposer.impose(for: Rates.self, FixedRates(rate: 3))
        #expect(imposer.inject(of: Rates.self).rate == 3)
    }

    @Test("In a main-actor app, what an imposed initializer throws is the underlying error")
    func throwing() {
        let imposer = Imposer()
        imposer.impose(for: Storing.self, Failing.init)
        let error = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Storing.self) }
        #expect(error?.kind == .providerFailed)
        #expect(error?.underlyingError is Failing.Refusal)
    }

    @Test("In a main-actor app, a kept instance is made at the first injection, once")
    func madeOnce() {
        let imposer = Imposer()
        imposer.impose(for: Counted.self, Counted.init)
        #expect(Counted.made == 0)
        #expect(imposer.inject(of: Counted.self) === imposer.inject(of: Counted.self))
        #expect(Counted.made == 1)
    }
}
