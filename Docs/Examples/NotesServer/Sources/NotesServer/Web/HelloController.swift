import Hummingbird
import Impose
import NotesCore

/// Greets. Made once, at the start; `greeter` is that of the request that is running, at each read.
struct HelloController: Sendable {
    @Imposed private var greeter: Greeter

    func addRoutes(to group: RouterGroup<some RequestContext>) {
        group.get("hello") { _, _ in greeter.greeting() }
    }
}
