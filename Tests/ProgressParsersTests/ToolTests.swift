import ProgressParsers
import Testing

/// The recordings are outputs of the programs in Debian 12, and of pip and pytest from PyPI.
struct ToolTests {
    private func recording(_ name: String, _ command: String...) throws -> Recording {
        try Recording(name, .auto, arguments: command)
    }

    @Test func `curl counts bytes of its meter, and percent of its bar`() throws {
        let meter = try recording("curl-meter.txt", "curl", "-o", "film.iso", "http://example.org/film.iso")
        #expect(meter.readings.last?.completed == 5_242_880)
        #expect(meter.readings.last?.total == 5_242_880)
        #expect(meter.readings.contains { $0.completed == 1_856 * 1_024 && $0.isBytes })
        #expect(meter.isMonotone)

        let bar = try recording("curl.txt", "curl", "-#", "-o", "film.iso")
        #expect(bar.readings.allSatisfy { $0.total == 100 })
        #expect(bar.isMonotone)
    }

    @Test func `dd counts bytes, of as many as its blocks have`() throws {
        let plain = try recording("dd.txt", "dd", "status=progress")
        #expect(plain.counts == [30_008_192, 60_000_000])
        #expect(plain.readings.allSatisfy { $0.total == nil && $0.isBytes })

        let limited = try recording("dd.txt", "dd", "bs=1M", "count=60", "status=progress")
        #expect(limited.readings.allSatisfy { $0.total == 60 << 20 })

        let german = Recording(text: "30008192 Bytes (30 MB, 29 MiB) kopiert, 1 s, 24,7 MB/s\r", .dd)
        #expect(german.counts == [30_008_192])
    }

    @Test func `ffmpeg counts milliseconds of its input`() throws {
        let people = try recording("ffmpeg.txt", "ffmpeg", "-i", "in.mp4", "out.mp4")
        #expect(people.readings.allSatisfy { $0.total == 4_000 })
        #expect(people.counts.last.map { $0 > 3_800 } == true)
        #expect(people.readings.count > 3)
        #expect(people.isMonotone)

        let machine = try recording("ffmpeg-progress.txt", "ffmpeg", "-t", "4", "-i", "in.mp4", "-progress", "pipe:1")
        #expect(machine.readings.last == Reading(completed: 4_000, total: 4_000))
        #expect(machine.isMonotone)
        #expect(try Recording("ffmpeg.txt", .auto, arguments: ["./encode.sh"]).readings.last?.total == 4_000)
    }

    @Test func `7z counts percent, which it draws by backspaces`() throws {
        for name in ["7z-terminal.txt", "7z-bsp1.txt"] {
            let recording = try recording(name, "7zz", "a", "x.7z", "mid.bin")
            #expect(recording.readings.allSatisfy { $0.total == 100 })
            #expect(recording.readings.count > 10)
            #expect(recording.isMonotone)
        }
    }

    @Test func `zstd counts what it has read, not how well it compresses`() throws {
        let packed = try recording("zstd-terminal.txt", "zstd", "-19", "mid.bin")
        #expect(packed.readings.allSatisfy { $0.total == 11_953_766 && $0.isBytes })
        #expect(packed.readings.count > 5)
        #expect(packed.isMonotone)

        let generic = try Recording("zstd-terminal.txt", .auto, arguments: ["./pack.sh"])
        #expect(generic.readings == Array(packed.readings.dropFirst()))

        for name in ["zstd-summary.txt", "gzip-summary.txt"] {
            #expect(try Recording(name, .percent).readings.isEmpty)
            #expect(try recording(name, "zstd", "-v", "mid.bin").readings.isEmpty)
        }
    }

    @Test func `wget counts bytes by its bar and by its dots`() throws {
        for name in ["wget.txt", "wget-terminal.txt"] {
            let recording = try recording(name, "wget", "http://example.org/film.iso")
            #expect(recording.readings.allSatisfy { $0.total == 5_242_880 && $0.isBytes })
            #expect(recording.readings.count > 10)
            #expect(recording.isMonotone)
        }
        let german = "Länge: 5242880 (5,0M) [application/octet-stream]\n\r/dev/null  52%[==>  ] 2,63M\r"
        #expect(Recording(text: german, .wget).readings.last?.completed == 2_726_297)
    }

    @Test func `aria2 counts the bytes of all its downloads`() throws {
        for name in ["aria2.txt", "aria2-terminal.txt"] {
            let recording = try recording(name, "aria2c", "http://example.org/film.iso")
            #expect(recording.readings.allSatisfy { $0.total == 5 << 20 && $0.isBytes })
            #expect(recording.readings.count == 2)
            #expect(recording.isMonotone)
        }
        let two = "[DL:2MiB][#a08189 1.0MiB/5.0MiB(20%)][#b08189 2.0MiB/5.0MiB(40%)]\n"
        #expect(Recording(text: two, .aria2).readings.first?.completed == 3 << 20)
    }

    @Test func `pip counts the bytes that it downloads, file by file`() throws {
        for command in [["pip", "install", "numpy"], ["python3", "-m", "pip", "install", "numpy"]] {
            let recording = try Recording("pip-terminal.txt", .auto, arguments: command)
            #expect(recording.readings.last?.completed == 16_900_000)
            #expect(recording.readings.last?.total == 16_900_000)
            #expect(recording.readings.last?.parts.first?.name.hasPrefix("numpy-2.4.6") == true)
            #expect(recording.isMonotone)
        }
        let raw =
            "  Downloading a.whl (2.0 kB)\nProgress 1000 of 2000\n  Downloading b.whl (4.0 kB)\nProgress 1000 of 4000\n"
        let readings = Recording(text: raw, .pip).readings
        #expect(readings.map(\.completed) == [0, 1_000, 2_000, 3_000])
        #expect(readings.last?.total == 6_000)
    }

    @Test func `pytest counts tests`() throws {
        let dots = try recording("pytest.txt", "pytest")
        #expect(dots.readings.map(\.completed) == [6, 10, 20])
        #expect(dots.readings.allSatisfy { $0.total == 20 })

        let names = try recording("pytest-terminal.txt", "python3", "-m", "pytest", "-v")
        #expect(names.readings.map(\.completed) == Array(1...20))
    }

    @Test(
        arguments: [
            ("curl-meter.txt", .curl), ("dd.txt", .dd), ("ffmpeg.txt", .ffmpeg), ("7z-terminal.txt", .sevenZip),
            ("zstd-terminal.txt", .zstd), ("wget-terminal.txt", .wget), ("wget.txt", .wget), ("aria2.txt", .aria2),
            ("pip-terminal.txt", .pip), ("pytest-terminal.txt", .pytest),
        ] as [(String, Program)]
    )
    func `output in pieces ends as it does in one`(name: String, program: Program) throws {
        let whole = try Recording(name, program, size: 1 << 20)

        for size in [1, 7, 100] {
            let pieces = try Recording(name, program, size: size)
            #expect(pieces.readings.last == whole.readings.last)
            #expect(pieces.isMonotone)
        }
    }
}
