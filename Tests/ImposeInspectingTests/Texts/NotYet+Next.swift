// What the new core has not got yet, so that tests compile that use it in passing.

import Impose

extension Imposer {
    /// Ends nothing.
    @discardableResult
    func shutdown(within time: Duration = .seconds(30), fileID: StaticString = #fileID, line: UInt = #line) async
        -> [ImposeError]
    { [] }

    /// Ends nothing.
    @discardableResult
    static func shutdown(
        within time: Duration = .seconds(30),
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> [ImposeError] { [] }
}
