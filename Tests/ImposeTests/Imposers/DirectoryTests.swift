import Foundation
import Impose
import TestSupport
import Testing

@Suite("The imposers of a directory")
struct DirectoryTests {
    private static let primary = ImposerType.primary
    private static let secondary = ImposerType.secondary
    private static let (one, other) = (ImposerType.custom("one"), ImposerType.custom("other"))

    @Test(
        "Imposers of a directory are searched in one order, whichever was used first",
        arguments: [
            [primary, secondary, one, other], [secondary, primary, one, other], [one, primary, secondary, other],
            [one, secondary, primary, other], [primary, one, other, secondary], [one, other, secondary, primary],
        ]
    )
    func order(used: [ImposerType]) throws {
        try Imposer.isolated(empty: true) {
            for type in used { _ = Imposer.imposer(for: type) }
            let error = failure { () throws(ImposeError) in try tryInject(from: Self.other, of: Int.self) }
            let searched = try #require(error?.searched).map { $0.replacing(" (0 registrations)", with: "") }
            #expect(searched == ["custom(other)", "primary", "secondary", "custom(one)"])
        }
    }
}
