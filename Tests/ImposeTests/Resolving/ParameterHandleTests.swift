import Impose
import TestSupport
import Testing

private final class Parent: Sendable {
    let child: Child

    init(child: Child) { self.child = child }
}

private final class Child: Sendable {
    let parent: Injected<Parent>

    init(parent: Injected<Parent>) { self.parent = parent }
}

private final class Report: Sendable {
    let note: String?

    init(note: String?) { self.note = note }
}

private final class Lazy: Sendable {
    let number: Injected<Int>

    init(number: Injected<Int>) { self.number = number }
}

@Suite("Optional and lazy parameters")
struct ParameterHandleTests {
    @Test("an optional parameter is nil when nothing is imposed, and filled when something is")
    func optional() {
        let imposer = Imposer()
        imposer.impose(for: Report.self, option: .closureBased, Report.init)
        #expect(imposer.inject(of: Report.self).note == nil)
        imposer.impose(for: String.self, "noted")
        #expect(imposer.inject(of: Report.self).note == "noted")
        imposer.remove(for: String.self)
        #expect(imposer.inject(of: Report.self).note == nil)
    }

    @Test("an optional parameter whose provider fails is a failure, not nil")
    func optionalFailing() {
        struct Broken: Error {}
        let imposer = Imposer()
        imposer.impose(for: Report.self, option: .closureBased, Report.init)
        imposer.impose(for: String.self) { () throws -> String in throw Broken() }
        let error = failure { () throws(ImposeError) in try imposer.tryInject(of: Report.self) }
        #expect(error?.kind == .providerFailed)
        #expect(error?.path.map(\.description) == ["Report", "String? (String)"] || error?.path.count == 2)
    }

    @Test("a lazy parameter cuts a cycle")
    func cycle() {
        let imposer = Imposer()
        imposer.impose(for: Parent.self, Parent.init)
        imposer.impose(for: Child.self, Child.init)
        let parent: Parent = imposer.inject()
        #expect(parent.child.parent() === parent)
    }

    @Test("a lazy parameter is injected at its first read, once")
    func firstRead() {
        let imposer = Imposer()
        let made = CallCounter()
        imposer.impose(for: Lazy.self, option: .closureBased, Lazy.init)
        let lazy: Lazy = imposer.inject()
        imposer.impose(for: Int.self, option: .closureBased) { made.increment() }
        #expect(made.count == 0)
        #expect(lazy.number() == 1)
        #expect(lazy.number() == 1)
    }

    @Test("a lazy parameter of a scoped instance is injected in its scope, whoever reads it, without holding it")
    func scoped() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: Lazy.self, option: .scopedInstance, Lazy.init)
        var scope: Imposer? = imposer.openScope("request")
        scope?.impose(for: Int.self, 2)
        let lazy = scope?.inject(of: Lazy.self)
        onAnotherThread { #expect(lazy?.number() == 2) }
        let watched = scope.map { Watched($0) }
        scope = nil
        #expect(watched?.isGone == true)
    }

    @Test("a lazy parameter of a singleton never reaches into the scope that asked first")
    func singleton() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: Lazy.self, Lazy.init)
        let scope = imposer.openScope()
        scope.impose(for: Int.self, 2)
        let lazy: Lazy = scope.run { scope.inject() }
        #expect(scope.run { lazy.number() } == 1)
    }

    @Test("a lazy parameter of a new instance is injected in the scope that asked for it")
    func closureBased() {
        let imposer = Imposer()
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: Lazy.self, option: .closureBased, Lazy.init)
        let scope = imposer.openScope()
        scope.impose(for: Int.self, 2)
        let lazy: Lazy = scope.inject()
        let outside: Lazy = imposer.inject()
        #expect(lazy.number() == 2)
        #expect(outside.number() == 1)
    }

    @Test("an argument may be given for a lazy parameter")
    func argument() {
        let imposer = Imposer()
        imposer.impose(for: Lazy.self, option: .closureBased, Lazy.init)
        #expect(imposer.inject(of: Lazy.self, arguments: Injected(wrappedValue: 7)).number() == 7)
    }

    @Test("a lazy parameter lets its imposer go")
    func releases() {
        var imposer: Imposer? = Imposer()
        imposer?.impose(for: Parent.self, Parent.init)
        imposer?.impose(for: Child.self, Child.init)
        let watched = imposer.map { Watched($0) }
        let parent = imposer.map { Watched($0.inject(of: Parent.self)) }
        imposer = nil
        #expect(watched?.isGone == true)
        #expect(parent?.isGone == true)
    }
}
