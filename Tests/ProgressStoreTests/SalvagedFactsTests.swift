import ProgressCore
import ProgressWire
import Testing

@testable import ProgressStore

struct SalvagedFactsTests {
    private func record(_ number: UInt64, named name: String?, ordinal: UInt64, stamp: UInt64) -> ProgressRecord {
        var stored = StoredProgress(
            id: ProgressID(high: 0, low: number),
            counts: Counts(total: 1, completed: 0),
            ordinal: ordinal,
            createdAt: 1
        )
        stored.changeStamp = stamp
        if let name {
            var details = ProgressDetails()
            details.name = name
            stored.details = DetailsBox(details)
        }
        return ProgressRecord(stored, uncleanEndCount: UInt32(number))
    }

    @Test func `of two that have one name the newer one keeps it`() {
        var facts = SalvagedFacts()

        facts.note(record(1, named: "a", ordinal: 5, stamp: 9))
        facts.note(record(2, named: "a", ordinal: 7, stamp: 2))
        facts.note(record(3, named: "a", ordinal: 6, stamp: 3))
        facts.note(record(4, named: "b", ordinal: 8, stamp: 1))
        facts.note(record(5, named: nil, ordinal: 1, stamp: 1))

        #expect(facts.losers == [ProgressID(high: 0, low: 1), ProgressID(high: 0, low: 3)])
    }

    @Test func `what the lost record of the run said is at least what the others say`() {
        var facts = SalvagedFacts()
        facts.note(record(3, named: nil, ordinal: 7, stamp: 9))

        let run = facts.run(RunRecord())

        #expect(run.ordinal == 7 && run.sequence == 9 && run.uncleanEndCount == 3)
    }
}
