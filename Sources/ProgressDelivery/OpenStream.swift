import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressRegistry
import ProgressStreams

/// One open stream: its socket and its subscription. On its reactor's thread only.
final class OpenStream {
    /// Marks of the lists that hold it.
    struct Marks {
        /// The drain list serves it at this time or later.
        var nextDrain: UInt64 = 0
        /// The round in which it was last drained.
        var drainRound: UInt64 = 0
        /// Whether it rests in its lists until its socket catches up.
        var isResting = false
    }

    /// Options of its request that few calls look at.
    struct Wishes {
        let followsRuns: Bool
        /// Whether `synced` takes the place of the comment line after silence.
        let showsHeartbeats: Bool
    }

    struct Hold: ~Copyable {
        /// Its place in the quota.
        let ticket: StreamTicket
        /// The targets that are watched.
        var targets: [RegistryState.WatchTarget] = []
        /// The walk over what it selects, while its subscription walks.
        var walk: OpeningWalk? {
            get { aside.value }
            _modify { yield &aside.value }
        }
        private var aside = Aside<OpeningWalk>()

        init(ticket: StreamTicket) { self.ticket = ticket }
    }

    // Fields that every delivery reads come first; `prefetch` loads them.
    let socket: EventSocket
    /// The last announcement that reached it, so that a node selected twice is sent once.
    var lastDelivery: UInt64 = 0
    var lastSend: UInt64
    var isClosed = false
    let wantsSummary: Bool
    /// Whether it was opened with a grant: then it is not told the names of users.
    let hidesUsers: Bool
    let language: Language
    /// The highest promise of all events, or of the id that its reader came with. Only `reset` and unknown names
    /// promise less.
    var promised: UInt64 = 0
    var subscription: Subscription

    /// The node, if it shows exactly one.
    private(set) var singleNode: ProgressID?
    /// Equal to its subscription's.
    private(set) var selection: Selection
    let permit: Permit?
    let wishes: Wishes
    /// The place in the quota, the watches and the walk that it holds until it closes.
    var hold: Hold
    var marks = Marks()

    init(_ request: StreamRequest, socket: EventSocket, now: UInt64) {
        self.socket = socket
        language = request.language
        permit = request.permit
        wishes = Wishes(followsRuns: request.followsRuns, showsHeartbeats: request.showsHeartbeats)
        subscription = Subscription(
            request.selection,
            minimumInterval: request.minimumInterval,
            followsRuns: request.followsRuns
        )
        hidesUsers = request.permit?.scope != nil
        selection = request.selection
        singleNode = request.selection.singleNode
        wantsSummary = request.wantsSummary
        hold = Hold(ticket: request.ticket)
        lastSend = now
    }

    /// Begins to load the fields that a delivery reads: from `socket` to the first ones of its subscription.
    func prefetch() { Prefetch.begin(self, from: 16, to: 72) }

    /// Notes what its names mean now. Only while it is in no list.
    func select(_ selection: Selection) {
        self.selection = selection
        singleNode = selection.singleNode
    }

    /// The stamp up to which everything that the stream selects was sent.
    ///
    /// - Parameters:
    ///   - taken: every change up to this stamp was heard.
    ///   - held: the oldest change in the pace that may concern the stream.
    ///   - hidden: the oldest change that a summary does not show yet.
    func promise(taken: UInt64, held: UInt64?, hidden: UInt64?) -> UInt64 {
        let held = min(held ?? .max, wantsSummary ? hidden ?? .max : .max)
        let promise = subscription.promise(taken: taken, held: held == .max ? nil : held)
        return promise >= promised || subscription.owesStart ? promise : promised
    }
}
