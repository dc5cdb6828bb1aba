import Foundation
import Impose
import ImposeTesting
import TestSupport
import Testing

private protocol Kitchen: Sendable {}

/// A protocol that is never imposed here.
private protocol Pantry: Sendable {}

private struct Stove: Kitchen {}

private struct Oven: Kitchen {}

private final class Cook: Sendable {
    init(waiter: Waiter) {}
}

private final class Waiter: Sendable {
    init(cook: Cook) {}
}

private struct Burnt: Error, Equatable {
    let dish: String
}

private struct Unhashable: Sendable {}

private struct Recipe: Sendable {
    let dish: String
}

/// A failing injection, with the expected text of its error.
enum FailingInjection: CaseIterable {
    case missing, ambiguous, circular, providerFailed, tooManyArguments, wrongArgument, unhashableArgument, isolation

    static let fileID: StaticString = "Kitchen/Menu.swift"

    var kind: ImposeError.Kind {
        switch self {
        case .missing: .missing
        case .ambiguous: .ambiguous
        case .circular: .circular
        case .providerFailed: .providerFailed
        case .tooManyArguments, .wrongArgument, .unhashableArgument: .arguments
        case .isolation: .isolation
        }
    }

    /// The injection that fails, always at line 50.
    func error() -> ImposeError? {
        let imposer = Imposer()
        switch self {
        case .missing:
            return failure { try imposer.tryInject(of: Pantry.self, fileID: Self.fileID, line: 50) }
        case .ambiguous:
            imposer.impose(for: Stove.self, Stove())
            imposer.impose(for: Oven.self, Oven())
            return failure { try imposer.tryInject(of: Kitchen.self, fileID: Self.fileID, line: 50) }
        case .circular:
            imposer.impose(for: Cook.self, fileID: Self.fileID, line: 40, Cook.init)
            imposer.impose(for: Waiter.self, fileID: Self.fileID, line: 50, Waiter.init)
            return failure { try imposer.tryInject(of: Cook.self, fileID: Self.fileID, line: 30) }
        case .providerFailed:
            imposer.impose(for: Kitchen.self) { () throws -> any Kitchen in throw Burnt(dish: "toast") }
            return failure { try imposer.tryInject(of: Kitchen.self, fileID: Self.fileID, line: 50) }
        case .tooManyArguments:
            imposer.impose(for: Recipe.self, Recipe.init)
            let arguments = ("stew", "soup")
            return failure {
                try imposer.tryInject(
                    of: Recipe.self,
                    arguments: arguments.0,
                    arguments.1,
                    fileID: Self.fileID,
                    line: 50
                )
            }
        case .wrongArgument:
            imposer.impose(for: Recipe.self, Recipe.init)
            return failure { try imposer.tryInject(of: Recipe.self, arguments: 7, fileID: Self.fileID, line: 50) }
        case .unhashableArgument:
            imposer.impose(for: Int.self) { (_: Unhashable) in 1 }
            return failure {
                try imposer.tryInject(of: Int.self, arguments: Unhashable(), fileID: Self.fileID, line: 50)
            }
        case .isolation:
            imposer.impose(for: Kitchen.self) { @MainActor in Stove() }
            return failure { try imposer.tryInject(of: Kitchen.self, fileID: Self.fileID, line: 50) }
        }
    }

    var requested: any Any.Type {
        switch self {
        case .missing: (any Pantry).self
        case .ambiguous, .providerFailed, .isolation: (any Kitchen).self
        case .circular: Cook.self
        case .tooManyArguments, .wrongArgument: Recipe.self
        case .unhashableArgument: Int.self
        }
    }

    var path: [String] {
        switch self {
        case .circular: ["Cook", "Waiter", "Cook"]
        default: [String(describing: requested)]
        }
    }

    var candidateTypes: [ObjectIdentifier] {
        self == .ambiguous ? [ObjectIdentifier(Stove.self), ObjectIdentifier(Oven.self)] : []
    }
}

/// The ImposeError that something throws.
private func failure<Result>(_ body: () throws -> Result) -> ImposeError? {
    #expect(throws: ImposeError.self) { _ = try body() }
}

@Suite("Errors", .imposing(empty: true))
struct ImposeErrorTests {
    @Test("An error says of which kind it is and what was requested", arguments: FailingInjection.allCases)
    func kindAndRequested(_ injection: FailingInjection) throws {
        let error = try #require(injection.error())
        #expect(error.kind == injection.kind)
        #expect(ObjectIdentifier(error.requested) == ObjectIdentifier(injection.requested))
        #expect(error.name == nil)
    }

    @Test("An error has the path down to what was requested", arguments: FailingInjection.allCases)
    func path(_ injection: FailingInjection) throws {
        let error = try #require(injection.error())
        #expect(error.path.map { "\($0)" } == injection.path)
        #expect(error.path.last.map { ObjectIdentifier($0.type) } == ObjectIdentifier(error.requested))
    }

    @Test("An error says where the injection stands", arguments: FailingInjection.allCases)
    func location(_ injection: FailingInjection) throws {
        let error = try #require(injection.error())
        #expect(error.location == Imposer.SourceLocation(fileID: FailingInjection.fileID, line: 50))
        #expect("\(error.location)" == "Kitchen/Menu.swift:50")
    }

    @Test("An error lists the registrations in question", arguments: FailingInjection.allCases)
    func candidates(_ injection: FailingInjection) throws {
        let error = try #require(injection.error())
        #expect(error.candidates.map { ObjectIdentifier($0.type) } == injection.candidateTypes)
    }

    @Test("An error has an underlying one only if the provider threw", arguments: FailingInjection.allCases)
    func underlyingError(_ injection: FailingInjection) throws {
        let error = try #require(injection.error())
        #expect(error.underlyingError as? Burnt == (injection == .providerFailed ? Burnt(dish: "toast") : nil))
        #expect((error.underlyingError == nil) == (injection != .providerFailed))
    }

    @Test(
        "A localized ImposeError has the whole text, its headline and its fixes",
        arguments: FailingInjection.allCases
    )
    func localizedError(_ injection: FailingInjection) throws {
        let error = try #require(injection.error())
        let headline = error.description.components(separatedBy: "\n\n")[0].replacing("\n", with: " ")
        #expect(error.errorDescription == error.description)
        #expect(error.localizedDescription == error.description)
        #expect(error.failureReason == headline)
        let suggestion = try #require(error.recoverySuggestion)
        #expect(error.description.contains("\n\n  To fix it:\n\(suggestion)"))
    }

    @Test("Without other places given, the place is the line of the call")
    func defaultPlaces() throws {
        let imposer = Imposer()
        let line = #line as UInt
        let called = failure { try imposer.tryInject(of: Kitchen.self) }
        #expect(called?.location == Imposer.SourceLocation(line: line + 1))
        let registered = line + 4
        imposer.impose(for: Cook.self, Cook.init)
        let parameter = failure { try imposer.tryInject(of: Cook.self) }
        #expect(parameter?.location == Imposer.SourceLocation(line: registered))
        #expect(parameter?.path.map(\.location.line) == [registered + 1, registered])
        #expect(parameter?.location.fileID == "ImposeTests/ImposeErrorTests.swift")
    }

    @Test("The place of a global function and of injectAll is the line of the call, too")
    func otherPlaces() throws {
        struct Unheard {}
        let line = #line as UInt
        let global = failure { try tryInject(of: Unheard.self) }
        #expect(global?.location.line == line + 1)
        let imposer = Imposer()
        imposer.impose(for: Kitchen.self) { () throws -> any Kitchen in throw Burnt(dish: "toast") }
        let all = failure { try imposer.injectAll(of: Kitchen.self) }
        #expect(all?.location.line == line + 5)
    }

    @Test("A candidate has all that tells registrations apart")
    func candidateFacts() throws {
        let imposer = Imposer(label: "cellar")
        imposer.impose(
            for: Stove.self,
            named: "old",
            option: .closureBased,
            fileID: "Kitchen/A.swift",
            line: 1,
            Stove()
        )
        imposer.impose(for: Oven.self, named: "old", fileID: "Kitchen/B.swift", line: 2, Oven())
        let error = try #require(failure { try imposer.tryInject(of: Kitchen.self, named: "old") })
        #expect(error.name == "old")
        #expect(error.candidates.map(\.name) == ["old", "old"])
        #expect(error.candidates.map(\.distance) == [1, 1])
        #expect(error.candidates.map(\.imposer) == Array(repeating: "private imposer \"cellar\"", count: 2))
        #expect(error.candidates.map(\.option) == [.closureBased, .singleInstance])
        #expect(error.candidates.map(\.location.description) == ["Kitchen/A.swift:1", "Kitchen/B.swift:2"])
        #expect(error.candidates.map(\.note) == [nil, nil])
    }

    @Test("An error for what is missing says which imposers were searched, in order")
    func searched() throws {
        let parent = Imposer(label: "parent")
        parent.impose(for: Int.self, 1)
        let child = Imposer(parent: parent)
        let error = try #require(failure { try child.tryInject(of: Kitchen.self) })
        #expect(error.searched == ["private imposer (0 registrations)", "private imposer \"parent\" (1 registration)"])
    }

    @Test("The underlying error of a provider deep down arrives with the path to it")
    func nestedProviderFailure() throws {
        let imposer = Imposer()
        imposer.impose(for: Recipe.self) { () throws -> Recipe in throw Burnt(dish: "roast") }
        imposer.impose(for: Int.self) { (recipe: Recipe) in recipe.dish.count }
        imposer.impose(for: String.self) { (count: Int) in "\(count)" }
        let error = try #require(failure { try imposer.tryInject(of: String.self) })
        #expect(error.kind == .providerFailed)
        #expect(ObjectIdentifier(error.requested) == ObjectIdentifier(Recipe.self))
        #expect(error.path.map { "\($0)" } == ["String", "Int", "Recipe"])
        #expect(error.underlyingError as? Burnt == Burnt(dish: "roast"))
    }
}
