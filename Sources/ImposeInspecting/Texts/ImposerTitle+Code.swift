// Imposers, names and calls as code that could be typed.

internal import Impose

extension InjectionName? {
    /// The name as a further argument: `, named: "sandbox"`, or nothing.
    var argument: String { map { ", named: \($0.spelling)" } ?? "" }

    /// The name as that of the scopes that an option is for: `(in: "request")`, or nothing.
    var ofScopes: String { map { "(in: \($0.key.spelling))" } ?? "" }
}

extension NodeFacts {
    /// The imposer as an expression.
    var expression: String { title.expression }

    /// The line that gives something to the scope.
    ///
    /// - Parameter text: What it begins with: "Give it".
    func giving(_ text: String, _ type: any Any.Type, _ name: InjectionName?, _ names: TypeNames) -> Fix {
        let which = openingLocation.map { "the scope that \($0) opens" } ?? "\(self)"
        return Fix(
            "\(text) to \(which), before anything is injected there. In a block, `scope` is its parameter",
            "scope.give(\(names.variable(type)), for: \(names.expression(type))\(name.argument))"
        )
    }
}

extension ImposerTitle {
    /// An imposer of this title as an expression.
    var expression: String {
        switch self {
        case .member(.primary): "Imposer"
        case .member(let type): "Imposer.imposer(for: \(type.spelling))"
        case .named: "imposer"
        case .scope: "scope"
        }
    }

    /// The static member of `Imposer` that most likely holds the private imposer, if its label can be one: `.payments`.
    var staticMember: String? {
        guard case .named(let label?) = self, let first = label.first, first.isLowercase,
            label.allSatisfy({ $0.isLetter || $0.isNumber })
        else { return nil }
        return ".\(label)"
    }

    /// A call that injects something from an imposer of this title.
    ///
    /// - Parameters:
    ///   - more: The arguments after the name, beginning with a comma.
    ///   - function: `inject`, `tryInject` or another one with the same parameters.
    @inline(never)
    func injecting(
        _ type: any Any.Type,
        _ name: InjectionName?,
        _ names: TypeNames,
        _ more: String = "",
        by function: String = "inject"
    ) -> String {
        let arguments = "of: \(names.expression(type))\(name.argument)\(more)"
        return switch self {
        case .named, .scope: "\(expression).\(function)(\(arguments))"
        case .member(.primary): "\(function)(\(arguments))"
        case .member(let type): "\(function)(from: \(type.spelling), \(arguments))"
        }
    }

    /// A call that awaits something from an imposer of this title.
    func awaiting(_ type: any Any.Type, _ name: InjectionName?, _ names: TypeNames, _ more: String = "") -> String {
        "try await \(injecting(type, name, names, more, by: "injectAsync"))"
    }
}

extension RegistrationFacts {
    /// The imposer as it is called where this was imposed.
    var imposingExpression: String { moduleInjector == nil ? imposer.expression : "imposer" }

    /// A line that would impose a type with this registration's instance for it.
    ///
    /// - Parameter expression: The imposer as it is called there; nil for the imposer of this registration.
    func answering(
        _ type: any Any.Type,
        _ name: InjectionName?,
        in expression: String? = nil,
        _ names: TypeNames
    ) -> String {
        let call = "\(expression ?? imposer.expression).impose(for: \(names.expression(type))\(name.argument))"
        if key.name == nil {
            let variable = names.variable(self.type)
            return "\(call) { (\(variable): \(names.annotation(self.type))) in \(variable) }"
        }
        return "\(call) { (imposer: Imposer) in "
            + "try imposer.tryInject(of: \(names.expression(self.type))\(key.name.argument)) }"
    }

    /// The call that makes its instance before it is asked for, as it would be typed; nil if there is none.
    var preparing: String? {
        guard original == nil, expectedArguments.isEmpty else { return nil }
        if option.keeper == .scope { return "try await scope.prepare()" }
        return option.isForGood ? "try await \(holder.isMember ? "Imposer" : imposer.expression).prepare()" : nil
    }
}

extension ImposerType {
    /// The type as it would be typed.
    var spelling: String {
        switch self {
        case .primary: ".primary"
        case .secondary: ".secondary"
        case .custom(let key): ".custom(\(AnySendableKey(key).spelling))"
        }
    }
}
