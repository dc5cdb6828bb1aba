internal import Impose

/// An owner that names no imposer, so that what its `@OwnerInjected` properties ask for is looked up in the primary one.
struct SilentOwner {
    let type: any Any.Type

    /// Nil if the request is for no owner, if that names its imposer, or if the policy has chosen another one.
    init?(_ request: Request, _ order: SearchOrder) {
        guard let owner = request.owner, !(owner is any InjectionOwner),
            case .member(.primary) = order.imposing.title
        else { return nil }
        type = Swift.type(of: owner)
    }

    /// What is the matter, behind where the instance would have been found.
    func problem(_ names: TypeNames) -> String { ", since its owner, \(names[type]), names no imposer" }

    /// Lets the owner name an imposer, which is a private one: the primary one searches all others.
    func fix(naming imposer: NodeFacts, _ names: TypeNames) -> Fix {
        Fix(
            "Let the owner name that imposer, by its property `imposer`, which is to return \(imposer): in "
                + "\(TypeNames.home(of: type)), write",
            "extension \(names.typed(type)): InjectionOwner {}"
        )
    }
}
