import MicroHTTPD
import ProgressCore
import ProgressLocalization

/// One open stream: what it selects, and what it is behind on. Confined to its reactor.
final class Subscription {
    let socket: EventSocket
    let language: Language
    let wantsSummary: Bool
    let minimumInterval: UInt64
    var selection: Selection
    /// What the registry was asked to report for it, to be taken back at the end.
    var targets: [RegistryState.WatchTarget] = []
    var owed = OwedEvents()
    /// Forget all, then snapshots: owed before everything else.
    var owesReset = false
    /// Nothing is to be done for it before this moment.
    var nextDrain: UInt64 = 0
    /// Names to be told as gone that stand for no node.
    var unknownNames: [String] = []
    /// When each node was sent last, where this stream has a pace of its own.
    var sentAt: [ProgressID: UInt64] = [:]
    var lastSend: UInt64
    /// The mark that was delivered last, so that a node selected in two ways is sent once.
    var lastDelivery: UInt64 = 0
    /// Changes up to this stamp are in the snapshots that it began with.
    var beganStamp: UInt64 = 0
    /// Everything by id may have ended: to be looked at when nothing is owed.
    var mayHaveEnded = false
    var isClosed = false
    let permit: Permit?
    private let ticket: StreamTicket

    init(_ request: StreamRequest, socket: EventSocket, now: UInt64) {
        self.socket = socket
        selection = request.selection
        language = request.language
        wantsSummary = request.wantsSummary
        minimumInterval = request.minimumInterval
        ticket = request.ticket
        permit = request.permit
        lastSend = now
    }

    /// Whether frames may go straight to the socket.
    var isKeepingUp: Bool { !socket.isBehind && owed.isEmpty && !owesReset }

    /// The only node that it shows, if it shows just one.
    var singleNode: ProgressID? {
        if case .nodes(let named, false) = selection, named.count == 1 { return named[0].id }
        return nil
    }
}

/// Subscriptions in no order, from which one is taken out in constant time.
struct SubscriptionList: Sequence, ExpressibleByArrayLiteral {
    private var members: [Subscription] = []
    private var positions: [ObjectIdentifier: Int] = [:]

    init(arrayLiteral elements: Subscription...) {
        for element in elements { insert(element) }
    }

    var isEmpty: Bool { members.isEmpty }

    mutating func insert(_ subscription: Subscription) {
        guard positions[ObjectIdentifier(subscription)] == nil else { return }
        positions[ObjectIdentifier(subscription)] = members.count
        members.append(subscription)
    }

    mutating func remove(_ subscription: Subscription) {
        guard let position = positions.removeValue(forKey: ObjectIdentifier(subscription)) else { return }
        let last = members.removeLast()
        guard last !== subscription else { return }
        members[position] = last
        positions[ObjectIdentifier(last)] = position
    }

    func makeIterator() -> IndexingIterator<[Subscription]> { members.makeIterator() }
}
