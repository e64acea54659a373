/// The streams of one node, unordered; removal takes constant time.
///
/// A resting stream is behind and already owes the node's `progress`. Updates skip it, so ten thousand stalled readers
/// cost an update nothing.
struct StreamList: Sequence, ExpressibleByArrayLiteral {
    /// The awake streams, then the resting ones.
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
