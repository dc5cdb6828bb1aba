import Impose
import ImposeInspecting
import Subjects

private let registrations = 1_000

/// Questions that are answered without building.
var explainingRows: [Row] {
    [
        Row(
            "validate",
            "`validate(wrappers: false)` of 1,000 registrations with two or three parameters, 100 of them missing",
            against: "3,000 look-ups in a `Dictionary`",
            budget: .nanoseconds(50_000_000),
            setUp: imposeDependents,
            ours: Work(operations: 1, samples: 50) {
                {
                    let validation = Imposer.validate(wrappers: false)
                    precondition(validation.errors.count == registrations / 10, "\(validation.errors.count) errors")
                }
            },
            baseline: Work(operations: 1, samples: 50) { { lookUp() } }
        )
    ]
}

/// Imposes classes that need one another, and some of them a nearest match or a type that is not imposed.
private func imposeDependents() {
    let types = (0..<registrations).map(numbered)
    Imposer.impose(for: (any Gateway).self, makeGateway)
    for (number, type) in types.enumerated() {
        let (one, other) = (types[number / 2], types[number / 3])
        switch number % 10 {
        // Each needs the classes before it.
        case _ where number == 0: impose(type, needing: (any Payment).self, (any Clock).self)
        case 0: impose(type, needing: one, other, (any Clock).self)
        case 1, 2, 3: impose(type, needing: one, (any Payment).self)
        default: impose(type, needing: one, other, (any Gateway).self)
        }
    }
}

private func impose<Second>(_ type: any Numbered.Type, needing first: any Any.Type, _ second: Second.Type) {
    func impose<Made: Numbered, First>(_ type: Made.Type, _ first: First.Type) {
        Imposer.impose(for: type) { (_: First, _: Second) in type.init() }
    }
    func open<Made: Numbered>(_ type: Made.Type) {
        func openFirst<First>(_ first: First.Type) { impose(type, first) }
        openFirst(first)
    }
    open(type)
}

private func impose<Third>(
    _ type: any Numbered.Type,
    needing first: any Numbered.Type,
    _ second: any Numbered.Type,
    _ third: Third.Type
) {
    func impose<Made: Numbered, First: Numbered, Second: Numbered>(
        _ type: Made.Type,
        _ first: First.Type,
        _ second: Second.Type
    ) {
        Imposer.impose(for: type) { (_: First, _: Second, _: Third) in type.init() }
    }
    impose(type, first, second)
}

private enum Places {
    static let all = Dictionary(uniqueKeysWithValues: (0..<registrations).map { (ObjectIdentifier(numbered($0)), $0) })
    static let keys = Array(all.keys)
}

private func lookUp() {
    var sum = 0
    for _ in 0..<3 {
        for key in Places.keys { sum += Places.all[key] ?? 0 }
    }
    precondition(sum > 0)
}
