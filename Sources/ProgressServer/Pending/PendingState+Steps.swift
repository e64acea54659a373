import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// Stages of a request, the news that come in them, and the steps that follow.
extension PendingState {
    enum Stage: CaseIterable {
        /// Until something changes, because its client asks for that (`Prefer: wait`).
        case waits
        /// While its answer is made in slices.
        case slices
        /// Its reply is there, until its write is safe.
        case held
        /// Until the trees here hold everything in the log, and everything that the reader of a stream got elsewhere.
        case catchesUp
        /// Until there is a writer, or another one.
        case needsWriter
        /// Until the writer has answered.
        case forwarded
        /// Until another replica has answered, which need not be the writer.
        case asks
    }

    enum News {
        /// The thing that it waits for may be there: a change, another slice, another writer.
        case changed
        /// The thing that it waits for is there.
        case ready
        /// Its time is over, or it cannot be known whether the thing that it waits for is there.
        case late
        case unsafe(StorageStatus.Refusal)
        case outcome(ForwardOutcome)
        /// This replica is not the writer, contrary to what it knew when it last decided.
        case deposed
    }

    enum Step {
        /// Make the call here. With `isLast` its client does not wait any longer.
        case call(isLast: Bool)
        /// Nothing has changed: it stays parked.
        case stay
        /// The reply that was made, or came back, goes out.
        case reply
        case refuse(RequestError)
        case unconfirmed(HeldReplies.Flaw)
        case catchUp
        case awaitWriter
        case forward
        /// Send it to the next replica that was not asked yet; it is late if all were asked.
        case ask
        /// Tells the replica that sent it that this one does not rule.
        case notWriter
    }

    /// The knowledge of a replica when something happens.
    struct Facts {
        /// Whether it is the writer within its lease; a service without a cluster always is.
        var rules = true
        var role = ClusterStatus.Role.writer
        /// Whether another replica is known as the writer, and answers.
        var writerIsElsewhere = false
        var durability = Durability.commit
        /// Whether the log can be read and written, as far as is known.
        var engineAnswers = true
        var isStopping = false
        /// How long a request waits for a writer, in nanoseconds.
        var patience: UInt64 = 0
        var now: UInt64 = 0
    }
}
