import Hummingbird
import NotesCore

/// What a request has, carried from hand to hand.
struct HandContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var user = User(name: "")
    var work: UnitOfWork?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
