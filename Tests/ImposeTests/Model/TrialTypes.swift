import Impose
import TestSupport

/// The core of an instance of any type: its registration, its number and its parts.
final class TrialCore: Sendable {
    /// The position among all instances of a trial.
    let serial: Int
    /// The registration that made it, or the number of a stored value.
    let number: Int
    let parts: [TrialPart]
    let decorations: Int

    init(serial: Int, number: Int, parts: [TrialPart], decorations: Int = 0) {
        (self.serial, self.number, self.parts, self.decorations) = (serial, number, parts, decorations)
    }

    /// The same with one decoration more.
    var decorated: TrialCore {
        TrialCore(serial: serial, number: number, parts: parts, decorations: decorations + 1)
    }
}

/// An instance with its core. It holds the instance itself, since a weak one lives as long as that.
struct TrialHeld: Sendable {
    let core: TrialCore
    let value: any Sendable
}

/// A part that a provider got.
enum TrialPart: Sendable {
    case instance(TrialHeld), nothing, number(Int), list([TrialHeld])
    /// A handle or a wrapper, as the closure that reads it.
    case later(@Sendable () -> ModelAnswer<TrialHeld>)
}

/// The types behind `ModelKind`. All are made from a core, which tells them apart.
enum Zoo {
    protocol Being: Sendable {
        var core: TrialCore { get }
    }
    protocol Living: Being {}
    protocol Moving: Being {}
    protocol Swimming: Living, Moving {}
    protocol Feline: Living, AnyObject {}

    struct Robot: Moving {
        let core: TrialCore
    }

    // `@unchecked`: there is nothing but a constant.
    class Animal: Living, @unchecked Sendable {
        let core: TrialCore

        init(_ core: TrialCore) { self.core = core }
    }
    class Dog: Animal, Swimming, @unchecked Sendable {}
    final class Puppy: Dog, @unchecked Sendable {}
    final class Cat: Animal, Feline, @unchecked Sendable {}

    final class Desk: Sendable {
        let core: TrialCore

        init(_ core: TrialCore) { self.core = core }
    }

    final class Hub: Sendable {
        let core: TrialCore

        init(_ core: TrialCore) { self.core = core }
    }
}

extension ModelKind {
    /// The type that it stands for.
    var slot: any AnyTrialSlot {
        switch self {
        case .robot: TrialSlot(Zoo.Robot.self, Zoo.Robot.init, \.core)
        case .cat: TrialSlot(Zoo.Cat.self, Zoo.Cat.init, \.core)
        case .puppy: TrialSlot(Zoo.Puppy.self, Zoo.Puppy.init, \.core)
        case .dog: TrialSlot(Zoo.Dog.self, Zoo.Dog.init, \.core)
        case .animal: TrialSlot(Zoo.Animal.self, Zoo.Animal.init, \.core)
        case .feline: TrialSlot((any Zoo.Feline).self, Zoo.Cat.init) { $0.core }
        case .swimming: TrialSlot((any Zoo.Swimming).self, Zoo.Puppy.init) { $0.core }
        case .moving: TrialSlot((any Zoo.Moving).self, Zoo.Robot.init) { $0.core }
        case .living: TrialSlot((any Zoo.Living).self, Zoo.Cat.init) { $0.core }
        case .being: TrialSlot((any Zoo.Being).self, Zoo.Dog.init) { $0.core }
        case .desk: TrialSlot(Zoo.Desk.self, Zoo.Desk.init, \.core)
        case .hub: TrialSlot(Zoo.Hub.self, Zoo.Hub.init, \.core)
        }
    }
}

extension ModelMember {
    var type: ImposerType {
        switch self {
        case .primary: .primary
        case .secondary: .secondary
        case .custom(let key): .custom(key)
        }
    }
}
