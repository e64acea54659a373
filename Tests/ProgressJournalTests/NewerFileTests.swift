import ProgressJournal
import ProgressRecords
import Testing

/// Files in a form that this version does not know are told from damaged ones, and nothing in the directory is changed.
struct NewerFileTests {
    private let scratch = Scratch()
    private static let format = "progressd data, format 4\nprogressd 0.9.0 or later reads it\nchecksum 4604ef1a\n"

    init() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "one")])
        let compaction = try journal.rotate()
        journal.end(compaction, snapshot: try compaction.run())
        try journal.append([.set(2, "two")])
        try journal.close()
    }

    private func expectNewer(_ name: String, _ found: String, known: String, reader: String? = nil) {
        let before = scratch.saved()
        let form = NewerForm("\(scratch.path)/\(name)", found, known: known, reader: reader)

        #expect(throws: JournalError.newer(form)) { _ = try scratch.content() }

        #expect(scratch.saved() == before)
    }

    /// Changes one byte of a file, and the CRC at `sum` of all bytes of `ranges` after `salt`.
    private func change(_ name: String, at place: Int, to byte: UInt8, sum: Int, of ranges: [Range<Int>], salt: UInt64?)
    {
        var bytes = scratch[name]
        bytes[place] = byte
        let checksum = ranges.reduce(salt.map { Checksum.of($0) } ?? 0) { checksum, range in
            bytes[range].withUnsafeBytes { Checksum.of($0, after: checksum) }
        }
        bytes.withUnsafeMutableBytes { $0.baseAddress?.setWord32(sum, checksum) }
        scratch[name] = bytes
    }

    private var salt: UInt64 { scratch.settings.drawSalt() }

    @Test func `the first line of format 1 is all there is, so that progressd 0.1 opens the directory`() throws {
        let scratch = Scratch()
        _ = try scratch.open().start(writing: .first)

        #expect(scratch["format"] == Array("progressd data, format 1\n".utf8))
    }

    @Test func `a newer format is refused with the version that reads it`() {
        scratch["format"] = Array(Self.format.utf8)

        expectNewer("format", "it has the format 4", known: "formats up to 3", reader: "0.9.0")
    }

    @Test func `a flipped bit makes no format a newer one`() {
        for text in [
            "progressd data, format 1\n",
            "progressd data, format 2\nprogressd 0.3.0 or later reads it\nchecksum 18d7f766\n", Self.format,
        ] {
            for place in 0..<8 * text.utf8.count {
                var bytes = Array(text.utf8)
                bytes[place / 8] ^= 1 << UInt8(place % 8)
                scratch["format"] = bytes

                let error = #expect(throws: JournalError.self) { _ = try scratch.open() }

                guard case .damaged = error else { return #expect(Bool(false), "\(place): \(error as Any)") }
            }
        }
    }

    @Test(arguments: ["journal-2", "snapshot-2"]) func `a newer header is refused as such`(name: String) {
        let end = name == "journal-2" ? 536 : 512
        change(name, at: 8, to: 2, sum: 36, of: [0..<36, 40..<512, end..<4096], salt: nil)

        expectNewer(name, "its header has the version 2", known: "versions up to 1")
    }

    @Test(arguments: ["journal-2", "snapshot-2"])
    func `a group of a newer kind is no torn end, and refused as such`(name: String) {
        change(name, at: 4096, to: UInt8(ascii: "z"), sum: 4096 + 36, of: [4096..<4096 + 36], salt: salt)
        let kind = "zoup".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }

        expectNewer(name, "at byte 4096 a group has the kind \(kind)", known: "files of version 1")
    }

    @Test func `a mark with a newer state is refused as such`() {
        change("journal-2", at: 528, to: 9, sum: 532, of: [512..<532], salt: salt)

        expectNewer("journal-2", "its mark has the state 9", known: "files of version 1")
    }

    @Test func `a record whose reader does not know its form names its place`() {
        let form = NewerForm("\(scratch.path)/snapshot-2", "at byte 4136 a record has the form 9", known: "form 1")

        #expect(throws: JournalError.newer(form)) {
            try scratch.open().forEachRecord { record throws(UnreadableRecord) in
                throw record.newer("a record has the form 9", known: "form 1")
            }
        }
    }
}
