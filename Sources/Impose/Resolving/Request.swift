/// What was asked for, and where.
struct Request {
    let type: any Any.Type
    let name: InjectionName?
    let rules: InjectionRules
    let arguments: [Argument]
    let place: SourcePlace
    /// Whether anybody will read the error, so that it is worth looking for near misses.
    let wantsReasons: Bool

    init(
        _ type: any Any.Type,
        named name: InjectionName? = nil,
        rules: InjectionRules = .nearest,
        arguments: [Argument] = [],
        at place: SourcePlace,
        wantsReasons: Bool = true
    ) {
        self.type = type
        self.name = name
        self.rules = rules
        self.arguments = arguments
        self.place = place
        self.wantsReasons = wantsReasons
    }

    /// What a frame was made for, as far as errors tell.
    init(_ frame: PathFrame) {
        self.init(frame.type, named: frame.registration.key.name, at: frame.place)
    }
}
