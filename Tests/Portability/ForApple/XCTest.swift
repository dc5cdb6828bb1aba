// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// As much of XCTest and XCUIAutomation as Docs/Examples/ShopApp uses, with their isolation. Nothing of it can run.

@_exported import Foundation

open class XCTestCase {
    public init() {}
    open var continueAfterFailure = true
    open func setUpWithError() throws {}
}

public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool,
    _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath,
    line: UInt = #line
) {}

@MainActor
open class XCUIElement {
    public func tap() {}
    public func waitForExistence(timeout: Double) -> Bool { fatalError() }
    public var buttons: XCUIElementQuery { fatalError() }
    public var staticTexts: XCUIElementQuery { fatalError() }
}

@MainActor
open class XCUIElementQuery {
    public subscript(key: String) -> XCUIElement { fatalError() }
}

@MainActor
open class XCUIApplication: XCUIElement {
    public override init() {}
    open var launchArguments: [String] = []
    open func launch() {}
}
