import Impose
import TestSupport
import Testing

private protocol Pet: AnyObject {}

private final class Dog: Pet {}

private final class Cat: Pet {}

@Suite("Exact keys")
struct ExactKeyTests {
    private let imposer = Imposer()

    @Test("metatypes are keys")
    func metatypes() throws {
        imposer.impose(for: Dog.Type.self, Dog.self)
        imposer.impose(for: (any Pet.Type).self, Cat.self)
        #expect(try imposer.tryInject(of: Dog.Type.self) == Dog.self)
        #expect(try imposer.tryInject(of: (any Pet.Type).self) == Cat.self)
        #expect(imposer.unforceInject(of: Cat.Type.self) == nil)
        #expect(imposer.unforceInject(of: Dog.self) == nil)
    }

    @Test("tuples are keys")
    func tuples() throws {
        imposer.impose(for: (Int, String).self, (1, "one"))
        imposer.impose(for: (number: Int, text: String).self, (number: 2, text: "two"))
        imposer.impose(for: Void.self, ())
        #expect(try imposer.tryInject(of: (Int, String).self) == (1, "one"))
        #expect(try imposer.tryInject(of: (number: Int, text: String).self) == (2, "two"))
        try imposer.tryInject(of: Void.self)
        #expect(imposer.unforceInject(of: (String, Int).self) == nil)
    }

    @Test("closures are keys")
    func closures() throws {
        imposer.impose(for: ((Int) -> Int).self, { $0 + 1 })
        imposer.impose(for: (() -> Int).self, { 7 })
        imposer.impose(for: (@Sendable (Int) throws -> Int).self) { (addend: String) in { $0 + addend.count } }
        imposer.impose(for: String.self, "two")
        #expect(try imposer.tryInject(of: ((Int) -> Int).self)(1) == 2)
        #expect(try imposer.tryInject(of: (() -> Int).self)() == 7)
        #expect(try imposer.tryInject(of: (@Sendable (Int) throws -> Int).self)(1) == 4)
        #expect(imposer.unforceInject(of: ((Int) -> String).self) == nil)
    }

    @Test("a provider may make nil for an optional type")
    func nilProvider() throws {
        imposer.impose(for: Int?.self, nil)
        #expect(try imposer.tryInject(of: Int?.self) == nil)
        #expect(imposer.isImposed(Int?.self))
        #expect(imposer.unforceInject(of: Int.self) == nil)
    }

    @Test("nil is kept as any other instance is")
    func nilIsKept() throws {
        let counter = CallCounter()
        imposer.impose(for: Dog?.self) {
            counter.increment()
            return nil
        }
        #expect(try imposer.tryInject(of: Dog?.self) == nil)
        #expect(try imposer.tryInject(of: Dog?.self) == nil)
        #expect(counter.count == 1)
    }

    @Test("arrays, dictionaries, existentials and Any are keys")
    func others() throws {
        imposer.impose(for: [Int].self, [1])
        imposer.impose(for: [String: Int].self, ["one": 1])
        imposer.impose(for: Any.self, 3)
        imposer.impose(for: AnyObject.self, Dog())
        #expect(try imposer.tryInject(of: [Int].self) == [1])
        #expect(try imposer.tryInject(of: [String: Int].self) == ["one": 1])
        #expect(try imposer.tryInject(of: Any.self) as? Int == 3)
        #expect(try imposer.tryInject(of: AnyObject.self) is Dog)
        #expect(imposer.unforceInject(of: [String].self) == nil)
    }

    @Test("Any and AnyObject are answered by nothing but themselves")
    func anything() {
        imposer.impose(for: Dog.self, Dog())
        #expect(imposer.unforceInject(of: Any.self) == nil)
        #expect(imposer.unforceInject(of: AnyObject.self) == nil)
    }
}

@Suite("Optional requests")
struct OptionalRequestTests {
    private let imposer = Imposer()

    @Test("a request for an optional finds what is imposed for the type inside")
    func wrapped() throws {
        imposer.impose(for: Dog.self) { Dog() }
        let dog = try imposer.tryInject(of: Dog.self)
        #expect(try imposer.tryInject(of: Dog?.self) === dog)
        let twice: Dog?? = try imposer.tryInject()
        #expect(twice != nil)
        #expect((twice ?? nil) === dog)
        let thrice: Dog??? = try imposer.tryInject()
        #expect(((thrice ?? nil) ?? nil) === dog)
    }

    @Test("a request for an optional finds the compatible registration")
    func compatible() throws {
        imposer.impose(for: Dog.self) { Dog() }
        #expect(try imposer.tryInject(of: Pet?.self) is Dog)
        let twice: Pet?? = try imposer.tryInject()
        #expect((twice ?? nil) is Dog)
    }

    @Test("a request for an optional finds the castable registration")
    func castable() throws {
        imposer.impose(for: Pet.self) { Dog() }
        #expect(try imposer.tryInject(of: Dog?.self, ifNoMatchUse: .nearestAndCastable) != nil)
        #expect(try imposer.tryInject(of: Cat?.self, ifNoMatchUse: .nearestAndCastable) == nil)
        #expect(try imposer.tryInject(of: Int?.self, ifNoMatchUse: .nearestAndCastable) == nil)
        #expect(try imposer.tryInject(of: Dog?.self) == nil)
    }

    @Test("a request for an optional is nil if there is nothing")
    func missing() throws {
        #expect(try imposer.tryInject(of: Dog?.self) == nil)
        #expect(try imposer.tryInject(of: Pet?.self) == nil)
        let twice: Dog?? = try imposer.tryInject()
        #expect((twice ?? nil) == nil)
        #expect(!imposer.isImposed(Dog?.self))
    }

    @Test("A request for an optional takes the optional type itself before what is inside it")
    func exactFirst() throws {
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: Int?.self, 2)
        imposer.impose(for: Int??.self, 3)
        #expect(try imposer.tryInject(of: Int.self) == 1)
        #expect(try imposer.tryInject(of: Int?.self) == 2)
        #expect(try imposer.tryInject(of: Int??.self) == 3)
        #expect(try imposer.tryInject(of: Int???.self) == 3)
        imposer.remove(for: Int??.self)
        #expect(try imposer.tryInject(of: Int??.self) == 2)
        imposer.remove(for: Int?.self)
        #expect(try imposer.tryInject(of: Int??.self) == 1)
    }

    @Test("a kept nil answers a request that is more optional")
    func keptNil() throws {
        imposer.impose(for: Int.self, 1)
        imposer.impose(for: Int?.self, nil)
        let twice: Int?? = try imposer.tryInject()
        #expect((twice ?? nil) == nil)
    }

    @Test("an ambiguous optional is an error and not nil")
    func ambiguous() throws {
        imposer.impose(for: Dog.self) { Dog() }
        imposer.impose(for: Cat.self) { Cat() }
        let error = #expect(throws: ImposeError.self) { try imposer.tryInject(of: Pet?.self) }
        #expect(error?.kind == .ambiguous)
    }

    @Test("an optional parameter is filled or nil")
    func parameter() throws {
        struct Owner {
            let dog: Dog?
        }
        imposer.impose(for: Owner.self, option: .closureBased, Owner.init)
        #expect(try imposer.tryInject(of: Owner.self).dog == nil)
        imposer.impose(for: Dog.self) { Dog() }
        #expect(try imposer.tryInject(of: Owner.self).dog != nil)
    }
}
