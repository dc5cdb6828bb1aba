import Impose
import NotesCore

/// What answers requests.
struct WebModule: ModuleInjector {
    var requires: [any ModuleInjector] { [NotesModule()] }

    func provide(for imposer: Imposer) {
        imposer.impose(for: (any Authenticator).self, HeaderAuthenticator.init)
        imposer.impose(for: NotesController.self, NotesController.init)
        imposer.impose(for: TransferController.self, TransferController.init)
    }
}
