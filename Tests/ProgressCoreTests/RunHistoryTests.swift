import Testing

@testable import ProgressCore

/// The runs that are given up when names remember too much.
struct RunHistoryTests {
    private func run(_ number: Int64, _ text: String? = nil) -> RunHistory.Run {
        let id = ProgressID(high: 0, low: UInt64(number))
        var item = RunItem(
            id: id,
            number: number,
            state: .failed,
            counts: Counts(total: 1, completed: 0),
            fractionCompleted: 0,
            createdAt: 0
        )
        item.failure = text.map { ProgressDetails.Failure(message: $0, code: nil) }
        return RunHistory.Run(id: id, number: number, last: text == nil ? nil : item)
    }

    private func names(_ history: RunHistory) -> [String] {
        ["a", "b", "c", "d"].filter { !history.runs(of: $0).isEmpty }
    }

    @Test func `a name keeps its newest runs, in their order`() {
        var history = RunHistory(keptCount: 2, nameLimit: 9)

        let givenUp = [3, 1, 2].flatMap { history.insert(run($0), of: "a") }

        #expect(history.runs(of: "a").map(\.number) == [2, 3])
        #expect(givenUp.map(\.number) == [1])
        #expect(history.newest(of: "a")?.number == 3)
    }

    @Test func `none are kept where none may be`() {
        var history = RunHistory(keptCount: 0, nameLimit: 9)

        let givenUp = history.insert(run(1, "x"), of: "a")

        #expect(givenUp.map(\.number) == [1])
        #expect(history.isEmpty && history.textByteCount == 0)
    }

    @Test func `names with one run go first, then the one unused longest`() {
        var history = RunHistory(keptCount: 9, nameLimit: 2)
        for number in 1...2 { _ = history.insert(run(Int64(number)), of: "a") }
        _ = history.insert(run(3), of: "b")

        _ = history.insert(run(4), of: "c")
        let afterC = names(history)
        _ = history.insert(run(5), of: "c")
        _ = history.insert(run(6), of: "a")
        let givenUp = history.insert(run(7), of: "d")
        _ = history.insert(run(8), of: "d")

        #expect(afterC == ["a", "c"])
        #expect(givenUp.map(\.number) == [7])
        #expect(names(history) == ["a", "c"])
        #expect(history.giveUpName().map(\.number) == [4, 5])
        #expect(history.giveUpName().map(\.number) == [1, 2, 6])
        #expect(history.giveUpName().isEmpty)
    }

    @Test func `names and texts count, until they go`() {
        var history = RunHistory(keptCount: 2, nameLimit: 9)

        for number in 1...3 { _ = history.insert(run(Int64(number), "four"), of: "name") }
        let held = history.textByteCount
        history.remove(of: "name") { $0.number == 2 }
        let afterOne = history.textByteCount
        history.remove(of: "name") { _ in true }

        #expect(held == 4 + 2 * 4)
        #expect(afterOne == 4 + 4)
        #expect(history.textByteCount == 0 && history.isEmpty)
    }

    @Test func `a run that goes replaces the one that lived`() {
        var history = RunHistory(keptCount: 2, nameLimit: 9)
        _ = history.insert(run(1), of: "a")

        _ = history.insert(run(1, "x"), of: "a")

        #expect(history.runs(of: "a").count == 1)
        #expect(history.runs(of: "a").first?.last?.failure?.message == "x")
    }

    @Test func `much use of few names costs no memory`() {
        var history = RunHistory(keptCount: 1, nameLimit: 2)

        for number in 1...5_000 { _ = history.insert(run(Int64(number)), of: number.isMultiple(of: 2) ? "a" : "b") }

        #expect(history.queuedCount < 200)
        #expect(names(history) == ["a", "b"])
    }

    @Test func `what is saved is the newest of each run, once`() {
        var history = RunHistory(keptCount: 1, nameLimit: 9)
        _ = history.insert(run(1, "x"), of: "a", isSaved: true)
        history.beginRecording()
        let atFirst = history.hasUnsaved

        _ = history.insert(run(2), of: "a")
        _ = history.insert(run(2, "y"), of: "a")
        var taken: [Int64?] = []
        while let unsaved = history.takeUnsaved() { taken.append(unsaved.last?.number) }

        #expect(!atFirst)
        #expect(Set(taken) == [nil, 2] && taken.count == 2)
    }
}
