/// The subscriptions of one node, in no order; any of them is taken out in constant time.
///
/// Those that rest are behind and owe the node's `progress` already: one more of it changes nothing for them, so that
/// ten thousand readers that have stalled cost an update nothing.
struct SubscriptionList: Sequence, ExpressibleByArrayLiteral {
    /// Those awake first, then those that rest.
    private var members: [Subscription] = []
    private var awakeCount = 0
    private var positions: [ObjectIdentifier: Int] = [:]

    init(arrayLiteral elements: Subscription...) {
        for element in elements { insert(element) }
    }

    var isEmpty: Bool { members.isEmpty }
    var awake: ArraySlice<Subscription> { members[..<awakeCount] }
    var restingCount: Int { members.count - awakeCount }

    mutating func insert(_ subscription: Subscription) {
        guard positions[ObjectIdentifier(subscription)] == nil else { return }
        positions[ObjectIdentifier(subscription)] = members.count
        members.append(subscription)
        wake(subscription)
    }

    mutating func remove(_ subscription: Subscription) {
        rest(subscription)
        guard let position = positions.removeValue(forKey: ObjectIdentifier(subscription)) else { return }
        let last = members.removeLast()
        guard last !== subscription else { return }
        members[position] = last
        positions[ObjectIdentifier(last)] = position
    }

    mutating func rest(_ subscription: Subscription) {
        guard let position = positions[ObjectIdentifier(subscription)], position < awakeCount else { return }
        awakeCount -= 1
        swap(position, awakeCount)
    }

    mutating func wake(_ subscription: Subscription) {
        guard let position = positions[ObjectIdentifier(subscription)], position >= awakeCount else { return }
        swap(position, awakeCount)
        awakeCount += 1
    }

    private mutating func swap(_ first: Int, _ second: Int) {
        guard first != second else { return }
        members.swapAt(first, second)
        positions[ObjectIdentifier(members[first])] = first
        positions[ObjectIdentifier(members[second])] = second
    }

    func makeIterator() -> IndexingIterator<[Subscription]> { members.makeIterator() }
}
