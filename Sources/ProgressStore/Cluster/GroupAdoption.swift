import Platform
import ProgressCore
import ProgressLog
import ProgressRegistry

/// Adopts the groups of a log, in order, into the trees of a replica. On the cluster thread.
struct GroupAdoption {
    private let context: MemberContext
    /// The history of all that the trees hold.
    var history = LogHistory()

    init(_ context: MemberContext) { self.context = context }

    /// Takes over what the group after `history` says.
    /// - Throws: `.damaged`: it does not fit, or begins after an unclean change of the office, which raises all versions.
    ///   Then everything has to be loaded.
    mutating func adopt(_ group: OpenedGroup) throws(LogFailure) {
        var newest = history
        let changes = try group.changes(continuing: &newest)
        guard newest.run.uncleanEndCount == history.run.uncleanEndCount else {
            throw .damaged("a writer took office without a hand-over")
        }
        // The first writer of all names the epoch of a log that was empty.
        let epoch = newest.term?.epoch == history.term?.epoch ? nil : newest.term?.epochText
        let (registry, now) = (context.registry, context.time.now())
        do throws(RestoreError) {
            try registry.enter { state throws(RestoreError) in
                try state.adopt(changes, at: now)
                if let epoch { registry.epoch.change(to: epoch) }
            }
        } catch {
            throw .damaged("\(group.source) does not continue the trees: \(error)")
        }
        if epoch != nil { context.cluster.beginStreamsAgain() }
        history = newest
    }
}
