import ProgressLog
import Testing

@Suite struct SnapshotTests {
    @Test(arguments: Engine.allCases)
    func `a snapshot counts when it is published, with all its parts`(_ engine: Engine) throws {
        let (writer, reader) = try engine.open()
        let row = try writer.rule()
        try writer.fill(to: 3)

        #expect(try writer.putSnapshot(part: 0, of: 3, [9], as: row.holder, by: .soon))
        #expect(try writer.putSnapshot(part: 0, of: 3, [0, 1], as: row.holder, by: .soon))
        let tooEarly = try writer.publishSnapshot(3, partCount: 2, as: row.holder, by: .soon)
        #expect(try writer.putSnapshot(part: 1, of: 3, [2, 3], as: row.holder, by: .soon))
        let before = try reader.look().snapshot
        let inTime = try writer.publishSnapshot(3, partCount: 2, as: row.holder, by: .soon)

        #expect(!tooEarly && before == 0 && inTime)
        #expect(try reader.look().snapshot == 3)
        #expect(try reader.readSnapshot(3, part: 0, by: .soon) == [0, 1])
        #expect(try reader.readSnapshot(3, part: 1, by: .soon) == [2, 3])
        #expect(try reader.readSnapshot(3, part: 2, by: .soon) == nil)
        #expect(try reader.readSnapshot(2, part: 0, by: .soon) == nil)
    }

    @Test(arguments: Engine.allCases)
    func `only the holder of the office saves parts and publishes`(_ engine: Engine) throws {
        let (old, new) = try engine.open()
        let lost = try old.rule()
        #expect(try old.putSnapshot(part: 0, of: 1, [1], as: lost.holder, by: .soon))

        try new.rule(as: "new:8080", 2)

        #expect(try !old.putSnapshot(part: 0, of: 1, [2], as: lost.holder, by: .soon))
        #expect(try !old.putSnapshot(part: 1, of: 1, [2], as: lost.holder, by: .soon))
        #expect(try !old.publishSnapshot(1, partCount: 1, as: lost.holder, by: .soon))
        #expect(try new.readSnapshot(1, part: 0, by: .soon) == [1])
        #expect(try new.readSnapshot(1, part: 1, by: .soon) == nil)
        #expect(try new.look().snapshot == 0)
    }

    @Test(arguments: Engine.allCases)
    func `what a snapshot has replaced goes in steps, and nothing after it`(_ engine: Engine) throws {
        let (writer, reader) = try engine.open()
        let row = try writer.rule()
        try writer.fill(to: 10)
        try writer.publish(2, parts: 12, as: row.holder)
        try writer.publish(7, parts: 1, as: row.holder)

        var stepCount = 1
        while try writer.trim(through: 100, most: 3, by: .soon) { stepCount += 1 }

        #expect(try reader.numbers() == [8, 9, 10])
        #expect(stepCount >= 3)
        for part in 0..<12 { #expect(try reader.readSnapshot(2, part: part, by: .soon) == nil) }
        #expect(try reader.readSnapshot(7, part: 0, by: .soon) == [7])
    }

    @Test(arguments: Engine.allCases)
    func `large entries go in more steps, so that a writer keeps its lease`(_ engine: Engine) throws {
        let (writer, reader) = try engine.open()
        let row = try writer.rule()
        try writer.fill(to: 6, byteCount: 7 << 20)
        try writer.publish(6, parts: 1, as: row.holder)

        var counts: [Int] = []
        while try writer.trim(through: 6, most: 100, by: .soon) {
            try counts.append(reader.read(after: 0, most: 100 << 20, by: .soon).count)
        }

        #expect(counts.first == 3)
        #expect(try reader.numbers().isEmpty)
    }

    @Test(arguments: Engine.allCases)
    func `a writer may keep more entries than it has to`(_ engine: Engine) throws {
        let (writer, reader) = try engine.open()
        let row = try writer.rule()
        try writer.fill(to: 5)
        try writer.publish(5, parts: 1, as: row.holder)

        while try writer.trim(through: 2, most: 100, by: .soon) {}

        #expect(try reader.numbers() == [3, 4, 5])
    }
}

extension GroupLog {
    /// Parts that are the number's byte.
    func publish(_ number: UInt64, parts: Int, as holder: Holder) throws {
        for part in 0..<parts {
            #expect(try putSnapshot(part: part, of: number, [UInt8(number)], as: holder, by: .soon))
        }
        #expect(try publishSnapshot(number, partCount: parts, as: holder, by: .soon))
    }
}
