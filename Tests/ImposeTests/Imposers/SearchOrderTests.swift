import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Shape: Sendable {
    var origin: String { get }
}

private protocol Polygon: Shape {}

private struct Square: Polygon {
    let origin: String
}

private struct Circle: Shape {
    let origin: String
}

private final class Drawing: Sendable {
    let shape: any Shape

    init(shape: any Shape) {
        self.shape = shape
    }
}

@Suite("Imposers are searched one after the other, each whole", .imposing(empty: true))
struct SearchOrderTests {
    @Test(
        "The asked imposer is searched first, then its parents, then the rest of the directory"
    )
    func order() {
        let secondCustom = Imposer.imposer(for: .custom("b"))
        let firstCustom = Imposer.imposer(for: .custom("a"))
        let secondary = Imposer.imposer(for: .secondary)
        let primary = Imposer.imposer(for: .primary)
        let parent = Imposer(parent: firstCustom)
        let child = Imposer(parent: parent)

        let expected = [child, parent, firstCustom, primary, secondary, secondCustom]
        for imposer in expected.reversed() {
            let description = "\(ObjectIdentifier(imposer))"
            imposer.impose(for: Shape.self) { Circle(origin: description) }
            #expect(child.inject(of: Shape.self).origin == description)
        }
        for imposer in expected {
            #expect(child.inject(of: Shape.self).origin == "\(ObjectIdentifier(imposer))")
            imposer.remove(for: Shape.self)
        }
        #expect(child.unforceInject(of: Shape.self) == nil)
    }

    @Test("a private imposer searches itself and its parents alone")
    func privateImposer() {
        Imposer.imposer(for: .primary).impose(for: Shape.self) { Circle(origin: "primary") }
        let parent = Imposer()
        parent.impose(for: Square.self) { Square(origin: "parent") }
        let child = Imposer(parent: parent)
        #expect(child.inject(of: Shape.self).origin == "parent")
        #expect(child.unforceInject(of: Circle.self) == nil)
        #expect(parent.unforceInject(of: Circle.self) == nil)
    }

    @Test("a compatible registration of an earlier imposer goes before an exact one of a later")
    func wholeBeforeNext() {
        Imposer.imposer(for: .secondary).impose(for: Shape.self) { Circle(origin: "exact, later") }
        Imposer.imposer(for: .primary).impose(for: Square.self) { Square(origin: "compatible, earlier") }
        #expect(Imposer.imposer(for: .primary).inject(of: Shape.self).origin == "compatible, earlier")
        #expect(Imposer.imposer(for: .secondary).inject(of: Shape.self).origin == "exact, later")
    }

    @Test("under a castable rule an earlier imposer's castable instance goes before a later one's exact registration")
    func castableBeforeNext() {
        Imposer.imposer(for: .secondary).impose(for: Polygon.self) { Square(origin: "exact, later") }
        Imposer.imposer(for: .primary).impose(for: Shape.self) { Square(origin: "castable, earlier") }
        let primary = Imposer.imposer(for: .primary)
        #expect(primary.inject(of: Polygon.self).origin == "exact, later")
        #expect(primary.inject(of: Polygon.self, ifNoMatchUse: .nearestAndCastable).origin == "castable, earlier")
    }

    @Test("a tie stops the search, even where a later imposer has an exact answer")
    func tieStops() {
        let primary = Imposer.imposer(for: .primary)
        primary.impose(for: Square.self) { Square(origin: "primary") }
        primary.impose(for: Circle.self) { Circle(origin: "primary") }
        Imposer.imposer(for: .secondary).impose(for: Shape.self) { Circle(origin: "secondary") }
        let error = failure { () throws(ImposeError) in try primary.tryInject(of: Shape.self) }
        #expect(error?.kind == .ambiguous)
        #expect(!primary.isImposed(Shape.self))
    }

    @Test("parameters come from the imposer that holds the registration, whoever asks")
    func parameters() {
        let parent = Imposer()
        parent.impose(for: Drawing.self, option: .closureBased, Drawing.init)
        parent.impose(for: Shape.self) { Circle(origin: "parent") }
        let child = Imposer(parent: parent)
        child.impose(for: Shape.self) { Circle(origin: "child") }
        // The second time from memory.
        for _ in 0..<2 {
            #expect(child.inject(of: Drawing.self).shape.origin == "parent")
            #expect(child.inject(of: Shape.self).origin == "child")
        }

        let secondary = Imposer.imposer(for: .secondary)
        secondary.impose(for: Drawing.self, option: .closureBased, Drawing.init)
        secondary.impose(for: Shape.self) { Circle(origin: "secondary") }
        Imposer.imposer(for: .primary).impose(for: Shape.self) { Circle(origin: "primary") }
        for _ in 0..<2 {
            #expect(Imposer.imposer(for: .primary).inject(of: Drawing.self).shape.origin == "secondary")
        }
    }

    @Test("Imposers that have the same type each keep an instance of their own")
    func instances() {
        let made = CallCounter()
        let parent = Imposer()
        let child = Imposer(parent: parent)
        for imposer in [parent, child] {
            imposer.impose(for: CallCounter.self) {
                made.increment()
                return CallCounter()
            }
        }
        #expect(parent.inject(of: CallCounter.self) !== child.inject(of: CallCounter.self))
        #expect(parent.inject(of: CallCounter.self) === parent.inject(of: CallCounter.self))
        #expect(made.count == 2)
    }
}
