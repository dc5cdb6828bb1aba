import ImposeInspecting

struct Account: Sendable {
    let name: String
}

final class Inbox: Sendable {
    let account: Account
    let service: any Service

    init(account: Account, service: any Service) {
        self.account = account
        self.service = service
    }
}

struct RootModule: ModuleInjector {
    func provide(for imposer: Imposer) {
        imposer.expectGiven(Account.self, in: "logged in")
        imposer.impose(for: Service.self, Live())
        imposer.impose(for: Screen.self, option: .closureBased, Screen.init)
        imposer.impose(for: Inbox.self, option: .scopedInstance(in: "logged in"), Inbox.init)
    }
}

do {
    Imposer.provide(using: RootModule())
    print(Imposer.validate(wrappers: false).isValid)  // true
    let loggedIn = Imposer.openScope("logged in")
    loggedIn.give(Account(name: "Ada"))
    let game = loggedIn.openScope("game")
    print(loggedIn.inject(of: Inbox.self) === game.inject(of: Inbox.self))  // true
    print(loggedIn.inject(of: Inbox.self).service === inject(of: Screen.self).service)  // true
    loggedIn.dispose()
    print(game.isDisposed)  // true
}
