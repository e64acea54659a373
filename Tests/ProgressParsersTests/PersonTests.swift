import ProgressParsers
import Testing

/// Output that a person would take for progress, of programs for which no parser was chosen.
///
/// There are no recordings of docker, buildkit, cargo, uv, pacman, dnf, bazel, terraform and ansible: the lines are
/// from their documentation. npm is recorded, in version 10.
struct PersonTests {
    private func bytes(_ completed: Int64, _ total: Int64) -> Reading {
        var reading = Reading(completed: completed, total: total)
        reading.isBytes = true
        return reading
    }

    @Test(
        arguments: [
            ("5.1/50.3 MB 10.2 MB/s eta 0:00:05\n", 5_100_000, 50_300_000),
            ("layer 5.50 MiB/50.00 MiB\n", 5_767_168, 52_428_800),
            ("12.98 MiB / 23.54 GiB, 1 %\n", 13_610_516, 25_275_882_537),
            ("5,5/50,0 GB\n", 5_500_000_000, 50_000_000_000), ("400K of 800K\n", 409_600, 819_200),
            ("5,1 Mo / 50,3 Mo\n", 5_100_000, 50_300_000), ("12 Kio/24 Kio\n", 12_288, 24_576),
            ("5,100 KB/50,300 KB\n", 5_100_000, 50_300_000), ("900 KB of 50,300 KB\n", 900_000, 50_300_000),
            ("2,048 of 409,600 bytes\n", 2_048, 409_600), ("1'234 KB / 5'678 KB\n", 1_234_000, 5_678_000),
            ("1.234.567 / 5.678.901 Bytes\n", 1_234_567, 5_678_901), ("1.234 of 5.678 bytes\n", 1_234, 5_678),
            ("1,234.5 kB / 5,678.9 kB\n", 1_234_500, 5_678_900), ("0,512 GB / 1.250 GB\n", 512_000_000, 1_250_000_000),
        ] as [(String, Int64, Int64)]
    )
    func `two amounts with a unit are bytes`(line: String, completed: Int64, total: Int64) {
        #expect(readings(line, .percent) == [bytes(completed, total)])
    }

    @Test(arguments: ["45,3 %\n", "45,3% erledigt\n", "45.3\u{A0}%\n", "    (45.30/100%)\r"])
    func `a percentage has decimals in any language`(line: String) {
        #expect(readings(line, .percent) == [Reading(completed: 45, total: 100)])
    }

    @Test func `of a line that only grows the last number counts`() {
        var splitter = LineSplitter()
        var parser = Program.auto.parser(for: ["work"])
        var counts: [Int64] = []
        for piece in ["checking 10%", " … 20%", " … 30%", " … 40%\n"] {
            Array(piece.utf8).withUnsafeBytes { bytes in
                splitter.feed(bytes) {
                    if let reading = parser.read($0, isFinished: $1) { counts.append(reading.completed) }
                }
            }
        }
        #expect(counts == [20, 30, 40])
        #expect(readings("0%...10%...20%...30%\n", .percent) == [Reading(completed: 30, total: 100)])
    }

    @Test func `backspaces, cursor moves and restores end a line`() {
        #expect(readings(" 10%\u{8}\u{8}\u{8}\u{8} 20%\u{8}\u{8}\u{8}\u{8} 30%\u{8}").map(\.completed) == [20, 30])
        let apt = (1...3).map { "\u{1B}7\u{1B}[24;0fProgress: [ \($0)0%]\u{1B}8" }.joined()
        #expect(readings(apt).map(\.completed) == [20, 30])
        #expect(readings("1/3 a\u{1B}[1A2/3 b\u{1B}[2Gx").map(\.completed) == [2])
        #expect(readings(" 3/ 40 a\n 4/ 40 b\n").map(\.completed) == [4])
    }

    @Test(arguments: ["\u{1B}(B\u{1B}[m", "\u{1B}[0;10m\u{1B}(B", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}#8"])
    func `what colors leave behind does not hide a number`(sequence: String) {
        let lines = (1...3).map { "\u{1B}[1m\($0)0%\(sequence) done\n\(sequence)a \u{1B}[1m\($0)\(sequence)/10\n" }

        #expect(readings(lines.joined()).map(\.completed) == [20, 2, 3])
    }

    @Test(
        arguments: [
            ("( 3/10) upgrading foo [##--] 50%\n", 3, "upgrading foo", 50),
            ("(3/5): foo.rpm   40% | 1.2 MB/s\n", 3, "foo.rpm", 40),
            ("[2/4] RUN apt-get 12.5%\n", 2, "RUN apt-get", 12),
        ] as [(String, Int64, String, Int64)]
    )
    func `the percentage after a count of the whole is that of the item`(
        line: String,
        completed: Int64,
        name: String,
        percent: Int64
    ) throws {
        let reading = try #require(readings(line, .percent).first)

        #expect(reading.completed == completed)
        #expect(reading.parts.map(\.name) == [name])
        #expect(reading.parts.map(\.completed) == [percent])
    }

    @Test func `percentages of items do not take over from counts of the whole`() {
        let dnf = (1...5).map { "(\($0)/5): a\($0).rpm\n 10% b\n 50% b\n" }.joined()

        let found = readings(dnf)
        #expect(found.map(\.completed) == [50, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5])
        #expect(found.last?.parts.map(\.completed) == [50])
    }

    @Test(
        arguments: [
            "10:00:03 cpu 13% mem 43%\n10:00:04 cpu 18% mem 44%\n",
            "load average: 0.10 0.05 1/345 1\nload average: 0.10 0.06 2/345 1\n",
            "0.00 0.01 0.05 1/345 12345\n0.00 0.01 0.06 2/345 12346\n", "took 3 of 10 seconds\ntook 4 of 10 seconds\n",
            "a:\t 45.3% -- replaced with a.gz\nb:\t 55.3% -- replaced with b.gz\n",
            "a : 23.45%   (  12.3 MiB =>   2.9 MiB, a.zst)\nb : 33.45%   (  12.3 MiB =>   3.9 MiB, b.zst)\n",
            " rename a => b (90%)\n rename c => d (97%)\n", "similarity index 90%\nsimilarity index 97%\n",
            "  adding: a (deflated 40%)\n  adding: b (deflated 50%)\n",
            "3 packets, 10% packet loss\n4 packets, 20% packet loss\n",
            "disk usage 85%\ndisk usage 86%\n", "1.2/3.4 MB/s\n1.3/3.4 MB/s\n", "index 12/34ab\nindex 13/34ab\n",
            "a 12% of original\nb 15% of original\n", "ls 113944 ->  53040 46.55%\nps 213944 ->  153040 71.53%\n",
            "[GC 12M->5M(20M)] 12%\n[GC 14M->5M(20M)] 13%\n",
            "/dev/sda1  20G  10G  10G  50% /\n/dev/sdb1  20G  12G   8G  60% /home\n",
            "a.py   120   10   92%\nb.py    60    4   93%\nTOTAL  180   14   92%\n",
            "Score: 12/20\nScore: 13/20\n", "attempt 1/5\nattempt 2/5\n", "Retry #1/5\nRetry #2/5\n",
            "Using 3.1 GB of 16 GB\nUsing 3.5 GB of 16 GB\n", "3 of 10 failed\n4 of 10 failed\n",
            "cache hit rate 10%\ncache hit rate 20%\n", "10% faster\n20% faster\n", "Volume: 45%\nVolume: 55%\n",
            "workers 2/8 busy\nworkers 3/8 busy\n", "with 2/8 threads\nwith 3/8 threads\n", "try (1/5)\ntry (2/5)\n",
            "45% confidence\n55% confidence\n", "PSNR 12.5%\nPSNR 13.5%\n",
            "Compression ratio: 40%\nCompression ratio: 50%\n", "at 0:12/3:45\nat 0:13/3:45\n",
            "Retrying (1/5)\nRetrying (2/5)\n", "Reconnecting... 1/5\nReconnecting... 2/5\n", "tries 1/5\ntries 2/5\n",
            "retries left: 3/5\nretries left: 4/5\n", "failed 1/10\nfailed 2/10\n", "failures: 1/10\nfailures: 2/10\n",
            "1 of 10 tests failed\n2 of 10 tests failed\n", "1/10 checks failed\n2/10 checks failed\n",
            "1% failed\n2% failed\n", "3/10 timed out\n4/10 timed out\n", "3/10 unreachable\n4/10 unreachable\n",
            "1 of 10 warnings\n2 of 10 warnings\n", "rated at 4/10\nrated at 5/10\n", "F1: 12%\nF1: 13%\n",
            "top1 12.5%\ntop1 13.5%\n", "precision 12%\nprecision 13%\n", "size reduced by 12%\nsize reduced by 13%\n",
            "a [OK] 1000 --> 900 bytes (10.00%), optimized.\nb [OK] 1000 --> 800 bytes (20.00%), optimized.\n",
            "a (12 bytes = 45.50% decrease)\nb (12 bytes = 46.50% decrease)\n", "gain 5%\ngain 6%\n",
            "savings 12%\nsavings 13%\n", "GPU 0: 3100MiB / 16384MiB\nGPU 0: 3200MiB / 16384MiB\n",
            "rss=3.1G/16G\nrss=3.2G/16G\n", "3.1G/16G used\n3.2G/16G used\n",
            "Battery 0: Charging, 45%\nBattery 0: Charging, 46%\n", "45% cache hits\n46% cache hits\n",
            "12% full\n13% full\n", "45% covered\n46% covered\n",
        ]
    )
    func `ratios, loads, durations, rates and hashes are none`(text: String) {
        #expect(readings(text).isEmpty)
    }

    @Test func `attempts hide no progress that follows them`() {
        #expect(readings("Retrying (1/5)\nRetrying (2/5)\n10% done\n20% done\n").map(\.completed) == [20])
    }

    @Test func `the ratio of xz is none, its percentage counts`() {
        let lines = (1...3).map { "  \($0).3 %   1.\($0) MiB / 1.\($0 + 3) MiB = 0.740   0:01" }.joined(separator: "\r")

        #expect(readings(lines + "\r").map(\.completed) == [2, 3])
        #expect(readings(lines + "\r", .percent) == (1...3).map { Reading(completed: $0, total: 100) })
    }

    @Test func `zip says how many files are left`() {
        let lines =
            "  0/  3   adding: a (stored 0%)\n  1/  2 updating: b (stored 0%)\n  2/  1 [   4/   6]   adding: c\n"

        #expect(readings(lines) == (0...2).map { Reading(completed: $0, total: 3) })
        #expect(Program(commandLine: ["/usr/bin/zip", "-dc"]) == .zip)
    }

    @Test(
        arguments: [
            "01/12 10:00:03 backup\n02/12 10:00:03 backup\n03/12 10:00:04 backup\n",
            "[01/12 10:00:03] backup\n[02/12 10:00:03] backup\n", "  01/12, 23:59 a\n  02/12, 00:01 a\n",
            "12/30 23:59\n12/31 00:01\n", "1/12 10:00 backup\n2/12 10:00 backup\n",
            "INFO 01/12 10:00:03 a\nINFO 02/12 10:00:03 a\n", "2024/01/12 a\n2024/02/12 a\n2024/03/12 a\n",
            "01/12/2024 a\n02/12/2024 a\n", "01/12/24\n02/12/24\n", "01/12T10:00 a\n02/12T10:00 a\n",
            "01/12 rent 500\n02/12 food 20\n05/12 books 30\n", "01/12\trent\n02/12\tfood\n",
            "11/30 opened\n12/30 closed\n",
        ]
    )
    func `dates are none, nor are the first fields of lines with other text`(text: String) {
        #expect(readings(text).isEmpty)
        #expect(readings("10% a\n20% a\n" + text).map(\.completed) == [20])
    }

    @Test(
        arguments: [
            ("01/12\r02/12\r03/12\r", [2, 3]), ("01/12\n02/12\n", [2]),
            ("01/12 files\r02/12 files\r", [2]), ("01/12 [#   ] 1s\r02/12 [##  ] 2s\r", [2]),
            ("[01/12] Building a\n[02/12] Building b\n", [1, 2]), ("(01/12): a.rpm\n(02/12): b.rpm\n", [2]),
            ("9/12 a\n10/12 b\n11/12 c\n", [10, 11]), ("Copied 01/12 a\nCopied 02/12 b\n", [2]),
            ("8/12 00:08\r9/12 00:09\r10/12 00:10\r11/12 00:11\r", [9, 10, 11]),
            ("33/40 a\n34/40 b\n", [34]), ("01/12 10:00 3/40 a\n01/12 10:01 4/40 b\n", [4]),
            ("01/12 10:00 45%\n01/12 10:01 46%\n", [46]), ("01/12 copied 3/40 a\n01/12 copied 4/40 b\n", [4]),
        ] as [(String, [Int64])]
    )
    func `what looks like a date and is none counts`(text: String, completed: [Int64]) {
        #expect(readings(text).map(\.completed) == completed)
    }

    @Test func `a date is none also where numbers count at once`() {
        #expect(readings("12/31 23:59 a\n", .percent).isEmpty)
        #expect(readings("03/12 a\n", .percent).map(\.completed) == [3])
    }

    @Test(
        arguments: [
            ("12% of 10MiB at 1MiB/s\n", 12, 100), ("12 out of 34\n", 12, 34), ("file 12.3 -> out 45%\n", 45, 100),
            ("1,234/5,678 files\n", 1_234, 5_678), ("1'234/5'678\n", 1_234, 5_678),
            ("1\u{202F}234 / 5\u{202F}678 fichiers\n", 1_234, 5_678), ("3 of 10 files\n", 3, 10),
        ] as [(String, Int64, Int64)]
    )
    func `what looks like a ratio and is none counts, and so do groups of digits`(
        line: String,
        completed: Int64,
        total: Int64
    ) {
        #expect(readings(line, .percent) == [Reading(completed: completed, total: total)])
    }

    @Test func `a guess is believed after two sightings that agree`() {
        #expect(readings("3/10 a\n10/12 b\n4/10 c\n").isEmpty)
        #expect(readings("3/10 a\n4/10 b\n").map(\.completed) == [4])
        #expect(readings("50%\n40%\n").isEmpty)
    }

    @Test(
        arguments: [
            (
                "cargo", "    Building [==>      ] 9/45: serde, syn\r    Building [===>     ] 10/45: syn\r",
                Reading(completed: 10, total: 45)
            ),
            ("buildkit", "#7 [1/4] FROM debian\n#8 [2/4] RUN a\n", Reading(completed: 2, total: 4)),
            (
                "bazel", "[1,233 / 5,678] 12 actions\r[1,234 / 5,678] 12 actions\r",
                Reading(completed: 1_234, total: 5_678)
            ),
            ("pacman", "( 3/10) installing a\n( 4/10) installing b\n", Reading(completed: 4, total: 10)),
            ("docker build", "Step 2/6 : RUN a\nStep 3/6 : RUN b\n", Reading(completed: 3, total: 6)),
        ] as [(String, String, Reading)]
    )
    func `programs that are not named are understood`(name: String, text: String, expected: Reading) {
        #expect(readings(text).last == expected)
    }

    @Test func `docker and uv count bytes`() {
        let docker =
            "a1b2: Downloading [==>  ]  5.3MB/50.3MB\u{1B}[1B\ra1b2: Downloading [===> ]  6.3MB/50.3MB\u{1B}[1B\r"
        #expect(readings(docker) == [bytes(6_300_000, 50_300_000)])
        let uv = "numpy ------ 5.50 MiB/16.00 MiB\rnumpy ------ 6.50 MiB/16.00 MiB\r"
        #expect(readings(uv) == [bytes(6_815_744, 16_777_216)])
    }

    @Test func `npm, terraform and ansible say nothing of how far they are`() throws {
        #expect(try Recording("npm-terminal.txt", .auto, arguments: ["npm", "install"]).readings.isEmpty)
        #expect(readings("Plan: 3 to add\naws_a.b: Creation complete after 3s [id=1]\n").isEmpty)
        #expect(readings("TASK [copy] ****\nok: [host1]\nPLAY RECAP\nhost1 : ok=3 changed=1\n").isEmpty)
    }
}
