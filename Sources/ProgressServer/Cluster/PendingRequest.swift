import MicroHTTPD
import ProgressHTTP
import ProgressStore

/// A request that is not answered at once by the replica that it reached.
final class PendingRequest {
    enum Stage {
        /// Until the trees here hold what the log holds, and what the reader of a stream was told elsewhere.
        case awaitsTail
        /// Until there is a writer, or another one.
        case awaitsWriter
        case isForwarded
    }

    unowned let exchange: Exchange
    let head: CallHead?
    /// When it has waited for a writer long enough; monotonic nanoseconds.
    var deadline: UInt64
    var wait: ForwardedWait
    /// If the stage comes to nothing.
    var instead: RequestPlace.Instead
    var stage = Stage.awaitsTail
    /// 0: not drawn yet.
    var ticket: UInt64 = 0
    /// While the trees here do not hold this change, its reader knows more than they do.
    var stamp: UInt64 = 0
    /// When the stage is over at the latest, or tried again; monotonic nanoseconds.
    var stageEnd: UInt64 = 0
    /// Set with its resumption.
    var isTailKnown = false
    /// `ClusterStatus.writerGeneration` when it began to wait for a writer.
    var writerGeneration: UInt64 = 0
    /// The writer that it was sent to.
    var writer: WriterPlace?
    /// The exchange is over.
    var isOver = false

    /// What its head asks for; nothing if no replica can answer it otherwise.
    var needs: RequestNeeds { head?.needs ?? .nothing }

    /// - Parameter head: nil if it is refused everywhere.
    init(
        _ exchange: Exchange,
        _ head: CallHead?,
        _ instead: RequestPlace.Instead,
        deadline: UInt64
    ) {
        self.exchange = exchange
        self.head = head
        self.instead = instead
        wait = ForwardedWait(head, exchange)
        self.deadline = deadline
    }

    /// Its client waits no longer.
    func endWait() { wait = .over(preferences: head?.preferencesAfterWait ?? "") }
}
