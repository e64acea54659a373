import TestSupport
import Testing

@testable import ProgressLog

/// Tests of one replica's part in the election: a lease of 80, of which a writer relies on 70.
protocol ElectionTesting {
    var source: SeededGenerator { get set }
    var election: Election { get set }
}

extension ElectionTesting {
    static var lease: UInt64 { 80 }

    func row(term: UInt64 = 4, tail: UInt64 = 9, mark: UInt64 = 1, isFree: Bool = false) -> OfficeRow {
        let mark = OfficeMark(high: 0, low: mark)
        return OfficeRow(term: term, tail: tail, mark: mark, isFree: isFree, address: "a:1", key: [], snapshot: 0)
    }

    /// After `takeOffice`: this replica's row.
    func mine(tail: UInt64, isFree: Bool = false) throws -> OfficeRow {
        let holder = try #require(election.holder)
        var row = row(term: holder.term, tail: tail, isFree: isFree)
        (row.address, row.key) = (holder.address, holder.key)
        return row
    }

    mutating func look(_ row: OfficeRow?, at now: UInt64) -> ElectionOutcome {
        _ = election.look(at: now)
        return election.hear(row.map { .row($0) } ?? .noAnswer, at: now)
    }

    mutating func claim(at now: UInt64) -> ElectionStatement? {
        var random = source
        defer { source = random }
        return election.claim(for: "own:1", at: now, drawingFrom: &random)
    }

    mutating func renew(
        entry: Bool = false,
        handingOver: Bool = false,
        _ reply: StatementReply,
        sentAt: UInt64,
        heardAt: UInt64
    ) -> ElectionOutcome? {
        var random = source
        defer { source = random }
        guard
            election.renew(carryingEntry: entry, handingOver: handingOver, at: sentAt, drawingFrom: &random) != nil
        else { return nil }
        return election.hear(reply, at: heardAt)
    }

    /// Term 5, tail 9, by a claim that was sent at 1,000.
    mutating func takeOffice() {
        _ = look(row(isFree: true), at: 1_000)
        _ = claim(at: 1_000)
        _ = election.hear(.yes, at: 1_010)
    }
}
