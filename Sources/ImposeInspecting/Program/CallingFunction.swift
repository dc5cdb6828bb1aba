internal import Impose

/// A function of the program, as texts name it.
struct CallingFunction: Hashable {
    /// The function with the labels of its parameters: `default argument 0 of Shop.Checkout.init(gateway:)`.
    let name: String
    /// The module that it is in; nil if the symbol does not say.
    let module: String?

    private static let inExtension = "(extension in "

    /// - Parameters:
    ///   - symbol: The symbol: `$s4Shop8CheckoutC7gatewayAcA7Gateway_p_tcfcfA_`.
    ///   - words: The demangled symbol, with all types.
    init(symbol: String, words: String) {
        var parts = Self.parts(of: words)
        var function = parts.removeLast()
        if let open = function.firstIndex(of: "("), function[open...].hasPrefix(Self.inExtension),
            let close = function[open...].firstIndex(of: ")")
        {
            // The symbol of a member of an extension begins with the type that is extended.
            module = String(function[open..<close].dropFirst(Self.inExtension.count))
            function = "\(function[..<open])\(function[close...].dropFirst("):".count))"
        } else {
            module = Self.leadingModule(of: symbol)
        }
        let names = parts.compactMap(Self.withoutType) + [Self.withoutTypes(function)]
        // Says the module where the name does not: a member of another module's type is named after that module.
        let modules = names[names.count - 1].split(separator: " ").map { $0.prefix { $0 != "." } }
        let place = [module].compactMap { $0 }.filter { !modules.contains($0[...]) }
        // The symbol of code at the top of a program is not one of Swift's: it stays as it is.
        let isTop = symbol == words
        name = isTop ? "code at the top of \(module ?? "the program")" : (names + place).joined(separator: " in ")
    }

    /// The module that a symbol begins with: `$s4Shop`, or `Shop_main` for the code at the top of a program.
    private static func leadingModule(of symbol: String) -> String? {
        if symbol.hasSuffix("_main") { return String(symbol.dropLast("_main".count)) }
        guard symbol.hasPrefix("$s") else { return nil }
        let rest = symbol.dropFirst(2)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        return Int(digits).map { String(rest.dropFirst(digits.count).prefix($0)) }
    }

    /// The closures and local functions around the code, innermost first, and at last the function that they are in.
    private static func parts(of words: String) -> [String] {
        // Most names have one part: for these, three searches are saved. Private types are written with ` in `, too.
        if !words.hasPrefix("("), !words.contains(" in ") { return [words] }
        // Behind an await, a function goes on as another one: `(2) await resume partial function for`.
        let resumed = words.hasPrefix("(") ? words.firstRange(of: " resume partial function for ") : nil
        let whole = (resumed.map { String(words[$0.upperBound...]) } ?? words).withoutUnknownContexts
        return whole.split(separator: " in ").reduce(into: []) { parts, part in
            if let last = parts.last, last.hasSuffix("(extension") {
                parts[parts.count - 1] = "\(last) in \(part)"
            } else {
                parts.append(String(part))
            }
        }
    }

    /// A closure or a local function up to its number: `closure #1`. Nil for the context of a local type: the type's
    /// own name has it already.
    private static func withoutType(_ closure: String) -> String? {
        let name = closure.prefix { $0 != "#" }
        guard name.count < closure.count, !name.contains(where: { ".(<".contains($0) }) else { return nil }
        return "\(name)#\(closure.dropFirst(name.count + 1).prefix { $0.isNumber })"
    }

    /// A function with nothing but the labels of its parameters.
    private static func withoutTypes(_ words: String) -> String {
        if let type = words.firstRange(of: " : ") {
            // A variable, or one of the functions that stand behind it.
            let variable = words[..<type.lowerBound]
            return String(variable.hasSuffix(".getter") ? variable.dropLast(".getter".count) : variable)
        }
        guard let open = words.firstIndex(of: "(") else { return String(words) }
        let name = words[..<open].prefix { $0 != "<" }
        var depth = 0
        var parameters = [""]
        for character in words[open...].dropFirst() {
            if depth == 0, character == ")" { break }
            if depth == 0, character == "," {
                parameters.append("")
                continue
            }
            if "([<".contains(character) { depth += 1 }
            // The `>` of an arrow closes nothing.
            if ")]".contains(character) || (character == ">" && parameters.last?.last != "-") { depth -= 1 }
            parameters[parameters.count - 1].append(character)
        }
        let labels = parameters.filter { !$0.isEmpty }.map { parameter in
            let label = parameter.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return parameter[label.endIndex...].hasPrefix(": ") ? "\(label):" : "_:"
        }
        return "\(name)(\(labels.joined()))"
    }
}
