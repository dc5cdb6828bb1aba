/// The place of one instance, in whatever keeps it. Guarded by its node.
struct Cell {
    /// The number of the registration, or of a variant of it; 0 if the cell is free.
    var number = 0
    /// The instance's object; a `WeakInstance` if it is held weakly.
    var object: AnyObject?
    /// The build that is under way, at whose latch others wait; nil if there is none.
    var build: ValueReference<BuildFrame>?
    /// The hooks as they were when the instance was made, for their disposers; nil if there were none.
    var hooks: Boxed<Hooks>?
    /// The place in the order of filling: cells are disposed of in the reverse order. 0 if there is nothing to dispose
    /// of.
    var fillOrder = 0
}

/// What a node takes out of a cell: an instance that it lets go of, with its hooks.
struct KeptInstance {
    let object: AnyObject
    let hooks: Boxed<Hooks>?
    /// See `Cell.fillOrder`.
    var fillOrder = 0
}

extension [KeptInstance] {
    /// In the order in which they are disposed of.
    var latestFirst: [KeptInstance] { count < 2 ? self : inOrder { -Int64($0.fillOrder) } }
}

/// The cells of a node: a table by number, with open addressing.
///
/// A cell is there from the first claim on until its build gives up, its registration goes, or all cells go. A cell may
/// move, so a build looks for its cell by the number again. If that cell is gone or has another build by then, nobody
/// keeps what was built.
struct KeptInstances {
    private var cells: UnsafeMutablePointer<Cell>?
    private var capacity = 0
    private var count = 0
    private var fillCount = 0
    /// Whether any instance has had hooks.
    private(set) var hasHooks = false

    /// What somebody finds who wants an instance.
    enum Claim {
        case instance(AnyInstance)
        /// An instance that may be gone by now.
        case weak(WeakInstance)
        /// The caller has to build it, and then call `fill` or `giveUp`.
        case build
        /// Somebody builds it.
        case wait
        /// There is no cell. The caller calls `add`, if the registration is still there.
        case none
    }

    /// Looks for an instance, and claims its cell if there is none.
    ///
    /// - Parameter gone: A weak instance that was found to be gone.
    @inline(__always)
    func claim(
        _ number: Int,
        isWeak: Bool,
        for build: ValueReference<BuildFrame>,
        besides gone: WeakInstance? = nil
    ) -> Claim {
        guard let cell = cell(number) else { return .none }
        if let object = cell.pointee.object {
            if !isWeak { return .instance(AnyInstance(retaining: object)) }
            if object !== gone { return .weak(unsafeDowncast(object, to: WeakInstance.self)) }
            // The caller holds it, so nothing is freed here.
            cell.pointee.object = nil
        }
        if cell.pointee.build != nil { return .wait }
        cell.pointee.build = build
        return .build
    }

    /// Adds a cell, claimed.
    @inline(__always)
    mutating func add(_ number: Int, for build: ValueReference<BuildFrame>) {
        insert(Cell(number: number, build: build))
    }

    /// Keeps what was built, unless the cell was taken meanwhile.
    ///
    /// - Parameters:
    ///   - instance: An instance that nobody has taken yet, or a `WeakInstance`. If it is kept, the cell has taken it.
    ///   - fillOrder: The place in the order of filling, if several nodes end together; nil to count in this node
    ///     alone. 0 for a weak instance.
    /// - Returns: Whether it is kept.
    @inline(__always)
    mutating func fill(
        _ number: Int,
        by build: ValueReference<BuildFrame>,
        with instance: AnyInstance,
        _ hooks: Boxed<Hooks>?,
        fillOrder: Int?
    ) -> Bool {
        guard let cell = cell(number), cell.pointee.build == build else { return false }
        if fillOrder == nil { fillCount &+= 1 }
        if hooks != nil { hasHooks = true }
        // Invariant: nothing is released here. The cell has a build, so it has no object: see `claim`.
        cell.pointee = Cell(
            number: number,
            object: instance.takeObject(),
            hooks: hooks,
            fillOrder: fillOrder ?? fillCount
        )
        return true
    }

    /// Keeps a value that was not built. Who builds one meanwhile finds that it is not kept.
    ///
    /// - Returns: What was kept, and who waits for what is being built.
    mutating func store(_ number: Int, _ object: AnyObject, fillOrder: Int?) -> (
        old: KeptInstance?, waiters: ValueReference<Waiter>?
    ) {
        // The caller wakes these waiters. They must leave the latch: the builder wakes all that it still finds there,
        // and by then these no longer exist.
        let build = cell(number)?.pointee.build
        let waiters = build?.latch.takeWaiters()
        let old = take(number)
        if fillOrder == nil { fillCount &+= 1 }
        insert(Cell(number: number, object: object, fillOrder: fillOrder ?? fillCount))
        return (old, waiters)
    }

    /// The object that is kept: an instance's, or a `WeakInstance`.
    func object(_ number: Int) -> AnyObject? { cell(number)?.pointee.object }

    /// What builds an instance.
    func build(_ number: Int) -> ValueReference<BuildFrame>? { cell(number)?.pointee.build }

    /// Whether nothing is kept or built there, or something that was held weakly and is gone.
    ///
    /// - Parameter held: Gets what is held weakly, to be released with no lock held: this may be the last to do so.
    func isVacant(_ number: Int, _ held: inout [Any]) -> Bool {
        guard let cell = cell(number) else { return true }
        // An order of 0: it has nothing, or a `WeakInstance`.
        guard cell.pointee.build == nil, cell.pointee.fillOrder == 0 else { return false }
        guard let weak = cell.pointee.object, let object = unsafeDowncast(weak, to: WeakInstance.self).object else {
            return true
        }
        held.append(object)
        return false
    }

    /// Lets others build what could not be built.
    ///
    /// - Returns: Whether the cell was still the builder's.
    mutating func giveUp(_ number: Int, by build: ValueReference<BuildFrame>) -> Bool {
        guard let cell = cell(number), cell.pointee.build == build else { return false }
        remove(cell)
        return true
    }

    /// Takes what is kept of a registration that was replaced or removed.
    ///
    /// - Returns: Also a `WeakInstance`, to be released with no lock held; it has no hooks.
    mutating func take(_ number: Int) -> KeptInstance? {
        guard let cell = cell(number) else { return nil }
        let kept = cell.pointee.object.map {
            KeptInstance(object: $0, hooks: cell.pointee.hooks, fillOrder: cell.pointee.fillOrder)
        }
        remove(cell)
        return kept
    }

    /// Takes all cells of another node, which have other numbers than the cells here.
    @inline(__always)
    mutating func absorb(_ other: inout KeptInstances) {
        // After a swap `other` is empty: then `insertAll` only frees its memory.
        if count == 0 { swap(&self, &other) }
        insertAll(&other)
    }

    /// Hands out all instances, the ones filled last first. Nobody else has the cells any more.
    @inline(__always)
    mutating func takeAll(_ body: (consuming AnyObject, Boxed<Hooks>?, _ number: Int) -> Void) {
        guard let cells else { return }
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Cell>.self, capacity: count) { filled in
            var last = 0
            for index in 0..<capacity where cells[index].number != 0 {
                if cells[index].fillOrder == 0 {
                    // It holds nothing, or holds it weakly.
                    cells[index].object = nil
                } else {
                    filled.initializeElement(at: last, to: cells + index)
                    last += 1
                }
            }
            var order = UnsafeMutableBufferPointer(rebasing: filled[..<last])
            order.sort { $0.pointee.fillOrder > $1.pointee.fillOrder }
            for cell in order {
                let hooks = cell.pointee.hooks.take()
                if let object = cell.pointee.object.take() { body(object, hooks, cell.pointee.number) }
            }
        }
        cells.deallocate()
        self = KeptInstances()
    }

    // MARK: The table

    @inline(__always)
    private func start(_ number: Int) -> Int {
        Int(bitPattern: (UInt(bitPattern: number)).hashedAddress) & (capacity &- 1)
    }

    @inline(__always)
    private func cell(_ number: Int) -> UnsafeMutablePointer<Cell>? {
        guard let cells else { return nil }
        var index = start(number)
        while cells[index].number != number {
            if cells[index].number == 0 { return nil }
            index = (index &+ 1) & (capacity &- 1)
        }
        return cells + index
    }

    /// Puts a cell in the first free place. There is none yet of its number.
    @inline(__always)
    private mutating func insert(_ cell: consuming Cell) {
        if 4 &* count >= 3 &* capacity { grow() }
        let cells = cells.unsafelyUnwrapped
        var index = start(cell.number)
        while cells[index].number != 0 { index = (index &+ 1) & (capacity &- 1) }
        (cells + index).initialize(to: cell)
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        var old = self
        capacity = max(4, 4 * capacity)
        // Invariant: a cell with nothing in it is all zeros.
        let size = capacity * MemoryLayout<Cell>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Cell>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        (cells, count) = (memory.assumingMemoryBound(to: Cell.self), 0)
        insertAll(&old)
    }

    /// Moves the cells of another table here.
    private mutating func insertAll(_ other: inout KeptInstances) {
        guard let cells = other.cells else { return }
        for index in 0..<other.capacity where cells[index].number != 0 { insert((cells + index).move()) }
        cells.deallocate()
        other = KeptInstances()
    }

    /// Frees a cell. Those behind it that would not be found any more move up.
    private mutating func remove(_ cell: UnsafeMutablePointer<Cell>) {
        let (cells, mask) = (cells.unsafelyUnwrapped, capacity - 1)
        cell.pointee = Cell()
        count -= 1
        var (free, next) = (cell - cells, (cell - cells + 1) & mask)
        while cells[next].number != 0 {
            // It may move if its search begins at the free place, or before it.
            if (next - start(cells[next].number)) & mask >= (next - free) & mask {
                swap(&cells[free], &cells[next])
                free = next
            }
            next = (next + 1) & mask
        }
    }
}
