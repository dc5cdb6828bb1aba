/// A type that the model knows: one that can be imposed and asked for.
///
/// Their order matters: a provider's dependencies mostly come before the type that it makes, so that graphs have
/// several levels and few cycles.
enum ModelKind: Int, CaseIterable, Sendable {
    case robot, cat, puppy, dog, animal, feline, swimming, moving, living, being, desk, hub

    /// The steps up to each type that this one is a subtype of, as a human being worked them out from the docs.
    var supertypes: [ModelKind: Int] {
        switch self {
        case .robot: [.moving: 1, .being: 1]
        case .cat: [.animal: 1, .feline: 1, .living: 2, .being: 2]
        case .puppy: [.dog: 1, .animal: 2, .swimming: 2, .moving: 2, .living: 3, .being: 3]
        case .dog: [.animal: 1, .swimming: 1, .moving: 1, .living: 2, .being: 2]
        case .animal: [.living: 1, .being: 1]
        case .feline: [.living: 1, .being: 2]
        case .swimming: [.living: 1, .moving: 1, .being: 2]
        case .moving, .living: [.being: 1]
        case .being, .desk, .hub: [:]
        }
    }

    /// The types whose requests something of this type answers, in a fixed order.
    var answered: [ModelKind] {
        [self] + ModelKind.allCases.filter { supertypes[$0] != nil }
    }

    /// Nil if the two have nothing to do with each other.
    func distance(to requested: ModelKind) -> Int? {
        self == requested ? 0 : supertypes[requested]
    }

    /// The type of the instances that the trial makes for it.
    var instance: ModelKind {
        switch self {
        case .feline, .living: .cat
        case .swimming: .puppy
        case .being: .dog
        case .moving: .robot
        default: self
        }
    }

    /// Whether it is a struct, which can't be held weakly.
    var isValue: Bool { self == .robot }
}
