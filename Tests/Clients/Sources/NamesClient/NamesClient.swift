// A program that imports popular modules beside Impose. No name in it needs a module's name in front.

import ArgumentParser
import Impose
import ImposeInspecting
import Logging

protocol Gateway: Sendable {}

struct Stripe: Gateway {
    let log: Logger
}

@main
struct NamesClient: ParsableCommand {
    @Option var port = 8080
    @Injected var gateway: any Gateway

    enum CodingKeys: CodingKey {
        case port
    }

    /// The error is swift-argument-parser's.
    func validate() throws {
        if port == 0 { throw ValidationError("0 is no port") }
    }

    /// The error is Impose's.
    func run() throws {
        Imposer.impose(for: Gateway.self, Stripe.init)
        do throws(Imposer.Validation.Failure) {
            try Imposer.validate().orThrow()
            preconditionFailure("Nothing is imposed for Logger")
        } catch {
            precondition("\(error)".contains(": 1 error") && "\(error)".contains("Logger"), "\(error)")
        }
        Imposer.impose(for: Logger.self, Logger(label: "names"))
        let validation: Imposer.Validation = Imposer.validate()
        precondition(validation.isValid && gateway is Stripe)
        precondition((try? NamesClient.parse(["--port", "0"])) == nil)
    }
}
