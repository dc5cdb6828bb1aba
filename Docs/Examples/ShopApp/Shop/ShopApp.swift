import Impose
import SwiftUI

@main
struct ShopApp: App {
    init() {
        let arguments = ProcessInfo.processInfo.arguments
        Imposer.provide(using: ShopModule(usesDoubles: arguments.contains("-doubles")))
    }

    var body: some Scene {
        WindowGroup {
            ContentView()
        }
    }
}
