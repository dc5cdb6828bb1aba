import GRDB
import Impose
import NotesCore

/// The file with the notes, and the unit of work of each request.
struct DatabaseModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.impose(for: DatabasePool.self) { (settings: Settings) in
            try await NotesDatabase.open(settings.database)
        }
        .onDispose { try $0.close() }
        imposer.impose(for: NoteStore.self, NoteStore.init)
        imposer.impose(for: UnitOfWork.self, option: .scopedInstance(in: "request"), UnitOfWork.init)
            .onDispose { $0.rollBack() }
    }
}
