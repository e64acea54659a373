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
    /// The round in which it was drained last.
    var drainRound: UInt64 = 0
    /// Names to be told as gone that stand for no node.
    var unknownNames: [String] = []
    /// When each node was sent last, where this stream has a pace of its own.
    private(set) var sentAt: [ProgressID: UInt64] = [:]
    private var sentAtLimit = 64
    var lastSend: UInt64
    /// The mark that was delivered last, so that a node selected in two ways is sent once.
    var lastDelivery: UInt64 = 0
    /// Changes up to this stamp are in the snapshots that it began with.
    var beganStamp: UInt64 = 0
    /// Everything by id may have ended: to be looked at when nothing is owed.
    var mayHaveEnded = false
    var isClosed = false
    let permit: Permit?
    /// It rests in lists, and has to be woken when its socket catches up.
    var isResting = false
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

    /// Times that hold nothing back any more are forgotten before they outnumber the others: nodes come and go.
    func noteSent(_ id: ProgressID, at now: UInt64) {
        sentAt[id] = now
        guard sentAt.count > sentAtLimit else { return }
        sentAt = sentAt.filter { $0.value + minimumInterval > now }
        sentAtLimit = max(64, 2 * sentAt.count)
    }

    /// The only node that it shows, if it shows just one.
    var singleNode: ProgressID? {
        if case .nodes(let named, false) = selection, named.count == 1 { return named[0].id }
        return nil
    }
}
