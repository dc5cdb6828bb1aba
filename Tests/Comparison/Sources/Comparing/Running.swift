import Foundation
import Subjects

/// Runs what the command line says: `measure task rounds milliseconds`, `start` or `fault name`.
///
/// - Parameters:
///   - contestant: The container.
///   - begin: The time when the program began.
public func run(_ contestant: any Contestant.Type, since begin: ContinuousClock.Instant) {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "start":
        start(contestant)
        print((ContinuousClock.now - begin).nanoseconds)
    case "measure":
        guard arguments.count == 4, let exercise = Exercise(rawValue: arguments[1]), let rounds = Int(arguments[2]),
            let milliseconds = Int(arguments[3])
        else { refuse() }
        contestant.measure(exercise, rounds: rounds, during: .milliseconds(milliseconds))
    case "fault":
        guard arguments.count == 2, let fault = Fault(rawValue: arguments[1]) else { refuse() }
        contestant.provoke(fault)
    default: refuse()
    }
}

/// Stops with what the command line may say.
private func refuse() -> Never {
    FileHandle.standardError.write(Data("run it with measure task rounds milliseconds, start or fault name\n".utf8))
    exit(64)
}

/// Does what an app does at its start: 100 registrations, and ten of them resolved.
private func start(_ contestant: any Contestant.Type) {
    let types = items(100)
    contestant.register(types)
    for type in types.prefix(10) { use(object: contestant.resolve(type)) }
}
