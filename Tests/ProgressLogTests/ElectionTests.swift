import TestSupport
import Testing

@testable import ProgressLog

/// The arithmetic of the office.
struct ElectionTests: ElectionTesting {
    var source = SeededGenerator(seed: 1)
    var election = Election(lease: lease)

    @Test mutating func `an heir claims when its own looks saw no change for longer than a lease`() {
        let before = claim(at: 90)
        _ = look(row(), at: 100)
        for now in [130, 160, 180] as [UInt64] { _ = look(row(), at: now) }

        let due = election.claimDue
        let (early, late) = (claim(at: 180), claim(at: 181))

        #expect(before == nil && early == nil && due == 181)
        guard case .claim(_, let seen) = late else {
            Issue.record("no claim")
            return
        }
        #expect(seen == row())
    }

    @Test(arguments: [(5, 9, 1), (4, 10, 1), (4, 9, 2)] as [(UInt64, UInt64, UInt64)])
    mutating func `whatever changes in the row, the time counts from the look that saw it`(
        term: UInt64,
        tail: UInt64,
        mark: UInt64
    ) {
        _ = look(row(), at: 100)

        _ = look(row(term: term, tail: tail, mark: mark), at: 150)

        #expect(election.claimDue == 231)
    }

    @Test mutating func `another holder of the same term is a change, too`() {
        _ = look(row(), at: 100)
        var others = row()
        others.key = [1]

        _ = look(others, at: 150)

        #expect(election.claimDue == 231)
    }

    @Test mutating func `the time of an heir counts only while its looks succeed`() {
        _ = look(row(), at: 100)
        _ = look(nil, at: 150)
        let unknown = election.claimDue
        _ = look(row(), at: 160)

        #expect(unknown == nil && election.claimDue == 241)
    }

    @Test mutating func `an heir that was paused for longer than a lease begins to count again`() {
        _ = look(row(), at: 100)
        let paused = claim(at: 1_000)
        _ = look(row(), at: 1_000)

        #expect(paused == nil && election.claimDue == 1_081)
    }

    @Test mutating func `a free office is claimed at once`() {
        _ = look(row(isFree: true), at: 100)

        let statement = claim(at: 100)

        #expect(statement != nil)
    }

    @Test mutating func `a claim that was answered makes a writer, and its lease runs from when it was sent`() {
        _ = look(row(isFree: true), at: 100)
        _ = claim(at: 110)

        let outcome = election.hear(.yes, at: 140)

        #expect(outcome == .tookOffice && election.isWriter)
        #expect((election.term, election.tail, election.acknowledged) == (5, 9, 9))
        #expect(election.leaseEnd == 180 && election.rules(at: 179) && !election.rules(at: 180))
    }

    @Test mutating func `a claim that came too late leaves an heir`() {
        _ = look(row(isFree: true), at: 100)
        _ = claim(at: 110)

        let outcome = election.hear(.no, at: 120)

        #expect(outcome == .nothing && !election.isWriter && election.claimDue == nil)
    }

    @Test mutating func `a claim that was not answered gives no office, but may be claimed again at once`() {
        _ = look(row(isFree: true), at: 100)
        guard case .claim(let lost, _) = claim(at: 110) else {
            Issue.record("no claim")
            return
        }
        _ = election.hear(.noAnswer, at: 150)
        let wasWriter = election.isWriter
        var taken = row(term: 5)
        taken.mark = lost.mark

        _ = look(taken, at: 160)

        #expect(!wasWriter && !election.isWriter && claim(at: 160) != nil)
    }

    @Test mutating func `a beat renews the lease from when it was sent`() {
        takeOffice()

        let outcome = renew(.yes, sentAt: 1_030, heardAt: 1_060)

        #expect(outcome == .acknowledged && election.leaseEnd == 1_100)
        #expect(election.nextDue == 1_030 + 26)
    }

    @Test mutating func `a beat without an answer renews nothing, and is tried again soon`() {
        takeOffice()

        let outcome = renew(.noAnswer, sentAt: 1_030, heardAt: 1_060)

        #expect(outcome == .nothing && election.leaseEnd == 1_070 && !election.mustLook)
        #expect(election.nextDue == 1_060 + 6)
    }

    @Test mutating func `an answered append acknowledges its entry`() {
        takeOffice()

        let outcome = renew(entry: true, .yes, sentAt: 1_030, heardAt: 1_060)

        #expect(outcome == .acknowledged && election.tail == 10 && election.acknowledged == 10)
    }

    @Test mutating func `an append that certainly did not happen is sent again without a look`() {
        takeOffice()

        let outcome = renew(entry: true, .notDone, sentAt: 1_030, heardAt: 1_060)

        #expect(outcome == .sendAgain && !election.mustLook && election.tail == 9)
    }

    @Test mutating func `after an append without an answer it looks: what is there counts with the next answer`() throws
    {
        takeOffice()
        let first = renew(entry: true, .noAnswer, sentAt: 1_030, heardAt: 1_040)
        let blind = renew(.yes, sentAt: 1_041, heardAt: 1_041)

        let found = try look(mine(tail: 10), at: 1_045)
        let counted = election.acknowledged
        let next = renew(.yes, sentAt: 1_046, heardAt: 1_048)

        #expect(first == .inDoubt && blind == nil)
        #expect(found == .seen && election.tail == 10 && counted == 9)
        #expect(next == .acknowledged && election.acknowledged == 10)
    }

    @Test mutating func `after an append without an answer it looks: what is not there is sent again`() throws {
        takeOffice()
        _ = renew(entry: true, .noAnswer, sentAt: 1_030, heardAt: 1_040)

        let found = try look(mine(tail: 9), at: 1_045)

        #expect(found == .sendAgain && election.tail == 9 && !election.mustLook)
    }

    @Test mutating func `an attempt that arrives late is recognized`() throws {
        takeOffice()
        _ = renew(entry: true, .noAnswer, sentAt: 1_030, heardAt: 1_040)
        _ = try look(mine(tail: 9), at: 1_045)
        let again = renew(entry: true, .no, sentAt: 1_046, heardAt: 1_047)

        let found = try look(mine(tail: 10), at: 1_048)

        #expect(again == .inDoubt && found == .seen && election.isWriter)
    }

    @Test mutating func `a look without an answer leaves it in doubt`() {
        takeOffice()
        _ = renew(entry: true, .noAnswer, sentAt: 1_030, heardAt: 1_040)

        let outcome = look(nil, at: 1_045)

        #expect(outcome == .nothing && election.mustLook)
    }

    @Test mutating func `a refused renewal ends the lease, and a look finds another term: it is deposed`() {
        takeOffice()
        let refused = renew(entry: true, .no, sentAt: 1_030, heardAt: 1_040)
        let leaseEnd = election.leaseEnd

        let found = look(row(term: 6, tail: 12), at: 1_045)

        #expect(refused == .inDoubt && leaseEnd == 0)
        #expect(found == .deposed && !election.isWriter && election.claimDue == 1_126)
        #expect(election.acknowledged == 9)
    }

    @Test mutating func `an engine that lost its end gets the entries again`() throws {
        takeOffice()
        for sentAt in [1_020, 1_025, 1_030] as [UInt64] {
            _ = renew(entry: true, .yes, sentAt: sentAt, heardAt: sentAt + 1)
        }
        _ = renew(.no, sentAt: 1_040, heardAt: 1_041)

        let found = try look(mine(tail: 10), at: 1_045)
        let again = renew(entry: true, .yes, sentAt: 1_046, heardAt: 1_047)

        #expect(found == .fellBack && again == .acknowledged)
        #expect(election.tail == 11)
    }

    @Test mutating func `a log that is longer than what it sent is somebody else's`() throws {
        takeOffice()
        _ = renew(.no, sentAt: 1_030, heardAt: 1_031)

        let found = try look(mine(tail: 10), at: 1_045)

        #expect(found == .deposed)
    }

    @Test(arguments: [("own:1", 1), ("other:1", 0)] as [(String, UInt8)])
    mutating func `a row with its term and another's key or address is another's, whatever the tail`(
        address: String,
        difference: UInt8
    ) throws {
        for tail in [8, 9, 10] as [UInt64] {
            election = Election(lease: Self.lease)
            takeOffice()
            _ = renew(entry: true, .noAnswer, sentAt: 1_030, heardAt: 1_040)
            var others = try mine(tail: tail)
            (others.address, others.key) = (address, others.key.map { $0 ^ difference })

            let found = look(others, at: 1_045)

            #expect(found == .deposed && !election.isWriter && election.claimDue == 1_126)
        }
    }

    @Test mutating func `each claim has a key of its own, on which all renewals depend`() throws {
        takeOffice()
        let first = try #require(election.holder)
        let statement = election.renew(carryingEntry: false, at: 1_020, drawingFrom: &source)
        election = Election(lease: Self.lease)
        takeOffice()

        let second = try #require(election.holder)

        guard case .renew(let renewal) = statement else {
            Issue.record("no renewal")
            return
        }
        #expect(renewal.holder == first && first.key.count == ElectionBid.keyByteCount)
        #expect((first.term, first.address) == (second.term, second.address) && first.key != second.key)
    }

    @Test mutating func `handing over ends the lease before the statement is sent, and the claims for good`() throws {
        takeOffice()
        let free = try mine(tail: 10, isFree: true)
        _ = election.renew(carryingEntry: true, handingOver: true, at: 1_020, drawingFrom: &source)
        let leaseEnd = election.leaseEnd

        let outcome = election.hear(.yes, at: 1_025)
        _ = look(free, at: 1_026)

        #expect(leaseEnd == 0 && outcome == .handedOver)
        #expect(election.acknowledged == 10 && !election.isWriter)
        #expect(claim(at: 1_026) == nil)
    }

    @Test mutating func `a hand-over without an answer gives the lease back to nobody`() throws {
        takeOffice()
        let first = renew(entry: true, handingOver: true, .noAnswer, sentAt: 1_020, heardAt: 1_025)
        let found = try look(mine(tail: 10, isFree: true), at: 1_026)

        let second = renew(handingOver: true, .yes, sentAt: 1_027, heardAt: 1_028)

        #expect(first == .inDoubt && found == .seen && second == .handedOver)
        #expect(election.leaseEnd == 0 && election.acknowledged == 10)
    }

    @Test mutating func `an heir looks four times a lease, more often before a sign of life, and at its end`() {
        _ = look(row(), at: 100)
        let first = election.nextDue
        _ = look(row(mark: 2), at: 105)
        let believing = election.nextDue
        _ = look(row(mark: 2), at: 180)

        #expect(first == 105 && believing == 125 && election.nextDue == 186)
    }

    @Test func `marks keep their bytes`() {
        let mark = OfficeMark(high: 0x0102_0304_0506_0708, low: 0xfffe_fdfc_fbfa_f9f8)

        #expect(mark.bytes == [1, 2, 3, 4, 5, 6, 7, 8, 255, 254, 253, 252, 251, 250, 249, 248])
        #expect(OfficeMark(mark.bytes) == mark && OfficeMark(mark.bytes.dropLast()) == nil)
    }
}
