import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressStreams

/// One open stream: its socket and its subscription. On its reactor's thread only.
///
/// It has more than 12 stored properties: besides the parts it keeps what each event asks for next to the socket, and
/// its places in the lists that it is in.
final class OpenStream {
    let socket: EventSocket
    let language: Language
    let permit: Permit?
    var subscription: Subscription
    let selection: Selection
    /// The only node that it shows, if it shows just one.
    let singleNode: ProgressID?
    let wantsSummary: Bool
    /// What the registry reports for it until it closes.
    var targets: [RegistryState.WatchTarget] = []
    var lastSend: UInt64
    /// It has nothing to send before this moment.
    var nextDrain: UInt64 = 0
    /// The round in which it was drained last.
    var drainRound: UInt64 = 0
    /// The last announcement that reached it, so that a node selected in two ways is sent once.
    var lastDelivery: UInt64 = 0
    var isClosed = false
    /// It rests in its lists until its socket catches up.
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

    /// Everything that the stream selects was sent up to this stamp.
    ///
    /// - Parameters:
    ///   - taken: every change up to it was heard.
    ///   - held: the oldest change that the pace holds back and that may concern the stream.
    ///   - hidden: the oldest change that a summary does not show yet.
    func promise(taken: UInt64, held: UInt64?, hidden: UInt64?) -> UInt64 {
        let held = min(held ?? .max, wantsSummary ? hidden ?? .max : .max)
        return subscription.promise(taken: taken, held: held == .max ? nil : held)
    }
}
