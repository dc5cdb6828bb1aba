import Impose
import TestSupport

/// The types of `RandomisedMatchingTests`.
///
/// Each instance knows the number of the registration that made it.
enum Pool {
    protocol Being {
        var number: Int { get }
    }
    protocol Living: Being {}
    protocol Moving: Being {}
    protocol Swimming: Moving, Living {}
    protocol Feline: Living, AnyObject {}

    class Animal: Living {
        let number: Int

        required init(_ number: Int) {
            self.number = number
        }
    }
    class Dog: Animal, Swimming {}
    final class Puppy: Dog {}
    final class Cat: Animal, Feline {}

    struct Robot: Moving {
        let number: Int
    }
    struct Drone: Swimming {
        let number: Int
    }
    enum Germ: Living {
        case germ(Int)

        var number: Int {
            switch self {
            case .germ(let number): number
            }
        }
    }

    /// Something that tests ask for.
    enum Goal: CaseIterable {
        case being, living, moving, swimming, movingAndLiving, animal, dog, feline, animalAndFeline

        func request(from imposer: Imposer, _ rules: InjectionRules) throws(ImposeError) -> Int {
            switch self {
            case .being: try imposer.tryInject(of: Being.self, ifNoMatchUse: rules).number
            case .living: try imposer.tryInject(of: Living.self, ifNoMatchUse: rules).number
            case .moving: try imposer.tryInject(of: Moving.self, ifNoMatchUse: rules).number
            case .swimming: try imposer.tryInject(of: Swimming.self, ifNoMatchUse: rules).number
            case .movingAndLiving: try imposer.tryInject(of: (any Moving & Living).self, ifNoMatchUse: rules).number
            case .animal: try imposer.tryInject(of: Animal.self, ifNoMatchUse: rules).number
            case .dog: try imposer.tryInject(of: Dog.self, ifNoMatchUse: rules).number
            case .feline: try imposer.tryInject(of: Feline.self, ifNoMatchUse: rules).number
            case .animalAndFeline: try imposer.tryInject(of: (any Animal & Feline).self, ifNoMatchUse: rules).number
            }
        }
    }

    /// A type that can be registered, with its distances as a human being worked them out.
    struct Entry: Sendable {
        let type: Any.Type
        let impose: @Sendable (_ imposer: Imposer, _ option: InjectOption, _ number: Int, _ isPreferred: Bool) -> Void
        private let distances: [Goal: Int]

        init<Instance>(_ type: Instance.Type, _ distances: [Goal: Int], _ make: @escaping @Sendable (Int) -> Instance) {
            self.type = type
            self.distances = distances
            impose = { imposer, option, number, isPreferred in
                let registration = imposer.impose(for: type, option: option) { make(number) }
                if isPreferred { registration.preferred() }
            }
        }

        func distance(to goal: Goal) -> Int? { distances[goal] }

        /// The types. Instances of the existential ones have dynamic types that would mislead a look at them.
        static let all = [
            Entry(Animal.self, [.being: 1, .living: 1, .animal: 0], Puppy.init),
            Entry(
                Dog.self,
                [.being: 2, .living: 2, .moving: 1, .swimming: 1, .movingAndLiving: 2, .animal: 1, .dog: 0],
                Puppy.init
            ),
            Entry(
                Puppy.self,
                [.being: 3, .living: 3, .moving: 2, .swimming: 2, .movingAndLiving: 3, .animal: 2, .dog: 1],
                Puppy.init
            ),
            Entry(Cat.self, [.being: 2, .living: 2, .animal: 1, .feline: 1, .animalAndFeline: 1], Cat.init),
            Entry(Robot.self, [.being: 1, .moving: 1], Robot.init),
            Entry(
                Drone.self,
                [.being: 1, .living: 1, .moving: 1, .swimming: 1, .movingAndLiving: 1],
                Drone.init
            ),
            Entry(Germ.self, [.being: 1, .living: 1], Germ.germ),
            Entry(Being.self, [.being: 0], Puppy.init),
            Entry(Living.self, [.being: 1, .living: 0], Drone.init),
            Entry(Moving.self, [.being: 1, .moving: 0], Puppy.init),
            Entry(
                Swimming.self,
                [.being: 2, .living: 1, .moving: 1, .swimming: 0, .movingAndLiving: 1],
                Drone.init
            ),
            Entry(
                (any Moving & Living).self,
                [.being: 2, .living: 1, .moving: 1, .movingAndLiving: 0],
                Puppy.init
            ),
            Entry(Feline.self, [.being: 2, .living: 1, .feline: 0], Cat.init),
            Entry(
                (any Animal & Feline).self,
                [.being: 2, .living: 2, .animal: 1, .feline: 1, .animalAndFeline: 0],
                Cat.init
            ),
        ]
    }
}
