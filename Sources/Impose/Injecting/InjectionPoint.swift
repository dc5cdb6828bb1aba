/// Where and how a property wrapper injects.
@usableFromInline
struct InjectionPoint: Sendable {
    /// How the imposer is named: by its type, to be found when it is needed, or itself.
    @usableFromInline
    enum Source: Sendable {
        case type(ImposerType)
        case imposer(Imposer)
    }

    @usableFromInline
    let source: Source
    @usableFromInline
    let name: InjectionName?
    @usableFromInline
    let rules: InjectionRules
    @usableFromInline
    let place: SourcePlace
    /// Whether nothing but the type matters: from the primary imposer, without a name, by the default rule.
    @usableFromInline
    let isPlain: Bool

    @inlinable
    init(source: Source, name: InjectionName?, rules: InjectionRules, place: SourcePlace) {
        self.source = source
        self.name = name
        self.rules = rules
        self.place = place
        if case .type(.primary) = source, case nil = name, case .nearest = rules {
            isPlain = true
        } else {
            isPlain = false
        }
    }

    /// Where there is a value from the start, and nothing to inject.
    static var nowhere: InjectionPoint {
        InjectionPoint(source: .type(.primary), name: nil, rules: .nearest, place: SourcePlace())
    }

    /// Nil if the injection fails.
    func unforceInject<T>(_ type: T.Type) -> T? {
        imposer.unforceInject(of: type, named: name, ifNoMatchUse: rules, fileID: place.file, line: place.line)
    }

    /// Traps with the error's text if the injection fails.
    @inlinable
    @inline(__always)
    func inject<T>(_ type: T.Type) -> T {
        isPlain ? Impose.inject(of: type, fileID: place.file, line: place.line) : injectOutOfLine(type)
    }

    @usableFromInline
    func injectOutOfLine<T>(_ type: T.Type) -> T {
        imposer.inject(of: type, named: name, ifNoMatchUse: rules, fileID: place.file, line: place.line)
    }

    /// Traps with the error's text where an instance can't be made.
    func injectAll<T>(_ type: T.Type) -> [T] {
        do {
            return try Resolver.resolveAll(Request(type, named: name, at: place), as: type, from: imposer)
        } catch {
            error.trap()
        }
    }

    private var imposer: Imposer {
        switch source {
        case .type(let type): Imposer.imposer(for: type)
        case .imposer(let imposer): imposer
        }
    }
}

extension ImposeError {
    /// Stops the program with the error's text.
    @usableFromInline
    func trap() -> Never {
        fatalError(description, file: place.staticFileID, line: place.line)
    }
}
