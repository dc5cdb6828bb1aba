import Impose
import Subjects

/// The number of registrations of a large imposer that have their own type; the others have a name.
private let mostTypes = 1_000

/// Imposes types that no row asks for on the primary imposer, until it has so many registrations; all that have no
/// name are injected once, so that their answers are remembered among the answers that the row asks for.
func fill(to count: Int, reserving reserved: Int = 1) {
    let types = (0..<min(count - reserved, mostTypes)).map(numbered)
    for type in types { impose(type) }
    for number in types.count..<(count - reserved) {
        Imposer.impose(for: StripeGateway.self, named: InjectionName(number), makeGateway)
    }
    for type in types { injectOnce(type) }
}

/// Imposes a class on itself.
func impose(_ type: any Numbered.Type, option: InjectOption = .singleInstance) {
    func impose<Class: Numbered>(_ type: Class.Type) {
        Imposer.impose(for: type, option: option, type.init)
    }
    impose(type)
}

/// Injects a class, so that the answer is remembered.
func injectOnce(_ type: any Numbered.Type) {
    func injectOnce<Class: Numbered>(_ type: Class.Type) {
        use(object: inject(of: type))
    }
    injectOnce(type)
}
