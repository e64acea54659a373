/// A rate's place in the store.
struct RateIndex: Equatable {
    let rawValue: Int32

    static let none = RateIndex(rawValue: -1)
}

/// The rates of the nodes that have moved, in blocks that never move: most nodes wait, and cost nothing here.
struct RateStore: ~Copyable {
    private static let blockBits = 10
    private static let blockSize = 1 << blockBits

    private var blocks: [UnsafeMutablePointer<Rate>] = []
    private var free: [RateIndex] = []
    /// Places ever used; above it memory is uninitialized.
    private var used: Int32 = 0

    deinit {
        // A rate owns nothing: there is nothing to deinitialize.
        for block in blocks { block.deallocate() }
    }

    /// - Precondition: `index` was returned by `insert` and is not removed.
    subscript(index: RateIndex) -> UnsafeMutablePointer<Rate> {
        let place = Int(index.rawValue)
        return blocks[place >> Self.blockBits] + (place & (Self.blockSize - 1))
    }

    mutating func insert(_ rate: Rate) -> RateIndex {
        if let index = free.popLast() {
            self[index].pointee = rate
            return index
        }
        let index = RateIndex(rawValue: used)
        if Int(used) >> Self.blockBits == blocks.count { blocks.append(.allocate(capacity: Self.blockSize)) }
        self[index].initialize(to: rate)
        used += 1
        return index
    }

    mutating func remove(_ index: RateIndex) { free.append(index) }
}
