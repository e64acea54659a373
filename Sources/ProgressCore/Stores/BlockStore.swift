/// A place in a `BlockStore`, of a type that only that store takes.
protocol StorePlace: Equatable {
    var rawValue: Int32 { get }

    init(rawValue: Int32)
}

/// Elements that stay where they are, in blocks: no pause for copying when a tree grows to a million nodes.
struct BlockStore<Place: StorePlace, Element>: ~Copyable {
    private static var blockBits: Int { 10 }
    private static var blockSize: Int { 1 << blockBits }

    /// Not an array, because bounds checks at every access cost 7 % of an update.
    private var blocks = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(capacity: 64)
    private var blockCapacity = 64
    /// Places that were used and are free again.
    private var free: [Place] = []
    /// Places ever used; above it memory is uninitialized.
    private var used = 0

    /// Number of elements.
    var count: Int { used - free.count }

    /// Number of places, free ones included.
    var placeCount: Int { used }

    deinit {
        for first in stride(from: 0, to: used, by: Self.blockSize) {
            let block = blocks[first >> Self.blockBits]
            block.deinitialize(count: min(used - first, Self.blockSize))
            block.deallocate()
        }
        blocks.deallocate()
    }

    /// Where an element is, for the accessors of the store's owner.
    /// - Precondition: `place` was returned by `insert`.
    @inline(__always)
    func address(of place: Place) -> UnsafeMutablePointer<Element> {
        let place = Int(place.rawValue)
        return blocks[place >> Self.blockBits] + (place & (Self.blockSize - 1))
    }

    mutating func insert(_ element: consuming Element) -> Place {
        if let place = free.popLast() {
            address(of: place).pointee = element
            return place
        }
        let place = Place(rawValue: Int32(used))
        if used & (Self.blockSize - 1) == 0 { addBlock() }
        address(of: place).initialize(to: element)
        used += 1
        return place
    }

    private mutating func addBlock() {
        let number = used >> Self.blockBits
        if number == blockCapacity {
            let grown = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(capacity: 2 * number)
            grown.moveInitialize(from: blocks, count: number)
            blocks.deallocate()
            (blocks, blockCapacity) = (grown, 2 * number)
        }
        (blocks + number).initialize(to: .allocate(capacity: Self.blockSize))
    }

    /// Gives a place back; it holds `rest` until it is used again.
    mutating func remove(_ place: Place, leaving rest: consuming Element) {
        address(of: place).pointee = rest
        free.append(place)
    }
}
