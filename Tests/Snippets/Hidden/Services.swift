extension Imposer {
    static var session: Imposer { imposer(for: .custom("session")) }
}

protocol Service: AnyObject, Sendable {
    var name: String { get }
}

final class Live: Service {
    let name: String

    init(name: String = "live") {
        self.name = name
    }
}

final class Mock: Service {
    let name = "mock"
}

struct Screen: Sendable {
    let service: any Service
}
