import ProgressCore
import ProgressWire

/// Facts that all records saved from damaged data show together, since the record that states them may be lost; and
/// contradictions: in a part of a log's snapshot, two records may have been written at two moments.
struct SalvagedFacts {
    private var newest = RunRecord()
    private var holders: [String: (id: ProgressID, ordinal: UInt64)] = [:]
    /// They have a name that a newer one has, too.
    private(set) var losers: Set<ProgressID> = []

    mutating func note(_ record: ProgressRecord) {
        let stored = record.stored
        newest.sequence = max(newest.sequence, stored.changeStamp)
        newest.ordinal = max(newest.ordinal, stored.ordinal)
        newest.uncleanEndCount = max(newest.uncleanEndCount, record.uncleanEndCount)
        guard let name = stored.heldName else { return }
        guard let other = holders[name] else { return holders[name] = (stored.id, stored.ordinal) }
        if other.ordinal < stored.ordinal {
            losers.insert(other.id)
            holders[name] = (stored.id, stored.ordinal)
        } else {
            losers.insert(stored.id)
        }
    }

    /// The run's record, with the newest of everything that was seen.
    func run(_ found: RunRecord) -> RunRecord {
        var run = found
        run.sequence = max(run.sequence, newest.sequence)
        run.ordinal = max(run.ordinal, newest.ordinal)
        run.uncleanEndCount = max(run.uncleanEndCount, newest.uncleanEndCount)
        return run
    }
}
