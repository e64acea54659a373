import ProgressParsers
import Testing

struct CountTests {
    private func readings(_ text: String, _ program: Program = .percent) -> [Reading] {
        Recording(text: text, program, arguments: ["work"]).readings
    }

    @Test(
        arguments: [
            ("42%\n", Reading(completed: 42, total: 100)),
            ("  42.97 % done\n", Reading(completed: 42, total: 100)),
            ("step 3/7: link\n", Reading(completed: 3, total: 7)),
            ("12 of 30 files\n", Reading(completed: 12, total: 30)),
            ("Step 3/10\n", Reading(completed: 3, total: 10)),
            ("\rProcessing 4 of 10\r", Reading(completed: 4, total: 10)),
            ("reading (5/9)\n", Reading(completed: 5, total: 9)),
            (" 40%|████      | 400/1000 [00:04<00:06, 99.9it/s]\n", Reading(completed: 400, total: 1_000)),
            ("file.iso   57%[=====>    ]  3.2M  1.1MB/s  eta 3s\n", Reading(completed: 57, total: 100)),
        ]
    )
    func `numbers of a line are its progress`(line: String, expected: Reading) {
        #expect(readings(line) == [expected])
    }

    @Test(
        arguments: [
            "2026/11/22 done\n", "1/2/3\n", "src/3/7 x\n", "v1.5/2.0 x\n", "150%\n", "foo%20bar\n", "a20%\n", "9/4 \n",
            "1/1 \n", "99999999999999999999/99999999999999999999 \n", "12/34", "10:15/20 x\n", "2026/11/22\n",
            "1/2/3/\n",
        ]
    )
    func `other numbers are none`(line: String) {
        #expect(readings(line).isEmpty)
    }

    @Test func `an unknown program has to show numbers that grow`() {
        #expect(readings("disk usage 85%\nno change\n", .auto).isEmpty)
        #expect(readings("85%\n85%\n40%\n", .auto).isEmpty)
        #expect(readings("1%\n2%\n3%\n", .auto).map(\.completed) == [2, 3])
    }

    @Test func `numbers of another kind do not disturb what is believed`() {
        let text = "10% a\n20% b\ntest 1/9 ok\ntest 2/9 ok\n30% c\n"

        #expect(readings(text, .auto).map(\.completed) == [20, 30])
    }

    @Test func `a total may grow`() {
        let text = "job 1/5 x\njob 2/5 x\njob 3/8 x\njob 4/8 x\n"

        #expect(readings(text, .auto).map(\.total) == [5, 8, 8])
    }

    @Test func `no parser says nothing`() {
        #expect(readings("10%\n20%\n30%\n", .none).isEmpty)
    }

    @Test func `while a program runs its progress does not end`() {
        #expect(Reading(completed: 7, total: 7).whileRunning == Reading(completed: 6, total: 7))
        #expect(Reading(completed: 9, total: 7).whileRunning == Reading(completed: 6, total: 7))
        #expect(Reading(completed: 3, total: 7).whileRunning == Reading(completed: 3, total: 7))
        #expect(Reading(completed: 3).whileRunning == Reading(completed: 3))
    }

    @Test func `Argo's file is read and written`() {
        #expect(ArgoParser.reading(of: Array("12/40\n".utf8)[...]) == Reading(completed: 12, total: 40))
        #expect(ArgoParser.reading(of: Array("12/0".utf8)[...]) == nil)
        #expect(ArgoParser.reading(of: Array("".utf8)[...]) == nil)
        #expect(ArgoParser.content(for: Reading(completed: 12, total: 40)) == "12/40\n")
        #expect(ArgoParser.content(for: Reading(completed: 12)) == nil)
    }
}
