// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of SwiftUI as Docs/Examples/ShopApp uses, declared as Apple's documentation has it for Xcode 26, isolation
// included. Nothing of it can run. From Xcode 27 on `State` is a macro, which evaluates the initial value later.
// `#Preview` is a macro of Apple's tools: Tests/Portability/apple makes a function of its closure.

@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }
}

public struct TupleView<T>: View {
    public nonisolated init(_ value: T) {}
    public var body: Never { fatalError() }
}

public struct Text: View, Equatable, Sendable {
    public nonisolated init<S: StringProtocol>(_ content: S) {}
    public nonisolated init(_ key: LocalizedStringKey) {}
    public var body: Never { fatalError() }
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}

public struct Button<Label: View>: View {
    public var body: Never { fatalError() }
}

extension Button where Label == Text {
    @preconcurrency public nonisolated init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
}

public struct VStack<Content: View>: View {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

@propertyWrapper
public struct State<Value> {
    private let value: Value
    public init(wrappedValue value: Value) { self.value = value }
    public init(initialValue value: Value) { self.value = value }
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
}

@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    public nonisolated init(@ViewBuilder makeContent: @escaping () -> Content) {}
    public var body: Never { fatalError() }
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main() { fatalError() }
}
