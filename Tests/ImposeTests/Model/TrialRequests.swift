import Impose
import TestSupport

extension ModelName {
    var injectionName: InjectionName { InjectionName(self) }
}

// Imposers of the directory are asked by the global functions, others by their methods; and with as few arguments as
// possible, since short calls go another way through the library.
extension Trial {
    func inject<T>(_ type: T.Type, _ request: ModelRequest) throws(ImposeError) -> T {
        let (name, rules) = (request.name?.injectionName, request.rules)
        let isPlain = name == nil && rules == .nearest
        switch request.location {
        case .member(.primary) where isPlain && request.argument == nil: return try tryInject(of: type)
        case .member(let member):
            let imposer = member.type
            guard let argument = request.argument else {
                return try tryInject(from: imposer, of: type, named: name, ifNoMatchUse: rules)
            }
            return try tryInject(from: imposer, of: type, named: name, ifNoMatchUse: rules, arguments: argument)
        case .made:
            guard let imposer = find(request.location) else { preconditionFailure("It was looked for before") }
            if let argument = request.argument {
                return try imposer.tryInject(of: type, named: name, ifNoMatchUse: rules, arguments: argument)
            }
            if isPlain { return try imposer.tryInject(of: type) }
            return try imposer.tryInject(of: type, named: name, ifNoMatchUse: rules)
        }
    }

    func unforced<T>(_ type: T.Type, _ request: ModelRequest) -> T? {
        let (name, rules) = (request.name?.injectionName, request.rules)
        switch request.location {
        case .member(let member):
            let imposer = member.type
            guard let argument = request.argument else {
                return unforceInject(from: imposer, of: type, named: name, ifNoMatchUse: rules)
            }
            return unforceInject(from: imposer, of: type, named: name, ifNoMatchUse: rules, arguments: argument)
        case .made:
            guard let imposer = find(request.location) else { preconditionFailure("It was looked for before") }
            guard let argument = request.argument else {
                return imposer.unforceInject(of: type, named: name, ifNoMatchUse: rules)
            }
            return imposer.unforceInject(of: type, named: name, ifNoMatchUse: rules, arguments: argument)
        }
    }

    func injectAll<T>(_ type: T.Type, _ request: ModelRequest) throws(ImposeError) -> [T] {
        let name = request.name?.injectionName
        switch request.location {
        case .member(let member): return try Impose.injectAll(from: member.type, of: type, named: name)
        case .made:
            guard let imposer = find(request.location) else { preconditionFailure("It was looked for before") }
            return try imposer.injectAll(of: type, named: name)
        }
    }

    func isImposed<T>(_ type: T.Type, _ request: ModelRequest) -> Bool {
        find(request.location)?.isImposed(type, named: request.name?.injectionName, ifNoMatchUse: request.rules)
            ?? false
    }
}
