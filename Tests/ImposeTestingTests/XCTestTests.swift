import Impose
import XCTest

/// The base class that `Docs/Testing.md` tells users of XCTest to write.
class IsolatedTestCase: XCTestCase {
    override func invokeTest() {
        Imposer.isolated { super.invokeTest() }
    }
}

final class XCTestTests: IsolatedTestCase {
    override func setUp() {
        Imposer.impose(for: Clock.self, FixedClock(hour: 7))
    }

    func testSeesWhatSetUpImposed() {
        XCTAssertEqual(inject(of: Clock.self).hour, 7)
        Imposer.impose(for: Clock.self, FixedClock(hour: 8))
        Imposer.impose(for: Gateway.self, TestGateway())
    }

    func testSeesNothingOfTheOtherTest() {
        XCTAssertEqual(inject(of: Clock.self).hour, 7)
        XCTAssertFalse(Imposer.isImposed(Gateway.self))
    }

    func testAsynchronousTestsStayInside() async {
        await Task.yield()
        let hour = await Task { inject(of: Clock.self).hour }.value
        XCTAssertEqual(hour, 7)
    }
}
