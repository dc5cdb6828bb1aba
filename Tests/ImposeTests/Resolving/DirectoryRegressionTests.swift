import TestSupport
import Testing

@testable import Impose

@Suite("Defects of the past in a directory do not return", .timeLimit(.minutes(20)))
struct DirectoryRegressionTests {
    @Test("an imposer made while another thread searches is not overlooked for good")
    func searchOrderIsOlderThanVersion() {
        for _ in 0..<500 {
            let directory = Directory()
            let primary = directory.imposer(for: .primary)
            for number in 0..<200 { _ = directory.imposer(for: .custom(number)) }
            directory.imposer(for: .custom("last")).impose(for: RegressionLeaf.self, RegressionLeaf(1))
            onThreads(2) { _, thread in
                if thread == 0 {
                    _ = primary.inject(of: RegressionLeaf.self)
                } else {
                    directory.imposer(for: .secondary).impose(for: RegressionLeaf.self, RegressionLeaf(2))
                }
            }
            #expect(primary.inject(of: RegressionLeaf.self).number == 2)
            withExtendedLifetime(directory) {}
        }
    }

    @Test("a removal that finds nothing to remove waits for the one that does")
    func removalByTwo() {
        let directory = Directory()
        for number in 0..<200 { _ = directory.imposer(for: .custom(number)) }
        let first = directory.imposer(for: .custom(0))
        let last = directory.imposer(for: .custom(199))
        for _ in 0..<scaled(1000) {
            first.impose(for: RegressionLeaf.self, RegressionLeaf(1))
            _ = first.inject(of: RegressionLeaf.self)
            _ = last.inject(of: RegressionLeaf.self)
            onThreads(2) { _, _ in
                first.remove(for: RegressionLeaf.self)
                #expect(last.unforceInject(of: RegressionLeaf.self) == nil)
            }
        }
        withExtendedLifetime(directory) {}
    }
}
