import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// Where a replica of a cluster lets a request be answered.
enum RequestPlace: Equatable {
    /// Here and now.
    case here
    /// Here, once the trees hold everything that is in the log now; if that stays unknown, as `instead` says.
    case hereWithTail(instead: Instead)
    /// By the writer; if that is impossible, as `instead` says.
    case atWriter(instead: Instead)
    /// Nowhere: another replica took this one for the writer.
    case notWriter

    enum Instead: Equatable {
        /// Here, with the trees as they are.
        case here
        /// By the writer, and here if that is impossible.
        case atWriterOrHere
        /// By another replica, and here if that is impossible.
        case atPeerOrHere
        /// It waits for a writer, then it is refused.
        case wait
    }

    /// - Parameters:
    ///   - rules: whether this replica is the writer within its lease.
    ///   - isForwarded: whether another replica sent it; then it is never sent on.
    ///   - durability: whether each acknowledged write is in the log.
    init(
        _ needs: RequestNeeds,
        _ role: ClusterStatus.Role,
        rules: Bool,
        isForwarded: Bool,
        durability: Durability
    ) {
        if isForwarded {
            self = rules ? .here : .notWriter
        } else if rules || needs == .nothing {
            self = .here
        } else if role == .loading || needs == .writes {
            self = .atWriter(instead: .wait)
        } else if role == .writer {
            // It still has the newest trees unless another has taken over, which the log or another replica knows.
            self = .hereWithTail(instead: needs == .reads ? .atPeerOrHere : .here)
        } else if durability == .commit {
            self = .hereWithTail(instead: .atWriterOrHere)
        } else {
            // The log lacks up to a second of acknowledged changes.
            self = needs == .follows ? .here : .atWriter(instead: .here)
        }
    }
}
