import Impose
import TestSupport

// The operations as a reader of a failure sees them: close to their Swift code.

extension ModelPlace: CustomStringConvertible {
    var description: String {
        switch self {
        case .member(.primary): "primary"
        case .member(.secondary): "secondary"
        case .member(.custom(let key)): "custom\(key)"
        case .made(let number): "imposer\(number)"
        }
    }
}

extension ModelRequest: CustomStringConvertible {
    var description: String {
        var text = "\(kind)"
        if let name { text += ", named: \(name)" }
        if rules != .nearest { text += ", ifNoMatchUse: .\(rules)" }
        if let argument { text += ", arguments: \(argument)" }
        return "\(location): \(text)"
    }
}

extension ModelPart: CustomStringConvertible {
    var description: String {
        switch self {
        case .parameter(let kind): "parameter \(kind)"
        case .optional(let kind): "parameter \(kind)?"
        case .lazy(let kind): "parameter Injected<\(kind)>"
        case .following(let kind): "parameter Imposed<\(kind)>"
        case .number: "parameter Int"
        case .asked(let request): "tryInject(\(request))"
        case .unforced(let request): "unforceInject(\(request))"
        case .all(let request): "injectAll(\(request))"
        case .wrapper(let request): "UnforceInjected(\(request))"
        }
    }
}

extension ModelRegistration: CustomStringConvertible {
    var description: String {
        if isGiven { return "\(location).give(…, for: \(kind)\(name.map { ", named: \($0)" } ?? ""))    // r\(number)" }
        var text = "let r\(number) = \(location).impose(for: \(kind)"
        if let name { text += ", named: \(name)" }
        if !isInstance { text += ", option: .\(option)\(scopeName.map { "(in: \($0))" } ?? "")" }
        if givesWay { text += ", onConflict: .keep" }
        text += isInstance ? ", instance: …)" : ")"
        if isWatched { text += ".onDispose { … }" }
        return parts.isEmpty ? text : text + " { \(parts.map { "\($0)" }.joined(separator: "; ")) }"
    }
}

extension ModelOperation: CustomStringConvertible {
    var description: String {
        switch self {
        case .impose(let registration): "\(registration)"
        case .alias(let original, let number, let kind, let name):
            "r\(original).alias(\(kind)\(Self.text(name)))    // r\(number)"
        case .prefer(let number): "r\(number).preferred()"
        case .decorate(let number): "r\(number).decorated { … }"
        case .fail(let number, let isFailing): "r\(number) \(isFailing ? "throws from now on" : "throws no more")"
        case .remove(let location, let kind, let name): "\(location).remove(for: \(kind)\(Self.text(name)))"
        case .reset(let location): "\(location).reset()"
        case .removeAll(let location): "\(location).removeAll()"
        case .store(let request, let number): "store(value\(number), \(request))"
        case .openScope(let number, let location, let name):
            "let imposer\(number) = \(location).openScope(\(name.map { "\($0)" } ?? ""))"
        case .withScope(let number, let location, let name, let operations):
            "\(location.map { "\($0)" } ?? "Imposer").withScope(\(name.map { "\($0)" } ?? "")) { imposer\(number) in "
                + operations.map { "\($0)" }.joined(separator: "; ") + " }"
        case .makePrivate(let number, let location):
            "let imposer\(number) = Imposer(\(location.map { "parent: \($0)" } ?? ""))"
        case .dispose(let location): "\(location).dispose()"
        case .disposeScopes(let name, let location): "\(location).disposeScopes(named: \(name))"
        case .isolate(let number, let isEmpty): "let directory\(number) = isolated(empty: \(isEmpty))"
        case .ask(let query, let request): "\(query)(\(request))"
        case .wrap(let number, let wrapper, let request): "let wrapper\(number) = \(wrapper)(\(request))"
        case .read(let number): "wrapper\(number)()"
        case .storeThrough(let wrapper, let number): "wrapper\(wrapper).store(value\(number))"
        case .readParts(let number): "the last instance of r\(number) reads what it has not read yet"
        case .letGo: "let go of all instances that were handed out"
        case .forget(.imposer(let number)): "let go of imposer\(number)"
        case .forget(.directory(let number)): "let go of directory\(number)"
        case .forget(.wrapper(let number)): "let go of wrapper\(number)"
        }
    }

    private static func text(_ name: ModelName?) -> String {
        name.map { ", named: \($0)" } ?? ""
    }
}

extension ModelStep: CustomStringConvertible {
    var description: String {
        var text = directory == 0 ? "" : "directory\(directory).run { "
        text += runs.map { "\($0).run { " }.joined()
        return text + "\(operation)" + String(repeating: " }", count: runs.count + (directory == 0 ? 0 : 1))
    }
}
