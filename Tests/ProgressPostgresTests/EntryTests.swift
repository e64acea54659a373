import Glibc
import Platform
import ProgressLog
import TestSupport
import Testing

@Suite struct EntryTests {
    @Test(arguments: Engine.allCases)
    func `an entry is read as it was appended, whatever its bytes`(_ engine: Engine) throws {
        let (writer, reader) = try engine.open()
        let bytes = [UInt8](0...255) + [0, 0, 0]
        let row = try writer.rule()

        #expect(try writer.append(bytes, after: row))

        #expect(try reader.read(after: 0, most: 1, by: .soon) == [LogEntry(number: 1, term: row.term, bytes: bytes)])
        #expect(try reader.look().tail == 1)
        #expect(try reader.look().mark == OfficeMark(high: 7, low: 7))
    }

    @Test(arguments: Engine.allCases)
    func `an entry is appended once, at the tail alone`(_ engine: Engine) throws {
        let (writer, again) = try engine.open()
        let row = try writer.rule()

        #expect(try writer.append([1], after: row))
        #expect(try !again.append([2], after: row))

        #expect(try again.read(after: 0, most: 100, by: .soon).map(\.bytes) == [[1]])
    }

    @Test(arguments: Engine.allCases)
    func `two writers in turn make one chain`(_ engine: Engine) throws {
        let (one, other) = try engine.open()

        for turn in 1...10 as ClosedRange<UInt64> {
            let writer = turn.isMultiple(of: 2) ? one : other
            #expect(try writer.append([UInt8(turn)], after: writer.rule(as: "\(turn):8080", turn)))
        }

        let entries = try one.read(after: 0, most: 100, by: .soon)
        #expect(entries.map(\.number) == Array(1...10))
        #expect(entries.map(\.term) == Array(1...10))
        #expect(entries.map(\.bytes) == (1...10).map { [$0] })
    }

    @Test(arguments: Engine.allCases)
    func `a reader gets what fits, and at least one entry`(_ engine: Engine) throws {
        let (writer, reader) = try engine.open()
        var row = try writer.rule()
        for count in [10, 10, 50, 10] {
            #expect(try writer.append([UInt8](repeating: 1, count: count), after: row))
            row.tail += 1
        }

        #expect(try reader.read(after: 0, most: 20, by: .soon).map(\.number) == [1, 2])
        #expect(try reader.read(after: 0, most: 29, by: .soon).map(\.number) == [1, 2])
        #expect(try reader.read(after: 2, most: 20, by: .soon).map(\.number) == [3])
        #expect(try reader.read(after: 2, most: 60, by: .soon).map(\.number) == [3, 4])
        #expect(try reader.read(after: 4, most: 60, by: .soon).isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func `an entry of twenty megabytes is kept whole`(_ engine: Engine) throws {
        let (writer, reader) = try engine.open()
        var random = SeededGenerator(seed: 2)
        let bytes = random.bytes(20_000_000)

        #expect(try writer.append(bytes, after: writer.rule()))

        #expect(try reader.read(after: 0, most: 1, by: .soon).map(\.bytes) == [bytes])
    }

    @Test(arguments: Engine.allCases)
    func `an append ends the sleep of who waits for it`(_ engine: Engine) throws {
        let (writer, reader) = try engine.open()
        let row = try writer.rule()
        let wake = WakePipe()
        _ = try reader.look()
        reader.wait(until: .milliseconds(1), wake)

        #expect(try writer.append([1], after: row))
        let begin = MonotonicClock.now()
        reader.wait(until: .soon, wake)

        #expect(MonotonicClock.now() - begin < 20_000_000_000)
    }

    @Test(arguments: Engine.allCases)
    func `a ring ends the sleep, before it or within it`(_ engine: Engine) throws {
        let (log, _) = try engine.open()
        _ = try log.look()
        let wake = WakePipe()
        let begin = MonotonicClock.now()

        wake.ring()
        log.wait(until: .soon, wake)
        let ringer = Thread { wake.ring() }.start()
        log.wait(until: .soon, wake)
        pthread_join(ringer, nil)

        #expect(MonotonicClock.now() - begin < 20_000_000_000)
    }
}
