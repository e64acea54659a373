import TestSupport
import Testing

@testable import ProgressLog

/// When an heir believes that a row's holder uses this database: a copied database names the holder of the original.
struct BeliefTests: ElectionTesting {
    var source = SeededGenerator(seed: 1)
    var election = Election(lease: lease)

    @Test mutating func `another holder, or one whose tail went back, is believed when its own mark moves`() {
        func believe() {
            _ = look(row(), at: 100)
            _ = look(row(mark: 2), at: 110)
            #expect(election.hasSeenMarkMove)
        }
        var other = row(term: 6, mark: 7)
        other.key = [9]
        var older = row(mark: 7)
        older.tail -= 1

        // It may be another database, also where looks failed in between.
        for (next, fails) in [(other, false), (older, false), (other, true), (older, true)] {
            election = Election(lease: Self.lease)
            believe()
            if fails { _ = look(nil, at: 119) }
            let row = next
            _ = look(row, at: 121)
            let before = election.hasSeenMarkMove
            var moved = row
            moved.mark = OfficeMark(high: 0, low: 99)
            _ = look(moved, at: 122)

            #expect(!before && election.hasSeenMarkMove)
        }
    }

    @Test mutating func `a holder that takes a row which was seen to be free is believed at once`() {
        _ = look(row(), at: 100)
        _ = look(row(mark: 2), at: 110)
        var free = row(mark: 3)
        free.isFree = true
        _ = look(free, at: 120)

        _ = look(row(term: free.term + 1, mark: 4), at: 121)

        #expect(election.hasSeenMarkMove)
    }

    @Test mutating func `whoever the row names is believed once a look saw another mark than the first`() {
        _ = look(row(), at: 100)
        _ = look(nil, at: 110)
        var freed = row(isFree: true)
        freed.snapshot = 3
        _ = look(freed, at: 120)
        let before = election.hasSeenMarkMove

        _ = look(row(mark: 2), at: 130)
        let after = election.hasSeenMarkMove
        _ = look(row(), at: 140)

        #expect(!before && after && election.hasSeenMarkMove)
    }

    @Test mutating func `whoever takes a handed over office is believed at once, and who deposes once its mark moves`()
    {
        takeOffice()
        let statement = election.renew(carryingEntry: false, handingOver: true, at: 1_020, drawingFrom: &source)
        _ = election.hear(.yes, at: 1_025)
        guard case .renew(let renewal) = statement else {
            Issue.record("no renewal")
            return
        }
        var free = row(term: 5, isFree: true)
        free.mark = renewal.mark
        _ = look(free, at: 1_026)
        let whileFree = election.hasSeenMarkMove
        _ = look(row(term: 6), at: 1_027)
        let handedOver = election.hasSeenMarkMove

        election = Election(lease: Self.lease)
        takeOffice()
        _ = look(row(term: 6), at: 1_045)
        let deposed = election.hasSeenMarkMove
        _ = look(row(term: 6, mark: 2), at: 1_050)

        #expect(!whileFree && handedOver && !deposed && election.hasSeenMarkMove)
    }
}
