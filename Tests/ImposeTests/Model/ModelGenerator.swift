import Impose
import TestSupport

/// A generator of steps: the same for the same seed.
struct ModelGenerator {
    /// A scope or a private imposer that exists.
    struct Made {
        let number: Int
        let parent: ModelPlace?
        /// The number of scopes among its ancestors, itself included.
        let depth: Int
    }

    var generator: SeededGenerator
    var number = 0
    var made: [Made] = []
    var registrations: [ModelRegistration] = []
    var wrappers: [Int] = []
    var directories = [0]
    var asked: [ModelStep] = []
    /// The next operation, if it is settled.
    var next: ModelOperation?
    /// The next steps, if they are.
    var upcoming: [ModelStep] = []

    /// The lifetime of what would be held weakly.
    let weak: InjectOption
    /// Whether there are scopes, and isolated directories.
    let hasContexts: Bool
    /// The ways to ask.
    let queries: [ModelQuery]

    /// - Parameter hasWeak: Whether some instances are held weakly. The task that builds one may hold it for a moment
    ///   after it was handed out.
    init(seed: UInt64, hasWeak: Bool = true, hasContexts: Bool = true) {
        generator = SeededGenerator(seed: seed)
        weak = hasWeak ? .weakInstance : .singleInstance
        self.hasContexts = hasContexts
        queries = ModelQuery.allCases.filter { Trial.explains || !$0.isExplanation }
    }

    mutating func steps(_ count: Int) -> [ModelStep] {
        var steps: [ModelStep] = []
        // Most apps begin with this.
        for _ in 0..<Int.random(in: 3...9, using: &generator) { steps.append(ModelStep(operation: impose(places: 25))) }
        while steps.count < count {
            if !upcoming.isEmpty {
                steps.append(upcoming.removeFirst())
                continue
            }
            if hasContexts, chance(4) {
                tellStory()
                continue
            }
            if chance(30), let again = asked.suffix(8).randomElement(using: &generator) {
                steps.append(again)
                continue
            }
            let directory = chance(25) ? directories.randomElement(using: &generator) ?? 0 : 0
            let step = ModelStep(directory: directory, runs: hasContexts ? runs() : [], operation: operation())
            steps.append(step)
            guard case .ask = step.operation else { continue }
            asked.append(step)
            // The second answer is often the one that was remembered, and the third another way to get it.
            if chance(40) { steps.append(step) }
        }
        // The first ones have most in them.
        return steps + made.prefix(3).map { ModelStep(operation: .dispose(.made($0.number))) }
    }

    private mutating func operation() -> ModelOperation {
        if let operation = next {
            next = nil
            return operation
        }
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<18: return impose()
        case 18..<60: return ask()
        case 60..<70 where !hasContexts: return ask()
        case 60..<66: return openScope()
        case 66..<70: return withScope()
        case 70..<72: return makePrivate()
        case 72..<75: return remove()
        case 75..<77: return .reset(location())
        case 77..<79: return hasContexts && chance(70) ? isolate() : .removeAll(location())
        case 79..<83: return .store(exactRequest(), number: newNumber())
        case 83..<86: return alias()
        case 86: return say()
        case 87: return fail()
        case 88..<90: return dispose()
        case 90..<92: return wrap()
        case 92..<95: return readWrapper()
        case 95..<97: return readParts()
        case 97: return forget()
        default: return .letGo
        }
    }

    /// - Parameter places: The chance, in percent, that it is not imposed on the primary imposer.
    mutating func impose(places: Int = 100) -> ModelOperation {
        let kind = ModelKind.allCases.randomElement(using: &generator) ?? .being
        var registration = ModelRegistration(
            number: newNumber(),
            location: chance(places) ? location() : .member(.primary),
            kind: kind,
            name: name(),
            option: option()
        )
        if registration.option == .scopedInstance, chance(40) { registration.scopeName = scopeName() }
        registration.givesWay = chance(10)
        registration.isInstance = chance(10)
        registration.isGiven = registration.isInstance && chance(60)
        if registration.isGiven { registration.givesWay = false }
        registration.isWatched = !registration.isGiven && chance(30)
        if !registration.isInstance, chance(65) { registration.parts = parts(for: registration) }
        registrations.append(registration)
        return .impose(registration)
    }

    private mutating func option() -> InjectOption {
        let options: [InjectOption] = [
            .singleInstance, .scopedInstance, .scopedInstance, .closureBased, .graphInstance, .graphInstance,
            weak,
        ]
        return options.randomElement(using: &generator) ?? .scopedInstance
    }

    private mutating func parts(for registration: ModelRegistration) -> [ModelPart] {
        if chance(5) { return [chance(70) ? .parameter(registration.kind) : .optional(registration.kind)] }
        var parameters = 0
        return (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
            guard let needed = needed(by: registration) else { return nil }
            let part = part(for: needed, isBody: parameters == 2)
            if part.isParameter { parameters += 1 }
            return part
        }
    }

    private mutating func part(for needed: ModelKind, isBody: Bool) -> ModelPart {
        switch Int.random(in: isBody ? 77..<100 : 0..<100, using: &generator) {
        case 0..<42: return .parameter(needed)
        case 42..<52: return .optional(needed)
        case 52..<64: return .lazy(needed)
        case 64..<70: return .following(needed)
        case 70..<77: return .number
        case 77..<83: return .asked(withArgument(request(for: needed)))
        case 83..<90: return .unforced(withArgument(request(for: needed)))
        case 90..<94: return .all(request(for: needed))
        default: return .wrapper(request(for: needed))
        }
    }

    /// A dependency, most often of an earlier kind, and imposed on the same imposer or the primary one.
    private mutating func needed(by registration: ModelRegistration) -> ModelKind? {
        if chance(4) { return ModelKind.allCases.randomElement(using: &generator) }
        let imposed = registrations.filter { other in
            let isNear = other.location == registration.location || other.location == .member(.primary)
            return isNear && other.kind.rawValue < registration.kind.rawValue && other.name == nil
        }
        return imposed.randomElement(using: &generator).map { other in
            let kind = answered(by: other.kind)
            return kind.rawValue < registration.kind.rawValue || chance(10) ? kind : other.kind
        }
    }

    mutating func newNumber() -> Int {
        number += 1
        return number
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percent
    }
}
