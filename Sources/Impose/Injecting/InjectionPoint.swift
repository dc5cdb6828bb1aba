/// Where and how a property wrapper injects.
struct InjectionPoint: Sendable {
    /// How the imposer is named: by its type, to be found when it is needed, or itself.
    enum Source: Sendable {
        case type(ImposerType)
        case imposer(Imposer)
    }

    let source: Source
    let name: InjectionName?
    let rules: InjectionRules
    let place: SourcePlace

    /// Nil if the injection fails.
    func unforceInject<T>(_ type: T.Type) -> T? {
        let request = Request(type, named: name, rules: rules, at: place, wantsReasons: false)
        return try? Resolver.resolve(request, as: type, from: imposer)
    }

    /// Traps with the error's text if the injection fails.
    func inject<T>(_ type: T.Type) -> T {
        do {
            return try Resolver.resolve(
                Request(type, named: name, rules: rules, at: place),
                as: type,
                from: imposer
            )
        } catch {
            error.trap()
        }
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
