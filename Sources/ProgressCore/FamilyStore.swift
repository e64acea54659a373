/// What only nodes with children have, or once had.
struct Family {
    var firstChild = NodeIndex.none
    var lastChild = NodeIndex.none
    var childCount: Int32 = 0
    /// Uncredited children that are worth something; the others never move this node.
    var uncreditedCount: Int32 = 0
    /// Children that await their roll-up.
    var firstAwaiting = NodeIndex.none
    /// Sum of the contributions of the uncredited children, those left out that await their roll-up.
    var sum = ExactSum()
    /// During a roll-up: the newest change of a child that moves the sum, and its time.
    var movedStamp: UInt64 = 0
    var movedAt: Int64 = 0
    /// What vanished children added to the sums of the summary.
    var retired = SummarySums()
    /// Reservations against this node, open or claimed; they die with it.
    var reservations: Set<ProgressID> = []

    /// An uncredited child joined.
    mutating func noteUncredited(worth pendingUnitCount: Int64) {
        if pendingUnitCount > 0 { uncreditedCount += 1 }
    }

    /// It was credited, or left.
    mutating func noteNoMoreUncredited(worth pendingUnitCount: Int64) {
        if pendingUnitCount > 0 { uncreditedCount -= 1 }
    }
}

/// The families, in blocks that never move, so that a node can point at its own.
struct FamilyStore: ~Copyable {
    private static let blockSize = 256

    private var blocks: [UnsafeMutablePointer<Family>] = []
    private var free: [UnsafeMutablePointer<Family>] = []
    /// Places ever used in the last block; above it memory is uninitialized.
    private var used = blockSize

    deinit {
        for block in blocks {
            block.deinitialize(count: block == blocks.last ? used : Self.blockSize)
            block.deallocate()
        }
    }

    /// A new family; the pointer stays good until it is given back.
    mutating func insert() -> UnsafeMutablePointer<Family> {
        if let family = free.popLast() { return family }
        if used == Self.blockSize {
            blocks.append(.allocate(capacity: Self.blockSize))
            used = 0
        }
        let family = blocks[blocks.count - 1] + used
        family.initialize(to: Family())
        used += 1
        return family
    }

    mutating func remove(_ family: UnsafeMutablePointer<Family>) {
        family.pointee = Family()
        free.append(family)
    }
}
