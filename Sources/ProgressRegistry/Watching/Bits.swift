/// The numbers of the bits that are set, lowest first.
struct Bits: Sequence, IteratorProtocol {
    private var rest: UInt64

    init(_ mask: UInt64) { rest = mask }

    mutating func next() -> Int? {
        guard rest != 0 else { return nil }
        defer { rest &= rest - 1 }
        return rest.trailingZeroBitCount
    }
}
