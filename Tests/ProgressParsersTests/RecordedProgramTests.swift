import ProgressParsers
import Testing

/// The recordings are outputs of the programs in Debian 12.
struct RecordedProgramTests {
    @Test func `restic counts bytes and files`() throws {
        let recording = try Recording("restic-backup.json", .restic)

        let last = try #require(recording.readings.last)
        #expect(last.completed == 51_288_895 && last.total == 51_288_895 && last.isBytes)
        #expect(last.files == FileCounts(completed: 3, total: 3))
        #expect(recording.isMonotone)
        #expect(recording.readings.count > 3)
    }

    @Test func `restic on a terminal says how many percent`() throws {
        let recording = try Recording("restic-terminal.txt", .restic)

        #expect(recording.readings.allSatisfy { $0.total == 100 })
        #expect(recording.readings.count > 3)
        #expect(recording.isMonotone)
    }

    @Test func `rclone has a part for each file in flight`() throws {
        let recording = try Recording("rclone-copy.json", .rclone)

        let first = try #require(recording.readings.first)
        #expect(first.parts.map(\.name) == ["a.bin", "b.bin"])
        #expect(first.parts.map(\.completed) == [4_419_584, 4_812_800])
        #expect(first.parts.map(\.total) == [30_000_000, 20_000_000])
        #expect(first.files == FileCounts(completed: 1, total: 3))
        let last = try #require(recording.readings.last)
        #expect(last.completed == 51_288_895 && last.total == 51_288_895 && last.isBytes)
        #expect(last.parts.isEmpty)
    }

    @Test func `borg create counts bytes without a total`() throws {
        let recording = try Recording("borg-create.json", .borg)

        #expect(recording.readings.last?.completed == 192_170_954)
        #expect(recording.readings.allSatisfy { $0.total == nil && $0.isBytes })
        #expect(recording.isMonotone)
    }

    @Test func `borg check works through its operations`() throws {
        let recording = try Recording("borg-check.json", .borg)

        let last = try #require(recording.readings.last)
        #expect(last.parts.map(\.name) == ["Checking segments", "Checking archives"])
        #expect(last.parts.map(\.completed) == [6, 1])
        #expect(last.completed == 7 && last.total == 7)
    }

    @Test func `borg extract counts bytes`() throws {
        let last = try #require(try Recording("borg-extract.json", .borg).readings.last)

        #expect(last.completed == 51_288_895 && last.total == 51_288_895 && last.isBytes)
    }

    @Test func `rsync counts bytes of the whole`() throws {
        let recording = try Recording("rsync-progress2.txt", .rsync, arguments: ["rsync", "--info=progress2"])

        let last = try #require(recording.readings.last)
        #expect(last.completed == 51_288_895 && last.total == 51_288_895 && last.isBytes)
        #expect(last.files == FileCounts(completed: 4, total: 4))
        #expect(recording.isMonotone)
        for reading in recording.readings {
            guard let total = reading.total else { continue }
            #expect(abs(total - 51_288_895) < 1_000_000)
        }
    }

    @Test func `rsync without the whole counts files`() throws {
        let recording = try Recording("rsync-progress.txt", .rsync, arguments: ["rsync", "--progress"])

        #expect(recording.counts.first == 2)
        let last = try #require(recording.readings.last)
        #expect(last.completed == 4 && last.total == 4 && !last.isBytes)
    }

    @Test func `rsync for humans counts percent and files`() throws {
        let recording = try Recording("rsync-human.txt", .rsync, arguments: ["rsync", "-ah", "--info=progress2"])

        #expect(recording.readings.allSatisfy { $0.total == 100 && !$0.isBytes })
        #expect(recording.counts.contains(38))
        let last = try #require(recording.readings.last)
        #expect(last.completed == 100 && last.files == FileCounts(completed: 5, total: 5))
        #expect(recording.isMonotone)
    }

    @Test(arguments: ["43,932,160", "43.932.160", "43'932'160", "43932160"])
    func `rsync groups digits as the locale says`(bytes: String) throws {
        let recording = Recording(
            text: "  \(bytes)  50%   39.09MB/s    0:00:01\n",
            .rsync,
            arguments: ["--info=progress2"]
        )

        #expect(recording.counts == [43_932_160])
    }

    @Test func `git has a part for each phase`() throws {
        let recording = try Recording("git-clone.txt", .git)

        let last = try #require(recording.readings.last)
        #expect(
            last.parts.map(\.name) == [
                "Counting objects", "Compressing objects", "Receiving objects", "Resolving deltas",
            ]
        )
        #expect(last.parts.map(\.completed) == last.parts.map(\.total))
        #expect(last.parts.first { $0.name == "Receiving objects" }?.total == 184)
        #expect(recording.isMonotone)
    }

    @Test func `ninja counts steps on a pipe and on a terminal`() throws {
        for name in ["ninja.txt", "ninja-terminal.txt"] {
            let recording = try Recording(name, .ninja)

            #expect(recording.readings.last == Reading(completed: 40, total: 40))
            #expect(recording.isMonotone)
            #expect(Set(1...40).isSubset(of: recording.counts))
        }
    }

    @Test func `apt downloads`() throws {
        let recording = try Recording("apt-download.txt", .apt, arguments: ["apt-get", "download", "hello"])

        let last = try #require(recording.readings.last)
        #expect(last.completed == 100 && last.total == 100)
        #expect(last.parts == [Part("Downloading", completed: 100, total: 100)])
        #expect(recording.isMonotone)
    }

    @Test func `apt downloads and installs`() throws {
        let recording = try Recording("apt-install.txt", .apt, arguments: ["apt-get", "install", "sl"])

        let last = try #require(recording.readings.last)
        #expect(last.completed == 180 && last.total == 200)
        #expect(last.parts.map(\.name) == ["Downloading", "Installing"])
        #expect(recording.isMonotone)
    }

    @Test(
        arguments: [
            ("restic-backup.json", .restic), ("rclone-copy.json", .rclone), ("borg-check.json", .borg),
            ("git-clone.txt", .git), ("ninja-terminal.txt", .ninja), ("apt-install.txt", .apt),
        ] as [(String, Program)]
    )
    func `what a program is shows in its output`(name: String, program: Program) throws {
        let seen = try Recording(name, .auto, arguments: ["/usr/local/bin/nightly"])

        #expect(seen.readings == (try Recording(name, program)).readings)
        #expect(!seen.readings.isEmpty)
    }

    @Test(
        arguments: [
            ("restic-backup.json", .restic), ("rclone-copy.json", .rclone), ("borg-check.json", .borg),
            ("rsync-progress2.txt", .rsync), ("git-clone.txt", .git), ("ninja-terminal.txt", .ninja),
            ("apt-install.txt", .apt), ("pv.txt", .percent),
        ] as [(String, Program)]
    )
    func `output in pieces ends as it does in one`(name: String, program: Program) throws {
        let arguments = ["--info=progress2"]
        let whole = try Recording(name, program, arguments: arguments, size: 1 << 20)

        for size in [1, 7, 100] {
            let pieces = try Recording(name, program, arguments: arguments, size: size)
            #expect(pieces.readings.last == whole.readings.last)
            #expect(pieces.isMonotone == whole.isMonotone)
        }
    }
}
