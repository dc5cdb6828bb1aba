import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Bus: AnyObject, Sendable {
    var text: String { get }
}

private final class Plain: Bus {
    let text: String

    init(_ text: String = "plain") { self.text = text }
}

/// A bus round another one.
private final class Wrapped: Bus {
    let name: String
    let inner: (any Bus)?

    init(_ name: String, _ inner: (any Bus)?) { (self.name, self.inner) = (name, inner) }

    var text: String { inner.map { "\(name)(\($0.text))" } ?? name }
}

extension Imposer {
    /// Imposes a bus round the one from further outward.
    fileprivate func wrap(_ name: String, option: InjectOption = .singleInstance) {
        impose(for: Bus.self, option: option) { (inner: any Bus) in Wrapped(name, inner) }
    }

    fileprivate func bus(_ name: InjectionName? = nil) throws(ImposeError) -> String {
        try tryInject(of: Bus.self, named: name).text
    }
}

/// Imposers that are asked one after another, the outermost first.
private enum Chain: CaseIterable, CustomTestStringConvertible {
    case privateScope, childOfPrivate, scopeInScope, scopeOfChild, childOfChild
    case primaryScope, childOfPrimary, secondary, custom, secondaryAndCustom, scopeOverAll

    /// Those in which each imposer but the first has one other that is next: the imposers of one directory, of which each
    /// is searched after each other one, are not more than two.
    static let simple = allCases.filter { $0 != .secondaryAndCustom && $0 != .scopeOverAll }

    var testDescription: String { "\(self)" }

    /// - Returns: Each asks the one before it.
    func make() -> [Imposer] {
        let root = Imposer(label: "root")
        let (primary, secondary) = (Imposer.shared, Imposer.imposer(for: .secondary))
        switch self {
        case .privateScope: return [root, root.openScope()]
        case .childOfPrivate: return [root, Imposer(parent: root)]
        case .scopeInScope:
            let scope = root.openScope()
            return [root, scope, scope.openScope()]
        case .scopeOfChild:
            let child = Imposer(parent: root)
            return [root, child, child.openScope()]
        case .childOfChild:
            let child = Imposer(parent: root)
            return [root, child, Imposer(parent: child)]
        case .primaryScope: return [primary, primary.openScope()]
        case .childOfPrimary: return [primary, Imposer(parent: primary)]
        case .secondary: return [secondary, primary]
        case .custom: return [Imposer.imposer(for: .custom("eu")), primary]
        case .secondaryAndCustom: return [Imposer.imposer(for: .custom("eu")), secondary, primary]
        case .scopeOverAll:
            return [Imposer.imposer(for: .custom("eu")), secondary, primary, primary.openScope()]
        }
    }
}

@Suite("A parameter of the key that its registration has", .imposing(empty: true))
struct OwnKeyTests {
    private static let options: [InjectOption] = [
        .singleInstance, .closureBased, .weakInstance, .scopedInstance, .graphInstance,
    ]

    @Test(
        "A parameter of its registration's own key is the instance of the next imposer outward",
        arguments: Chain.allCases,
        options
    )
    private func outward(chain: Chain, option: InjectOption) throws {
        let imposers = chain.make()
        imposers[0].impose(for: Bus.self, option: option) { Plain() }
        let innermost = try #require(imposers.last)
        innermost.wrap("logged", option: option)
        for _ in 0..<2 { #expect(try innermost.bus() == "logged(plain)") }
    }

    @Test(
        "Parameters of their registrations' own key lead outward one imposer after the other",
        arguments: Chain.simple
    )
    private func severalInARow(chain: Chain) throws {
        let imposers = chain.make()
        imposers[0].impose(for: Bus.self) { Plain() }
        var expected = "plain"
        for (number, imposer) in imposers.enumerated().dropFirst() {
            imposer.wrap("\(number)")
            expected = "\(number)(\(expected))"
        }
        let innermost = try #require(imposers.last)
        #expect(try innermost.bus() == expected)
    }

    @Test(
        "A parameter of its registration's own key passes over imposers that have nothing for it",
        arguments: [Chain.scopeInScope, .scopeOfChild, .childOfChild, .secondaryAndCustom, .scopeOverAll]
    )
    private func passedOver(chain: Chain) throws {
        let imposers = chain.make()
        imposers[0].impose(for: Bus.self) { Plain() }
        let innermost = try #require(imposers.last)
        innermost.wrap("logged")
        #expect(try innermost.bus() == "logged(plain)")
    }

    @Test(
        "A parameter of its registration's own key is circular if no imposer further outward has one",
        arguments: Chain.allCases,
        options
    )
    private func circular(chain: Chain, option: InjectOption) throws {
        let innermost = try #require(chain.make().last)
        innermost.wrap("logged", option: option)
        for _ in 0..<2 {
            let error = failure { () throws(ImposeError) in try innermost.bus() }
            #expect(error?.kind == .circular)
        }
        #expect(innermost.unforceInject(of: Bus.self) == nil)
    }

    @Test(
        "A parameter of its registration's own key is circular for the outermost of several",
        arguments: Chain.simple
    )
    private func allWrap(chain: Chain) throws {
        let imposers = chain.make()
        for (number, imposer) in imposers.enumerated() { imposer.wrap("\(number)") }
        let innermost = try #require(imposers.last)
        let error = failure { () throws(ImposeError) in try innermost.bus() }
        #expect(error?.kind == .circular)
        imposers[0].impose(for: Bus.self) { Plain() }
        #expect(try innermost.bus().hasSuffix("(plain)" + String(repeating: ")", count: imposers.count - 2)))
    }

    @Test(
        "Two imposers of one directory whose registrations ask for their own key ask each other, which is circular",
        arguments: [ImposerType.primary, .secondary],
        [true, false]
    )
    func eachOther(first: ImposerType, isThird: Bool) {
        if isThird { Imposer.imposer(for: .custom("eu")).impose(for: Bus.self) { Plain() } }
        for type in [ImposerType.primary, .secondary] { Imposer.imposer(for: type).wrap("\(type)") }
        // Whoever is asked first: a kept instance does not depend on that.
        for type in [first, .primary, .secondary] {
            let error = failure { () throws(ImposeError) in try Imposer.imposer(for: type).bus() }
            #expect(error?.kind == .circular)
        }
    }

    @Test("An optional parameter of its registration's own type is the instance of the next imposer outward, or nil")
    func optional() throws {
        let app = Imposer()
        let scope = app.openScope()
        scope.impose(for: Bus.self, option: .closureBased) { (inner: (any Bus)?) in Wrapped("logged", inner) }
        #expect(try scope.bus() == "logged")
        app.impose(for: Bus.self) { Plain() }
        #expect(try scope.bus() == "logged(plain)")
    }

    @Test("A scope's registration gets the app's for its own key, by the global functions, too")
    func scopeOverTheApp() throws {
        Imposer.impose(for: Bus.self) { Plain() }
        let text = try Imposer.withScope("request") { scope in
            scope.impose(for: Bus.self) { (inner: any Bus) in Wrapped("logged", inner) }
            return try tryInject(of: Bus.self).text
        }
        #expect(text == "logged(plain)")
        #expect(try tryInject(of: Bus.self).text == "plain")
    }

    @Test("A scope of the process's own primary imposer gets that one's instance for its own key")
    func process() async {
        await #expect(processExitsWith: .success) {
            Imposer.impose(for: Bus.self) { Plain() }
            Imposer.imposer(for: .secondary).impose(for: Bus.self) { Plain("secondary") }
            let scope = Imposer.openScope()
            scope.wrap("logged")
            #expect(scope.inject(of: Bus.self).text == "logged(plain)")
            Imposer.shared.wrap("primary")
            #expect(Imposer.openScope().inject(of: Bus.self).text == "primary(secondary)")
        }
    }

    @Test(
        "A parameter of its own key gets the instance that the outer imposer gives to everybody",
        arguments: Chain.allCases
    )
    private func sameInstance(chain: Chain) throws {
        let imposers = chain.make()
        imposers[0].impose(for: Bus.self) { Plain() }
        let innermost = try #require(imposers.last)
        innermost.wrap("logged")
        let bus = try #require(innermost.inject(of: Bus.self) as? Wrapped)
        #expect(bus.inner === imposers[0].inject(of: Bus.self))
    }

    @Test("A parameter of its own key gets the nearest match if the outer imposer has none exactly")
    func nearest() throws {
        let app = Imposer()
        app.impose(for: Plain.self) { Plain("nearest") }
        let scope = app.openScope()
        scope.wrap("logged")
        #expect(try scope.bus() == "logged(nearest)")
        app.impose(for: Bus.self) { Plain("exact") }
        let other = app.openScope()
        other.wrap("logged")
        #expect(try other.bus() == "logged(exact)")
    }

    @Test("A parameter of its own key gets a value that an outer scope was given")
    func given() throws {
        let scope = Imposer().openScope()
        scope.give(Plain("given"), for: (any Bus).self)
        let inner = scope.openScope()
        inner.wrap("logged")
        #expect(try inner.bus() == "logged(given)")
    }

    @Test("A registration with a name asks its own imposer for the one without", arguments: Chain.allCases)
    private func named(chain: Chain) throws {
        let imposers = chain.make()
        let innermost = try #require(imposers.last)
        imposers[0].impose(for: Bus.self) { Plain("outer") }
        innermost.impose(for: Bus.self) { Plain("own") }
        innermost.impose(for: Bus.self, named: "logged") { (inner: any Bus) in Wrapped("logged", inner) }
        #expect(try innermost.bus("logged") == "logged(own)")
    }

    @Test("A parameter of another type than its registration's is circular if that is what answers")
    func otherType() {
        let app = Imposer()
        app.impose(for: Bus.self) { Plain() }
        let scope = app.openScope()
        scope.impose(for: Wrapped.self) { (inner: any Bus) in Wrapped("logged", inner) }
        #expect(failure { () throws(ImposeError) in try scope.tryInject(of: Wrapped.self) }?.kind == .circular)
    }

    @Test("An argument fills a parameter of its registration's own key")
    func argument() throws {
        let scope = Imposer().openScope()
        scope.wrap("logged", option: .closureBased)
        let bus = try scope.tryInject(of: Bus.self, arguments: Plain("argument") as any Bus)
        #expect(bus.text == "logged(argument)")
    }

    @Test("Two parameters of their registration's own key both get the outer instance")
    func twice() throws {
        let app = Imposer()
        app.impose(for: Bus.self) { Plain() }
        let child = Imposer(parent: app)
        child.impose(for: Bus.self) { (one: any Bus, other: any Bus) in Wrapped(one === other ? "same" : "two", one) }
        #expect(try child.bus() == "same(plain)")
    }

    @Test("Among other parameters, the one of its registration's own key is told by its type")
    func besideOthers() throws {
        let app = Imposer()
        app.impose(for: Bus.self) { Plain() }
        app.impose(for: String.self, instance: "named by the app")
        let child = Imposer(parent: app)
        child.impose(for: String.self, instance: "named by the child")
        child.impose(for: Bus.self) { (name: String, inner: any Bus) in Wrapped(name, inner) }
        #expect(try child.bus() == "named by the child(plain)")
    }

    @Test("A parameter of its own key looks outward of its registration, whoever asks")
    func whoeverAsks() throws {
        let app = Imposer()
        app.impose(for: Bus.self) { Plain() }
        let scope = app.openScope()
        scope.wrap("logged", option: .closureBased)
        let inner = scope.openScope().openScope()
        #expect(try inner.bus() == "logged(plain)")
        let text = try inner.run { () throws(ImposeError) in try app.bus() }
        #expect(text == "logged(plain)")
        #expect(try app.bus() == "plain")
    }

    @Test("Removing an outer registration is felt inside at once, and where kept after a reset")
    func removed() throws {
        let app = Imposer()
        app.impose(for: Bus.self) { Plain() }
        let (kept, unkept) = (Imposer(parent: app), Imposer(parent: app))
        kept.wrap("kept")
        unkept.wrap("unkept", option: .closureBased)
        #expect(try kept.bus() == "kept(plain)")
        #expect(try unkept.bus() == "unkept(plain)")
        app.remove(for: Bus.self)
        #expect(try kept.bus() == "kept(plain)")
        #expect(failure { () throws(ImposeError) in try unkept.bus() }?.kind == .circular)
        kept.reset()
        #expect(failure { () throws(ImposeError) in try kept.bus() }?.kind == .circular)
        app.impose(for: Bus.self) { Plain("new") }
        #expect(try kept.bus() == "kept(new)")
        #expect(try unkept.bus() == "unkept(new)")
    }

    @Test("Removing an inner registration of the same key leaves the outer instance")
    func innerRemoved() throws {
        let app = Imposer()
        app.impose(for: Bus.self) { Plain() }
        let child = Imposer(parent: app)
        child.wrap("logged")
        #expect(try child.bus() == "logged(plain)")
        child.remove(for: Bus.self)
        #expect(try child.bus() == "plain")
    }

    @Test("A provider that injects its own key itself, and not by a parameter, is circular")
    func byItself() {
        let app = Imposer()
        app.impose(for: Bus.self) { Plain() }
        let child = Imposer(parent: app)
        child.impose(for: Bus.self) { [weak child] in Wrapped("logged", try child?.tryInject(of: Bus.self)) }
        #expect(failure { () throws(ImposeError) in try child.bus() }?.kind == .circular)
    }

    @Test("Threads that make an inner and an outer instance of one key at once get one of each")
    func threads() {
        for _ in 0..<scaled(300) {
            let made = CallCounter()
            let app = Imposer()
            app.impose(for: Bus.self) {
                made.increment()
                return Plain()
            }
            let child = Imposer(parent: app)
            child.impose(for: Bus.self) { (inner: any Bus) in
                made.increment()
                return Wrapped("logged", inner)
            }
            let texts = Collected<String?>()
            onThreads(4) { _, thread in
                texts.add((thread % 2 == 0 ? child : app).unforceInject(of: Bus.self)?.text)
            }
            #expect(made.count == 2)
            #expect(texts.all.filter { $0 == "logged(plain)" }.count == 2)
            #expect(texts.all.filter { $0 == "plain" }.count == 2)
        }
    }
}
