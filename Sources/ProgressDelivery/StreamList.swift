/// The streams of one node, in no order; any of them is taken out in constant time.
///
/// Those that rest are behind and owe the node's `progress` already: one more of it changes nothing for them, so that
/// ten thousand readers that have stalled cost an update nothing.
struct StreamList: Sequence, ExpressibleByArrayLiteral {
    /// Those awake first, then those that rest.
    private var members: [OpenStream] = []
    private var awakeCount = 0
    private var positions: [ObjectIdentifier: Int] = [:]

    init(arrayLiteral elements: OpenStream...) {
        for element in elements { insert(element) }
    }

    var isEmpty: Bool { members.isEmpty }
    var awake: ArraySlice<OpenStream> { members[..<awakeCount] }
    var restingCount: Int { members.count - awakeCount }

    mutating func insert(_ stream: OpenStream) {
        guard positions[ObjectIdentifier(stream)] == nil else { return }
        positions[ObjectIdentifier(stream)] = members.count
        members.append(stream)
        wake(stream)
    }

    mutating func remove(_ stream: OpenStream) {
        rest(stream)
        guard let position = positions.removeValue(forKey: ObjectIdentifier(stream)) else { return }
        let last = members.removeLast()
        guard last !== stream else { return }
        members[position] = last
        positions[ObjectIdentifier(last)] = position
    }

    mutating func rest(_ stream: OpenStream) {
        guard let position = positions[ObjectIdentifier(stream)], position < awakeCount else { return }
        awakeCount -= 1
        swap(position, awakeCount)
    }

    mutating func wake(_ stream: OpenStream) {
        guard let position = positions[ObjectIdentifier(stream)], position >= awakeCount else { return }
        swap(position, awakeCount)
        awakeCount += 1
    }

    private mutating func swap(_ first: Int, _ second: Int) {
        guard first != second else { return }
        members.swapAt(first, second)
        positions[ObjectIdentifier(members[first])] = first
        positions[ObjectIdentifier(members[second])] = second
    }

    func makeIterator() -> IndexingIterator<[OpenStream]> { members.makeIterator() }
}
