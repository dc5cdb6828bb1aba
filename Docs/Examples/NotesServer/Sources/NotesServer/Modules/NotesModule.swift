import Impose
import Logging
import NotesCore

/// What the server is there for.
struct NotesModule: ModuleInjector {
    var requires: [any ModuleInjector] { [DatabaseModule()] }

    func provide(for imposer: Imposer) {
        // `ScopeMiddleware` and `ImportService` give these to each request.
        imposer.expectGiven(User.self, in: "request")
        imposer.expectGiven(RequestNumber.self, in: "request")
        imposer.expectGiven(Logger.self, in: "request")

        imposer.impose(for: (any Stamps).self, SystemStamps.init)
        imposer.impose(for: NoteBook.self, option: .closureBased, NoteBook.init)
        imposer.impose(for: Greeter.self, option: .closureBased, Greeter.init)
        imposer.impose(for: NoteExport.self) { (store: NoteStore) in NoteExport(store: store) }
        imposer.impose(for: ImportQueue.self, ImportQueue())
    }
}
