import ProgressParsers
import Testing

/// Scripts that run one program after another, and programs in forms that their parsers do not know.
struct ScriptTests {
    private func readings(_ text: String, _ command: String...) -> [Reading] {
        Recording(text: text, .auto, arguments: command.isEmpty ? ["work"] : command).readings
    }

    private func steps(_ steps: ClosedRange<Int>, of total: Int) -> String {
        steps.map { "[\($0)/\(total)] CC a\($0)\n" }.joined()
    }

    @Test(arguments: ["[45/678901] Submitted process > ALIGN (2)\n", "[11/29] started backup\n"])
    func `a single line like those of ninja is none`(line: String) {
        #expect(readings(line).isEmpty)
        #expect(readings(line + "10% done\n20% done\n") == [Reading(completed: 20, total: 100)])
    }

    @Test func `what comes after a program is seen`() {
        let tests = (1...5).map { "\($0)/10 Test #\($0): a ... Passed\n" }.joined()
        #expect(readings(steps(1...4, of: 4) + tests).last == Reading(completed: 5, total: 10))

        let clone = "remote: Counting objects: 100% (5/5), done.\n"
        let build = (1...5).map { "[ \($0)0%] a\n" }.joined()
        #expect(readings(clone + build).map(\.completed) == [5, 40, 50])
    }

    @Test(arguments: [" warning N0% of it\n", "[###---] N0/345\r[####--] N1/345\r[#####-] N2/345\r[######] N3/345\r"])
    func `numbers inside the steps of a program are not its progress`(inner: String) {
        let text = (2...6).map { "[\($0)/8] a\n" + inner.replacing("N", with: "\($0)") }.joined()

        #expect(readings("[1/8] a\n" + text).map(\.completed) == [1, 2, 3, 4, 5, 6])
        #expect(readings(text).map(\.completed).suffix(4) == [3, 4, 5, 6])
    }

    @Test func `numbers after a program that was not full count when they have grown three times`() {
        let text = "Receiving objects:  50% (5/10)\r" + (1...5).map { "\($0)/9 a\n" }.joined()

        #expect(readings(text).map(\.completed) == [30, 4, 5])
    }

    @Test func `another program is recognized when the first one is over`() {
        let restic = #"{"message_type":"status","total_bytes":50,"bytes_done":20}"# + "\n"

        let last = readings(steps(1...4, of: 4) + restic).last

        #expect(last?.completed == 20 && last?.total == 50 && last?.isBytes == true)
    }

    @Test(
        arguments: [
            (["rclone", "copy", "-P"], "Transferred:   \t  N.000 GiB / 8.000 GiB, 17%, 1 MiB/s\n", 3 << 30, 8 << 30),
            (["borg", "extract", "--progress"], "1N.5% Extracting: a\r", 13, 100),
            (["wget", "film.iso"], "film.iso  2N% [===>   ] 2.25M\r", 23, 100),
            (["git", "rebase"], "Rebasing (N/10)\r", 3, 10),
            (["pip", "install", "numpy"], "   ━━━━━━ N/5 [numpy]\r", 3, 5),
        ] as [([String], String, Int64, Int64)]
    )
    func `a named program may have other forms`(command: [String], line: String, completed: Int64, total: Int64) {
        let text = (1...3).map { line.replacing("N", with: "\($0)") }.joined()

        let last = Recording(text: text, .auto, arguments: command).readings.last

        #expect(last?.completed == completed)
        #expect(last?.total == total)
    }

    @Test(arguments: [["rsync", "--progress"], ["pytest"], ["apt-get", "install", "sl"], ["zstd", "a"]])
    func `other numbers of these programs are none`(command: [String]) {
        #expect(Recording(text: "a 10%\na 20%\na 30%\na 40%\n", .auto, arguments: command).readings.isEmpty)
    }

    @Test(
        arguments: [
            ("sudo dd status=progress", .dd), ("sudo -u root dd", .dd), ("env A=b rsync -a", .rsync),
            ("nice -n 10 ninja", .ninja), ("/usr/bin/timeout 5m git clone", .git),
            ("sudo nice python3 -m pytest", .pytest), ("sudo apt-get install sl", nil), ("sudo", nil), ("env", nil),
            ("work", nil),
        ] as [(String, Program?)]
    )
    func `a program is named after sudo, env, nice and timeout, too`(command: String, program: Program?) {
        #expect(Program(commandLine: command.split(separator: " ").map(String.init)) == program)
    }

    @Test func `the meter of curl is recognized in a script`() throws {
        let seen = try Recording("curl-meter.txt", .auto, arguments: ["work"])

        #expect(seen.readings == (try Recording("curl-meter.txt", .curl)).readings)
    }

    @Test func `a ninja inside ninja is a part`() throws {
        let text = steps(1...4, of: 10) + steps(1...103, of: 103) + steps(5...5, of: 10)

        let found = readings(text)

        let inner = found.dropFirst(4).dropLast()
        #expect(inner.count == 103)
        #expect(inner.allSatisfy { $0.completed == 4 && $0.total == 10 && $0.parts.map(\.total) == [103] })
        #expect(inner.last?.parts.map(\.completed) == [103])
        #expect(found.last == Reading(completed: 5, total: 10))
    }

    @Test(
        arguments: [
            "[0/1] Planning build\n[1/1] Planning build\n[0/12] Write sources\n[2/12] a\n[4/29] b\n[5/33] c\n",
            "[1/1] Compiling plugin\n[1/12] Write sources\n[2/12] a\n[4/29] b\n[5/33] c\n",
            "[4/40] a\n[5/40] b\n[6/33] c\n",
        ]
    )
    func `a total of ninja that changes is none of another one`(text: String) {
        let found = readings(text)

        #expect(found.allSatisfy { $0.parts.isEmpty })
        #expect(found.last?.total == 33)
    }

    @Test(arguments: ["ffmpeg version 6\n", "Input #0, mov, from 'a.mov':\n"])
    func `each ffmpeg of a script has its own duration`(begin: String) {
        func film(_ seconds: Int) -> String {
            begin + "  Duration: 00:00:\(seconds).00, start: 0\n"
                + [10, 20].map { "size= 1kB time=00:00:\($0).00 bitrate= 5\r" }.joined()
        }

        let found = readings(film(50) + film(40))

        #expect(found.map(\.completed) == [10_000, 20_000, 10_000, 20_000])
        #expect(found.map(\.total) == [50_000, 50_000, 40_000, 40_000])
    }

    @Test(
        arguments: [
            ("Empfange Objekte:  80% (80/100)\r", 80), ("Updating files:  81% (81/100)\r", 81),
            ("Filtering content:  81% (81/100)\r", 81), ("remote: Finding sources: 50% (5/10)\r", 0),
            ("Receiving objects:  50% (5/10)\rUpdating files:  50% (5/10)\r", 35),
        ] as [(String, Int64)]
    )
    func `a phase of git whose share is unknown counts as the whole`(text: String, percent: Int64) {
        let last = Recording(text: text, .git).readings.last

        #expect(last?.completed == percent)
        #expect(last?.total == 100)
    }

    @Test func `aria2 counts no file that it prepares or checks`() {
        let text = "[#a 0B/4.0GiB(0%) CN:0 DL:0B] [FileAlloc:#a 3.0GiB/4.0GiB(75%)] [Checksum:#b 1.0GiB/2.0GiB(50%)]\n"

        let last = Recording(text: text, .aria2).readings.last

        #expect(last?.completed == 0)
        #expect(last?.total == 4 << 30)
    }
}
