internal import Impose

/// A way to mend a failure: what to do, and the code to type for it, if there is any.
struct Fix: Equatable, ExpressibleByStringInterpolation {
    /// The instruction. Where code follows, it ends without a full stop.
    private let instruction: String
    let code: String?
    /// A reader tries the first one, and another one where that can't apply.
    fileprivate static let most = 2

    /// Where to make what has to exist from the start, as the end of a sentence.
    static var start: String { Seam.isInTest ? "in the test" : "where the program starts" }

    init(_ instruction: String, _ code: String? = nil) {
        // What can't be typed is left to words.
        let code = code.flatMap { TypeNames.canBeTyped($0) ? $0 : nil }
        (self.instruction, self.code) = (instruction, code)
    }

    /// Imposes what a registration makes for another type.
    ///
    /// - Parameter beginning: What that is for, without the place.
    init(_ beginning: String, _ record: RegistrationFacts, for type: any Any.Type, _ names: TypeNames) {
        let place = "at \(record.location), in place of \(names.expression(record.type))"
        self.init("\(beginning): \(place), write", names.expression(type))
    }

    /// Lets a registration's instance ask for something each time, where it must not hold it.
    ///
    /// - Parameter beginning: The beginning of the sentence, up to its "let".
    init(_ beginning: String, _ asker: RegistrationFacts, askFor type: any Any.Type, _ names: TypeNames) {
        let subject = "\(names.key(asker.type, asker.key.name)), imposed at \(asker.location),"
        let reading = "take a parameter of this type, and read it each time, as \(names.variable(type))()"
        self.init("\(beginning) \(subject) \(reading)", "Imposed<\(names.annotation(type))>")
    }

    /// Keeps a task where it is started.
    ///
    /// - Parameter text: Which task that is, and what it is to stay in.
    static func staying(_ text: String) -> Fix { Fix("\(text): in place of Task.detached {, write", "Task {") }

    /// Lets a task or a thread run where it is started.
    ///
    /// - Parameter what: What it takes along.
    static func takingAlong(_ what: String) -> Fix {
        let text =
            "Or take \(what) along: write this before the task, thread or queue, and run the code there in context.run { }"
        return Fix(text, "let context = Imposer.currentContext()")
    }

    /// The ways out where an instance is needed that a scope keeps, and what needs it lives longer.
    ///
    /// - Parameters:
    ///   - holder: What lives longer.
    ///   - asker: The registration whose provider needs the instance; nil for the last one that is being built.
    ///   - scopes: The name of the scopes that keep the instance; nil if all do.
    ///   - condition: "If", or more, to begin with.
    static func captive(
        _ holder: RegistrationFacts,
        _ asker: RegistrationFacts? = nil,
        askingFor type: any Any.Type,
        in scopes: InjectionName?,
        _ names: TypeNames,
        beginning condition: String = "If"
    ) -> [Fix] {
        let key = names.key(holder.type, holder.key.name)
        let asker = asker ?? Seam.underWay.last?.registration ?? holder
        let name = scopes.map { " \($0.key.spelling)" } ?? ""
        let text = "\(condition) each scope\(name) may have its own \(key): at \(holder.location), impose it with"
        return [
            Fix(text, "option: .scopedInstance\(scopes.ofScopes)"),
            Fix("If one \(key) serves all scopes: let", asker, askFor: type, names),
        ]
    }

    /// Gives an argument to something that a provider takes as a parameter.
    static func passing(
        _ argument: any Any.Type,
        to type: any Any.Type,
        from taker: RegistrationFacts,
        _ names: TypeNames
    ) -> Fix {
        let text =
            "Arguments are not passed on. At \(taker.location), impose \(names[taker.type]) with a closure that takes "
            + "(imposer: Imposer), and gets \(names[type]) by"
        return Fix(text, "try imposer.tryInject(of: \(names.expression(type)), arguments: \(names.variable(argument)))")
    }

    init(stringLiteral instruction: String) { self.init(instruction) }

    /// With the code on a line of its own that is never broken, so that it can be copied.
    ///
    /// - Parameter indent: The margin of all lines but the first, which is that far to the right already.
    fileprivate func lines(indent: Int) -> String {
        guard let code else { return instruction.wrapped(after: indent, indent: indent) }
        let margin = String(repeating: " ", count: indent)
        return "\("\(instruction):".wrapped(after: indent, indent: indent))\n\(margin)\(code)"
    }
}

extension Sequence<Fix> {
    /// The first ones with a number each, and the code on lines of its own.
    func numbered(indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return prefix(Fix.most).enumerated()
            .map { "\(margin)\($0.offset + 1). \($0.element.lines(indent: indent + 3))" }
            .joined(separator: "\n")
    }
}
