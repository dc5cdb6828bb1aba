struct User: Sendable {
    let name: String
}

struct Client: Sendable {
    var user = User(name: "live")
}

struct Child {
    @Injected var client: Client
}

final class Model {
    let context = Imposer.currentContext()

    func child() -> Child {
        context.run { Child() }
    }
}

do {
    Imposer.impose(for: Client.self, Client())
        .alias(User.self) { $0.user }
    Imposer.impose(for: Service.self, Live())
    Imposer.impose(for: (any Clock<Duration>).self, ContinuousClock())
    try await Imposer.prepare()
    print(inject(of: User.self).name, inject(of: (any Clock<Duration>).self) is ContinuousClock)  // live true
    let model = await Imposer.isolated {
        Imposer.impose(for: Client.self, Client(user: User(name: "mock")))
        return Model()
    }
    let context = Imposer.currentContext()
    print(Child().client.user.name, model.child().client.user.name)  // live mock
    print(context.run { Child().client.user.name })  // live
    let name = await Imposer.withScope("request") { scope in
        scope.give(User(name: "Ada"))
        return inject(of: User.self).name
    }
    print(name)  // Ada
}
