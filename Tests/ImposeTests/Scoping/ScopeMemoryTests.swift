#if os(Linux)
    import Impose
    import TestSupport
    import Testing

    private final class Session: Sendable {}

    private final class Other: Sendable {}

    /// What happens very often in a long life.
    private enum History: CaseIterable {
        case openScopes, imposedOnEnded, givenOver, replaced, arguments

        /// - Returns: What has to stay meanwhile.
        func happen(_ imposer: Imposer) -> [Imposer] {
            let scope = imposer.openScope()
            switch self {
            case .openScopes: return open(16_000, in: imposer)
            case .imposedOnEnded:
                scope.dispose()
                for _ in 0..<100_000 { scope.impose(for: Other.self, option: .scopedInstance) { Other() } }
            case .givenOver:
                for _ in 0..<50_000 {
                    scope.impose(for: Other.self) { Other() }
                    scope.give(Other())
                }
            case .replaced:
                for _ in 0..<50_000 {
                    imposer.impose(for: Other.self, option: .scopedInstance) { Other() }
                    _ = imposer.inject(of: Other.self)
                }
            case .arguments:
                imposer.impose(for: Other.self, option: .weakInstance) { (_: Int) in Other() }
                for number in 0..<50_000 { _ = imposer.inject(of: Other.self, arguments: number) }
            }
            return [scope]
        }
    }

    /// Opens scopes, each with a registration and an instance of its own.
    private func open(_ count: Int, in imposer: Imposer) -> [Imposer] {
        (0..<count).map { _ in
            let scope = imposer.openScope()
            scope.impose(for: Session.self) { Session() }
            _ = scope.inject(of: Session.self)
            return scope
        }
    }

    @Suite("The memory of scopes", .enabled(if: memoryCanBeMeasured), .timeLimit(.minutes(10)))
    struct ScopeMemoryTests {
        // In processes of their own: no other test takes memory there.
        @Test(
            "A scope takes as much memory after very many registrations, and beside very many scopes, as the first ones do",
            arguments: History.allCases
        )
        private func flat(history: History) async {
            await #expect(processExitsWith: .success) { [history = "\(history)"] in
                let imposer = Imposer()
                var kept = open(1_000, in: imposer)
                func growth() -> Int {
                    let before = residentMemory()
                    kept += open(2_000, in: imposer)
                    return residentMemory() - before
                }
                let early = growth()
                for each in History.allCases where "\(each)" == history { kept += each.happen(imposer) }
                let late = growth()
                #expect(late <= 2 * early, "2,000 scopes took \(early) bytes, and later \(late)")
                withExtendedLifetime(kept) {}
            }
        }
    }
#endif
