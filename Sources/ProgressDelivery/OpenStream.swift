import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressStreams

/// One open stream: its socket, and what its reader is told. On its reactor's thread only.
final class OpenStream {
    let socket: EventSocket
    let language: Language
    let permit: Permit?
    var subscription: Subscription
    let selection: Selection
    /// The only node that it shows, if it shows just one.
    let singleNode: ProgressID?
    let wantsSummary: Bool
    /// What the registry was asked to report for it, to be taken back at the end.
    var targets: [RegistryState.WatchTarget] = []
    var lastSend: UInt64
    /// Nothing is to be done for it before this moment.
    var nextDrain: UInt64 = 0
    /// The round in which it was drained last.
    var drainRound: UInt64 = 0
    /// The announcement that it was given last, so that a node selected in two ways is sent once.
    var lastDelivery: UInt64 = 0
    var isClosed = false
    /// It rests in lists, and has to be woken when its socket catches up.
    var isResting = false
    private let ticket: StreamTicket

    init(_ request: StreamRequest, socket: EventSocket, now: UInt64) {
        self.socket = socket
        language = request.language
        permit = request.permit
        subscription = Subscription(request.selection, minimumInterval: request.minimumInterval)
        selection = request.selection
        singleNode = request.selection.singleNode
        wantsSummary = request.wantsSummary
        ticket = request.ticket
        lastSend = now
    }

    /// Whether events may go straight to the socket.
    var isKeepingUp: Bool { !socket.isBehind && subscription.isCurrent }
}
