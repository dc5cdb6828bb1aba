import Impose
import TestSupport

/// A model of the library, written from its docs, as plainly as can be: nothing is remembered, every request is
/// searched anew, and instances are numbers.
///
/// The comments quote the docs that state a rule.
final class Model {
    /// An imposer: a member of a directory, a private one or a scope.
    struct Node {
        let parent: Int?
        /// The directory that it is a member of.
        var membership: Int?
        /// What keeps its parent open; nil for members of directories.
        var reference: Object?
        /// The directory that it was opened in; nil for all but scopes.
        var scopeDirectory: Int?
        var name: ModelName?
        /// The registrations, by type and name.
        var entries: [Key: Entry] = [:]
        /// The instances that it keeps, of any imposer's registrations.
        var kept: [KeptKey: Int] = [:]
        var isDisposed = false
        /// Whether nothing comes from it or through it any more.
        var blocksSearch = false
        /// The keys that were imposed on it when it was disposed of.
        var closed: Set<Key> = []
    }

    struct Key: Hashable {
        let kind: ModelKind
        let name: ModelName?
    }

    struct Entry {
        let number: Int
        /// The position among all `impose` calls, of any imposer.
        let order: Int
        var decorations = 0
        var isPreferred = false
    }

    /// The key that an instance is kept by. The holder counts, since an isolated directory shares registrations.
    struct KeptKey: Hashable {
        let number: Int
        let holder: Int
        let argument: Int?
    }

    /// A registration, no matter which imposer holds it.
    struct Record {
        let key: Key
        let option: InjectOption
        /// The name of the scopes that keep its instances.
        var scopeName: ModelName?
        let parts: [ModelPart]
        /// The original that it is an alias of.
        var original: Key?
        /// The instance that was imposed with `instance:`.
        var instance: Int?
        var location: Int?
        /// Whether it has an `onDispose`.
        var isWatched = false
        var isDropped = false
        /// Whether nothing more can be said to it.
        var isGiven = false
        var isFailing = false
    }

    /// A part that an instance has got.
    enum Part {
        case instance(Int), nothing, number(Int), list([Int])
        /// A handle or a wrapper, by its position in `laters`.
        case later(Int)
    }

    struct Instance {
        /// Its registration, or the number that a stored value was given.
        let number: Int
        /// Its own type, which may be a subtype of the type it was imposed for.
        let kind: ModelKind
        let isMade: Bool
        let parts: [Part]
        let decorations: Int
    }

    /// A handle or a wrapper, which injects when it is read, and keeps the instance.
    struct Later {
        let wrapper: ModelWrapper
        let request: ModelRequest
        /// The context that it was created in.
        let context: Context
        /// The origin of its injections, if settled, as a handle's is.
        var origin: Origin?
        /// The imposer that a wrapper names; nil for those that find theirs by type at each read.
        var imposer: Int?
        /// Whether it may keep a scope or a directory open, and what is made by its reads may, too.
        var isHolding = true
        /// What it keeps, besides its value.
        var references: [Object] = []
        var value: Int?
    }

    /// The directory and the scope that code runs in.
    struct Context {
        var directory = 0
        var scope: Int?
    }

    /// The imposer that is asked, the scope, and the context of the code that asks.
    struct Origin {
        let asked: Int
        let scope: Int?
        var context: Context
    }

    struct Failure: Error {
        let kind: ImposeError.Kind
    }

    /// The rule that this model gets wrong on purpose.
    let wrongRule: ModelRule?

    var nodes: [Node] = []
    /// The directories' members, in the order in which they are searched.
    var directories: [Int: [(member: ModelMember, node: Int)]] = [:]
    /// Scopes and private imposers by the numbers that steps call them.
    var made: [Int: Int] = [:]
    var records: [Int: Record] = [:]
    var instances: [Instance] = []
    var laters: [Later] = []
    var wrappers: [Int: Int] = [:]
    /// The instances that were handed out and that somebody holds.
    var handedOut: [Int] = []
    /// The directories that the trial holds: at first the one that it runs in.
    var heldDirectories: Set<Int> = [0]
    /// What running code holds.
    var running: [Object] = []
    var impositions = 0
    /// Whether a step came to something that the docs leave open. Nothing is compared from there on.
    var isOpen = false

    /// The instances that are being built, outermost first.
    var path: [PathElement] = []
    /// The instances that the outermost injection shares.
    var graph: [GraphKey: Int] = [:]
    var depth = 0
    /// Whether something is read that an imposer keeps, so that what is made for it must not keep that imposer.
    var isAskedByKept = false
    /// The instances that are held by code which has not ended.
    var temporaries: [Int] = []
    /// The registrations whose providers were called in this step, by number.
    var calls: [Int] = []
    /// The registrations whose instances were disposed of in this step, by number.
    var disposals: [Int] = []
    /// Whether the docs say in which order.
    var hasOrder = true
    /// Whether instances were made to see whether they can be cast. The docs say which, but not in which order.
    var hasCast = false
    /// Whether a body asked for what it is needed for. Where that is awaited, parameters are there before anything counts
    /// as being built, so that it may be found out later, and providers of parameters are called once more.
    var hasCycle = false

    init(wrongRule: ModelRule? = nil) {
        self.wrongRule = wrongRule
        directories[0] = []
        for member in [ModelMember.primary, .secondary] { addMember(member, to: 0) }
    }

    func addMember(_ member: ModelMember, to directory: Int) {
        nodes.append(Node(parent: nil, membership: directory))
        directories[directory, default: []].append((member, nodes.count - 1))
    }

    /// Something that somebody hands in.
    func add(_ number: Int, _ kind: ModelKind) -> Int {
        instances.append(Instance(number: number, kind: kind.instance, isMade: false, parts: [], decorations: 0))
        return instances.count - 1
    }

    /// Something that was made. The later, the higher its number.
    func make(_ found: Found, _ record: Record, _ parts: [Part]) -> Int {
        let decorations = nodes[found.holder].entries[record.key]?.decorations ?? 0
        let instance = Instance(
            number: found.number,
            kind: record.key.kind.instance,
            isMade: true,
            parts: parts,
            decorations: wrongRule == .decorationsAreIgnored ? 0 : decorations
        )
        instances.append(instance)
        return instances.count - 1
    }
}

extension Model {
    /// The imposer at a place; nil if it was never made.
    func find(_ location: ModelPlace, in context: Context) -> Int? {
        switch location {
        case .made(let number): return made[number]
        case .member(let member):
            // "They are made at first use", and searched "in the order they were created".
            if let found = directories[context.directory]?.first(where: { $0.member == member }) { return found.node }
            addMember(member, to: context.directory)
            return nodes.count - 1
        }
    }

    /// The imposer, its parent, the parent's parent, and so on.
    func chain(_ node: Int) -> [Int] {
        var chain = [node]
        while let parent = nodes[chain[chain.count - 1]].parent { chain.append(parent) }
        return chain
    }

    /// The scope that it is or is in.
    func scope(of node: Int) -> Int? {
        chain(node).first { nodes[$0].scopeDirectory != nil }
    }

    /// The directory that it belongs to, if any.
    func home(of node: Int) -> Int? {
        if wrongRule == .privateScopesRemember, let scope = scope(of: node) {
            return nodes[scope].scopeDirectory
        }
        return chain(node).lazy.compactMap { self.nodes[$0].membership }.first
    }

    /// The context of the body of an imposer's `run`: "that scope", or none for "an imposer that is no scope, and is in
    /// none".
    func context(running node: Int, in context: Context) -> Context {
        Context(directory: home(of: node) ?? context.directory, scope: scope(of: node))
    }

    func exists(_ location: ModelPlace) -> Bool {
        if case .made(let number) = location { made[number] != nil } else { true }
    }

    /// A request from code: in the scope that the imposer has, or else in the one that is running.
    func origin(_ location: ModelPlace, in context: Context) -> Origin? {
        find(location, in: context).map { origin($0, in: context) }
    }

    func origin(_ asked: Int, in context: Context) -> Origin {
        let own = scope(of: asked)
        let scope = wrongRule == .runningScopeBeatsOwn ? context.scope ?? own : own ?? context.scope
        return Origin(asked: asked, scope: scope, context: context)
    }
}
