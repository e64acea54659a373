import ProgressRecords
import ProgressWire

/// The facts that the next run needs about this one.
package struct RunRecord: Equatable, Sendable {
    private static let form: UInt8 = 1
    static let id = RecordID(high: 0, low: 0)

    /// The stamp of the newest change.
    var sequence: UInt64 = 0
    /// The newest place in lists.
    var ordinal: UInt64 = 0
    /// The number of runs that ended without saving everything that clients may have seen.
    var uncleanEndCount: UInt32 = 0

    /// Added to versions after an unclean end: more changes than any node can have lost.
    static let versionGap: Int64 = 10_000_000
    /// Like `versionGap`, for change stamps, which count the changes of all nodes.
    private static let stampGap: UInt64 = 1 << 32

    init() {}

    init(_ bytes: UnsafeRawBufferPointer) throws(RecordError) {
        var reader = RecordReader(bytes)
        _ = try reader.form(upTo: Self.form)
        sequence = try reader.number(UInt64.self)
        ordinal = try reader.number(UInt64.self)
        uncleanEndCount = try reader.number(UInt32.self)
        try reader.finish()
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(Self.form)
        bytes.append(number: sequence)
        bytes.append(number: ordinal)
        bytes.append(number: uncleanEndCount)
    }

    func append(to group: inout GroupBuffer) {
        group.append(kind: RecordKind.run.rawValue, id: Self.id) { append(to: &$0) }
    }

    /// The run after this one.
    func next(wasCleanlyClosed: Bool) -> RunRecord {
        var next = self
        // Lists, trees and summaries may have changed since the last save without a new version of a node.
        next.sequence += wasCleanlyClosed ? 1 : Self.stampGap
        next.ordinal += wasCleanlyClosed ? 0 : Self.stampGap
        if !wasCleanlyClosed { next.uncleanEndCount += 1 }
        return next
    }

    /// The sum to add to the version of a record that was written after `count` unclean ends.
    func versionGap(since count: UInt32) -> Int64 {
        Int64(uncleanEndCount &- min(count, uncleanEndCount)) * Self.versionGap
    }
}
