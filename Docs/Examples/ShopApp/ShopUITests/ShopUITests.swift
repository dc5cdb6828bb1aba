import XCTest

final class ShopUITests: XCTestCase {
    override func setUpWithError() throws {
        continueAfterFailure = false
    }

    @MainActor
    func testShowsThePrice() throws {
        let app = XCUIApplication()
        app.launchArguments = ["-doubles"]
        app.launch()
        app.buttons["Ask"].tap()
        XCTAssertTrue(app.staticTexts["7 €"].waitForExistence(timeout: 5))
    }
}
