import ProgressLog
import Testing

@Suite struct OfficeTests {
    @Test(arguments: Engine.allCases)
    func `a new log has a free office that nobody has held`(_ engine: Engine) throws {
        let (one, other) = try engine.open()

        let row = try one.look()

        #expect(row.term == 0 && row.tail == 0 && row.isFree && row.snapshot == 0)
        #expect(try other.look() == row)
        #expect(try one.numbers() == [])
    }

    @Test(arguments: Engine.allCases)
    func `of two that saw the same row, one takes the office`(_ engine: Engine) throws {
        let (one, other) = try engine.open()
        let seen = try one.look()

        let first = try one.claim(.fixture(1, "one:8080"), seen: seen, by: .soon)
        let second = try other.claim(.fixture(2, "other:8080"), seen: seen, by: .soon)

        let row = try other.look()
        #expect(first && !second)
        #expect(row.term == 1 && row.address == "one:8080" && row.key == [UInt8](0..<32) && !row.isFree)
        #expect(row.mark == OfficeMark(high: 1, low: 1))
    }

    @Test(arguments: Engine.allCases)
    func `the office is not taken from a holder who beat or appended since`(_ engine: Engine) throws {
        let (holder, heir) = try engine.open()
        var held = try holder.rule()

        let seenBeforeBeat = try heir.look()
        #expect(try holder.beat(held, mark: 2))
        let afterBeat = try heir.claim(.fixture(3), seen: seenBeforeBeat, by: .soon)
        held = try heir.look()
        #expect(try holder.append([1], after: held, mark: 4))
        let afterAppend = try heir.claim(.fixture(5), seen: held, by: .soon)

        #expect(!afterBeat && !afterAppend)
        #expect(try heir.claim(.fixture(6), seen: heir.look(), by: .soon))
    }

    @Test(arguments: Engine.allCases)
    func `a beat changes the mark alone`(_ engine: Engine) throws {
        let (holder, heir) = try engine.open()
        var row = try holder.rule()

        #expect(try holder.beat(row, mark: 9))

        row.mark = OfficeMark(high: 9, low: 9)
        #expect(try heir.look() == row)
    }

    @Test(arguments: Engine.allCases)
    func `who was deposed can neither append nor beat nor hand over`(_ engine: Engine) throws {
        let (old, new) = try engine.open()
        let lost = try old.rule()
        let held = try new.rule(as: "new:8080", 2)

        #expect(try !old.append([1], after: lost))
        #expect(try !old.beat(lost))
        #expect(try !old.beat(lost, handsOver: true))
        #expect(try !old.append([1], after: lost, handsOver: true))

        #expect(try new.look() == held)
        #expect(try new.numbers() == [])
    }

    @Test(arguments: Engine.allCases)
    func `whoever has the term and the tail, but another key or address, changes nothing`(_ engine: Engine) throws {
        let (writer, other) = try engine.open()
        let held = try writer.rule()
        var (stranger, neighbor) = (held, held)
        stranger.key[31] ^= 1
        neighbor.address = "replica:8081"

        for row in [stranger, neighbor] {
            #expect(try !other.append([1], after: row))
            #expect(try !other.append([1], after: row, handsOver: true))
            #expect(try !other.beat(row))
            #expect(try !other.beat(row, handsOver: true))
            #expect(try !other.putSnapshot(part: 0, of: 0, [1], as: row.holder, by: .soon))
            #expect(try !other.publishSnapshot(0, partCount: 0, as: row.holder, by: .soon))
        }

        #expect(try writer.look() == held)
        #expect(try writer.numbers() == [])
    }

    @Test(arguments: Engine.allCases)
    func `an office that is handed over is free, with or without a last entry`(_ engine: Engine) throws {
        let (one, other) = try engine.open()

        #expect(try one.append([1, 2], after: one.rule(), handsOver: true))
        let afterEntry = try other.look()
        #expect(try other.beat(other.rule(as: "other:8080", 2), handsOver: true))
        let afterBeat = try one.look()

        #expect(afterEntry.isFree && afterEntry.tail == 1)
        #expect(afterBeat.isFree && afterBeat.term == 2)
        #expect(try one.numbers() == [1])
    }
}
