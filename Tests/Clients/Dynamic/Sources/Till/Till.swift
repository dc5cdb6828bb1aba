import Impose

package protocol Drawer: Sendable { func open() -> String }

package struct Till {
    private let drawer: any Drawer

    package init(drawer: any Drawer = inject()) { self.drawer = drawer }

    package func open() -> String { drawer.open() }
}
