import ProgressParsers
import Testing

/// Which of the numbers of a script are its progress, and which of them replace others.
struct BeliefTests {
    @Test(
        arguments: [
            "[ 50%] Building a\n[100%] Built a\n1/10 Test #1: a ... Passed\n2/10 Test #2: b ... Passed\n",
            "A:   0%| | 0/1\rA: 100%|#| 1/1\rMap: x% | 0/10\rMap: x% | 2/10\r",
        ]
    )
    func `counts replace a percentage that is full`(text: String) {
        let last = readings(text).last

        #expect(last == Reading(completed: 2, total: 10))
    }

    @Test func `counts replace a silent percentage when they have grown three times`() {
        let found = readings("Fetch 50%\nFetch 90%\n" + (1...5).map { "Building \($0)/45\n" }.joined())

        #expect(found.map(\.completed) == [90, 4, 5])
        #expect(readings("Fetch 50%\nFetch 90%\n1/9 a\n2/9 a\n3/9 a\n4/9 a\n95% passed\n").last?.completed == 4)
    }

    @Test func `a percentage that grows again is that of the whole`() {
        func inner(_ total: Int) -> String { (1...5).map { "[\($0)/\(total)] inner\n" }.joined() }

        let found = readings("[ 48%] a\n[ 50%] b\n\(inner(50))[ 52%] c\n\(inner(80))[ 54%] d\n")

        #expect(found.map(\.completed) == [50, 4, 5, 52, 54])
    }

    @Test(
        arguments: [
            ("[ 50%] a\n[ 70%] b\n[ 80%] c\nFlash used 11.77%\n[ 81%] d\n", [70, 80, 81]),
            ("[ 70%] a\n[ 80%] b\nROM 11%\nRAM 12%\n[ 81%] d\n", [80, 81]),
            ("Step 2/10 : RUN a\nStep 3/10 : RUN b\ncollected 45/200 objects\nStep 4/10 : RUN c\n", [3, 4]),
            ("a 40%\na 80%\nb 70%\nb 90%\n", [80, 90]),
        ] as [(String, [Int64])]
    )
    func `single numbers do not replace what is believed`(text: String, completed: [Int64]) {
        #expect(readings(text).map(\.completed) == completed)
    }

    @Test func `a total may grow while the text before it begins alike`() {
        let found = readings("Fetched a 10/45\nFetched b 11/45\nFetched c 12/47\nFetched d 13/50\n")

        #expect(found.map(\.total) == [45, 47, 50])
    }

    @Test func `bytes of an item do not replace counts that are not full`() {
        let text = (1...4).map { "Preparing packages... (\($0)/6)\nnumpy ---- \($0).50 MiB/16.00 MiB\n" }.joined()

        let full = "Preparing packages... (5/6)\nPreparing packages... (6/6)\na 1 MB/5 MB\na 2 MB/5 MB\n"

        #expect(readings(text).map(\.completed) == [2, 3, 4])
        #expect(readings(text + full).last?.completed == 2_000_000)
    }

    @Test func `counts that wait for an item are believed when its percentage grows`() {
        let found = readings((1...3).map { "Encoding: task 1 of 2, \($0)0.67 % (12 fps)\r" }.joined())

        #expect(found.map(\.completed) == [1, 1])
        #expect(found.last?.parts == [fleetingPart("1", 30, 100)])
    }

    @Test(
        arguments: [
            ("11% [2 linux 1.3 MB/56.7 MB 2%]  1 kB/s\r52% [2 linux 42.3 MB/56.7 MB 74%]  1 kB/s\r", 52, 100),
            (" 40%|# | 4.00M/10.0M\r 50%|# | 5.00M/10.0M\r", 5_242_880, 10_485_760),
            ("4.00/10.0 MB 11%\r5.00/10.0 MB 12%\r", 5_000_000, 10_000_000),
        ] as [(String, Int64, Int64)]
    )
    func `a percentage before bytes that it does not agree with is of the whole`(
        text: String,
        completed: Int64,
        total: Int64
    ) {
        let last = readings(text).last

        #expect(last?.completed == completed)
        #expect(last?.total == total)
    }

    @Test func `counts of rounded numbers do not win over the percentage before them`() {
        let lines = ["5.00", "20.0", "50.0", "90.0", "120"].map { "  0%| | \($0)/100k [00:00<1:00:00, 9it/s]\r" }

        #expect(readings(lines.joined()).isEmpty)
    }

    @Test(
        arguments: [
            ("  2/100   2.3G   1.20   640:  20%|#| 20/123 [00:12]\n", 2, "2"),
            ("( 3/10) upgrading foo  12.0 MiB  12.3 MiB/s 00:06 [##--] 50%\n", 3, "upgrading foo"),
            ("shred: /dev/sda: pass 1/3 (random)...20MiB/100MiB 20%\n", 1, "random"),
            ("[1/5 files][ 10.0 MiB/90.0 MiB]  10% Done\n", 1, "files"),
        ] as [(String, Int64, String)]
    )
    func `the name of a part holds no sizes, speeds and times`(line: String, completed: Int64, name: String) {
        let last = readings(line, .percent).last

        #expect(last?.completed == completed)
        #expect(last?.parts.map(\.name) == [name])
    }

    @Test(
        arguments: [
            ("Progress:45%\n", 45, 100), ("Installing 2/5…\n", 2, 5), ("Installing (2/5…)\n", 2, 5),
            ("进度：45%\n", 45, 100), ("█████45%\r", 45, 100), ("█████ 2/5█\r", 2, 5), ("• 2/5 files\n", 2, 5),
        ] as [(String, Int64, Int64)]
    )
    func `a sign may touch a number`(line: String, completed: Int64, total: Int64) {
        #expect(readings(line, .percent) == [Reading(completed: completed, total: total)])
    }

    @Test(
        arguments: [
            "file:12/13 \n", "é45%\n", "12/31日\n", "10–20%\n", "±5%\n", "10:15%\n", "cpu:45%\n", "Größe3/10 x\n",
        ]
    )
    func `a letter or a dash may not`(line: String) {
        #expect(readings(line, .percent).isEmpty)
    }

    @Test(
        arguments: [
            ("Saved 3/10 files\n", 3, 10), ("Stored 3/10\n", 3, 10), ("Compressed 3 of 10\n", 3, 10),
            ("Copying disk 2/3\n", 2, 3), ("Saving: 30%\n", 30, 100), ("copy disk.img 30%\r", 30, 100),
            ("30 MB out of 50 MB\r", 30_000_000, 50_000_000), ("map 100% reduce 33%\n", 133, 200),
        ] as [(String, Int64, Int64)]
    )
    func `words of ratios do not hide what a program does`(line: String, completed: Int64, total: Int64) {
        let last = readings(line, .percent).last

        #expect(last?.completed == completed)
        #expect(last?.total == total)
    }
}
