// The kind of finding that each problem is, and how severe it is.

internal import Impose

extension RegistrationProblem {
    /// More instances of one registration than this, for different arguments, are probably not meant.
    static let mostForArguments = 1_000

    private func severity(ofKept count: Int) -> Imposer.Validation.Severity {
        if let type = record.unhashableArgument { return TypeRelation.isValueType(type) ? .error : .warning }
        return count > Self.mostForArguments ? .warning : .note
    }

    /// The kinds of what fails for the same reason as an injection.
    private static let kinds: [ImposeError.Kind: Imposer.Validation.Kind] = [
        .missing: .missing, .ambiguous: .ambiguous, .circular: .circular, .weakValue: .weakValue,
    ]

    var row: Finding.Row {
        let own = record.type
        return switch cause {
        // A provider that was only seen to ask may know what to do without an answer, or ask on a condition.
        case .missing(let edge, _): (.missing, edge.isDeclared ? .error : .warning, edge.key.type)
        case .ambiguous(let edge, _): (.ambiguous, edge.isDeclared ? .error : .warning, edge.key.type)
        case .ambiguousExpectedValues(let edge, _): (.ambiguous, .warning, edge.key.type)
        case .argumentNotPassed(_, let argument, _): (.missing, .error, argument)
        case .circular(let edges): (.circular, edges.allSatisfy(\.isDeclared) ? .error : .warning, own)
        case .unkeptHandleCycle: (.circular, .warning, own)
        case .captive(let captive, let reason): (.captive, captive.severity(for: reason), captive.key.type)
        case .replaced: (.replaced, .warning, own)
        // An imposer that hides registrations of another is mostly there for it.
        case .unreachable: (.unreachable, .note, own)
        case .weakValue: (.weakValue, .error, own)
        case .notSendable: (.notSendable, .warning, own)
        case .opaque: (.opaque, .note, own)
        case .unfitArguments(let arguments): (.argument, arguments.isNear ? .warning : .error, arguments.unfit[0])
        case .keptForArguments(let count): (.argument, severity(ofKept: count), own)
        case .asynchronous(let path): (.asynchronous, .note, path[path.count - 1].type)
        case .asynchronousHandle(let edge, _): (.asynchronous, .warning, edge.key.type)
        case .isolated(let path, _): (.isolated, .note, path[path.count - 1].type)
        case .misspelt(_, _, let isBreaking): (.misspelt, isBreaking ? .error : .warning, own)
        case .unused: (.unused, .note, own)
        case .notBuilt(let arguments): (.notBuilt, .note, arguments[0])
        case .notGiven(let expected, _, _): (.notBuilt, .note, expected.expectation.type)
        case .failed(let error) where error.kind == .asynchronous: (.notBuilt, .note, error.requested)
        case .failed(let error) where error.kind == .isolation: (.notBuilt, .warning, error.requested)
        case .failed(let error): (Self.kinds[error.kind] ?? .failed, .error, error.requested)
        }
    }
}

extension RegistrationFacts {
    /// An expected argument by which kept instances can't be told apart; nil if it is not known to be so.
    var unhashableArgument: (any Any.Type)? {
        arguments.first { !($0 is any Hashable.Type) && !TypeRelation.isExistential(TypeRelation.unwrapped($0)) }
    }
}

extension Captive {
    fileprivate func severity(for reason: Reason) -> Imposer.Validation.Severity {
        switch reason {
        case .neverReleased, .inSome: return .warning
        case .contradicted: return .error
        case .doubtful: return .note
        case .shared, .outlivesReset, .outside, .ends:
            // What is nil elsewhere does not fail.
            if case .absent = edge.fate { return .warning }
            return isCertain ? .error : .warning
        }
    }
}
