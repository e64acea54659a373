import ProgressParsers
import Testing

/// Headings such as `Epoch 2/3`, each with counts of its own below it. The recordings are of Keras 3.
struct LevelTests {
    /// The bars of tqdm 4.67 in two nested loops, as a pipe gets them.
    private func nested(_ outer: String, _ inner: String, epochs: Int, batches: Int) -> String {
        let bar = String(repeating: "█", count: 40)
        var text = "\(outer)   0%|          | 0/\(epochs) [00:00<?, ?it/s]"
        for epoch in 1...epochs {
            for batch in 0...batches {
                let percent = batch * 100 / batches
                text += "\n\r\(inner)  \(percent)%|\(bar)| \(batch)/\(batches) [00:00<00:01, 9.1it/s]\u{1B}[A"
            }
            text += "\n\r\(outer) \(epoch * 100 / epochs)%|\(bar)| \(epoch)/\(epochs) [00:03<00:09]"
        }
        return text + "\n"
    }

    @Test(arguments: [("epochs:", "batches:", 4, 10), ("", "", 4, 10), ("outer:", "inner:", 10, 10)])
    func `a bar that begins again is inside the one that grows meanwhile`(
        outer: String,
        inner: String,
        epochs: Int,
        batches: Int
    ) throws {
        let found = readings(nested(outer, inner, epochs: epochs, batches: batches))

        let begin = try #require(found.firstIndex { !$0.parts.isEmpty })
        let rest = found[begin...]
        #expect(rest.allSatisfy { $0.total == Int64(epochs) })
        #expect(rest.map(\.completed) == rest.map(\.completed).sorted())
        #expect(rest.last?.completed == Int64(epochs))
        #expect(begin <= batches + 2)
        let names = inner.isEmpty ? (1..<epochs).map { "\($0)" } : [String(inner.dropLast())]
        #expect(Set(rest.flatMap { $0.parts.map(\.name) }) == Set(names))
    }

    @Test func `of two tasks of rich the one that begins again is inside the other`() {
        let bar = String(repeating: "━", count: 40)
        var text = ""
        for step in 0..<40 {
            text += "\r\u{1B}[2Kouter \(bar) \(step / 10 * 25)% 0:00:01\r\n"
            text += "inner \(bar) \(step % 10 * 10)% 0:00:01\u{1B}[1A"
        }

        let completed = readings(text + "\n").map(\.completed)

        #expect(Set(completed.drop { $0 != 25 }) == [25, 50, 75])
    }

    @Test func `what comes after lines that only looked like epochs counts`() {
        let waiting = (1...3).map { "Waiting for database (\($0)/30)\n" }.joined()
        let migrating = (1...4).map { "Migrating \($0)/4\n" }.joined()
        let importing = [1, 50, 98, 99].map { "Importing \($0)/100\n" }.joined()

        let found = readings(waiting + migrating + importing + "Importing 100/100\n")

        #expect(found.last?.completed == 100 && found.last?.total == 100)
    }

    @Test(
        arguments: [
            "Epoch [E/3], Step [S/600], Loss: 0.31\n", "Epoch E/3:  1%|█    | S/600 [00:01<00:02, 91.2it/s]\r",
            "[10:00:03] epoch: E/3 iter: S/600\n",
        ]
    )
    func `an epoch and its step in one line are steps of all epochs`(line: String) {
        let places = (1...3).flatMap { epoch in [100, 350, 600].map { (epoch, $0) } }
        let text = places.map { line.replacing("E/", with: "\($0)/").replacing("S/", with: "\($1)/") }.joined()

        let found = readings(text)

        #expect(found.map(\.completed) == places.dropFirst().map { Int64(($0 - 1) * 600 + $1) })
        #expect(found.allSatisfy { $0.total == 1_800 })
        #expect(found.last?.parts == [fleetingPart("Epoch 3/3", 600, 600)])
    }

    @Test func `jobs beside each other are not one that jumps`() {
        let text = (1...5).map { "job a: \($0 * 10 + 40)%\njob b: \($0 * 10)%\n" }.joined()

        let completed = readings(text).map(\.completed)

        #expect(completed == completed.sorted())
        #expect(completed.count > 2)
    }

    @Test func `when one is full or silent, the next one counts`() {
        let jobs = "a: 10%\nb: 5%\na: 20%\nb: 10%\na: 30%\nb: 15%\n"

        #expect(readings(jobs + "a: 100%\nb: 30%\nb: 40%\n").map(\.completed).suffix(2) == [30, 40])
        #expect(readings(jobs + "b: 16%\nb: 17%\nb: 18%\nb: 19%\n").map(\.completed).last == 19)
    }

    @Test func `layers that load at once are not mixed`() {
        let text = (1...6).map { "a1f: Downloading  \($0)MB/50MB\rb2e: Downloading  \($0 * 2)MB/120MB\r" }.joined()

        let totals = Set(readings(text).map(\.total))

        #expect(totals.count == 1)
    }

    @Test func `Keras counts the steps of all epochs, and the epoch is a part`() throws {
        let recording = try Recording("keras.txt", .auto, arguments: ["python3", "train.py"])
        let fit = recording.readings.filter { $0.total == 12 }

        #expect(fit.map(\.completed) == [2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12])
        #expect(
            fit.prefix(4).map(\.parts) == [
                [fleetingPart("Epoch 1/3", 2, 4)], [fleetingPart("Epoch 1/3", 3, 4)], [fleetingPart("Epoch 1/3", 4, 4)],
                [fleetingPart("Epoch 2/3", 0, 4)],
            ]
        )
        // The evaluation after the last epoch is the next work.
        #expect(recording.readings.dropFirst(fit.count) == [Reading(completed: 5, total: 5)])
    }

    @Test(arguments: [1, 7, 100])
    func `it is the same in pieces`(size: Int) throws {
        let recording = try Recording("keras.txt", .auto, arguments: ["python3", "train.py"], size: size)

        #expect(recording.readings.last == Reading(completed: 5, total: 5))
        #expect(recording.readings.dropLast().allSatisfy { $0.total == 12 })
    }

    @Test func `Keras without a bar counts the epochs that are over`() throws {
        let recording = try Recording("keras-lines.txt", .auto, arguments: ["python3", "train.py"])

        #expect(recording.readings == [Reading(completed: 1, total: 3), Reading(completed: 2, total: 3)])
    }

    @Test func `Keras 2 and an unknown number of steps`() {
        let first = "Epoch 1/2\n      1/Unknown - 1s 1s/step\u{8}\u{8}\r      2/Unknown - 1s 1s/step\n"
        let second = "Epoch 2/2\n1/3 [==>...] - ETA: 5s - loss: 2.3\u{8}\u{8}\r2/3 [====>.] - ETA: 1s - loss: 2.3\r"

        #expect(
            readings(first + second).last
                == {
                    var reading = Reading(completed: 5, total: 6)
                    reading.parts = [fleetingPart("Epoch 2/2", 2, 3)]
                    return reading
                }()
        )
    }

    @Test(arguments: [(20, 5), (5, 20), (10, 10)])
    func `more epochs than steps, and as many`(epochs: Int, steps: Int) {
        var text = ""
        for epoch in 1...epochs {
            text += "Epoch \(epoch)/\(epochs)\n" + (1...steps).map { "\($0)/\(steps) - loss: 0.1\r" }.joined() + "\n"
        }
        let recording = Recording(text: text, .auto, arguments: ["work"])

        #expect(recording.isMonotone)
        #expect(recording.readings.allSatisfy { $0.total == Int64(epochs * steps) })
        #expect(recording.counts.last == Int64(epochs * steps))
    }

    @Test func `an evaluation after each epoch is none of its steps`() {
        let text = (1...3).map { "Epoch \($0)/3\nTrain: 1/4 a\nTrain: 2/4 b\nTrain: 4/4 c\nVal: 1/2 a\nVal: 2/2 b\n" }

        #expect(readings(text.joined()).map(\.completed).prefix(8) == [2, 4, 4, 5, 6, 8, 8, 9])
    }

    @Test func `other headings are believed when the second one comes`() {
        let disks = (1...3).map { "--- Disk [\($0)/3] ---\n1/4 x\n2/4 y\n3/4 z\n4/4 x\n" }.joined()

        #expect(
            readings(disks).map { "\($0.completed)/\($0.total ?? 0)" } == [
                "2/4", "3/4", "4/4", "4/12", "5/12", "6/12", "7/12", "8/12", "8/12", "9/12", "10/12", "11/12", "12/12",
            ]
        )
    }

    @Test func `headings alone count as before`() {
        #expect(readings("Step 3/10\nStep 4/10\nStep 5/10\n").map(\.completed) == [4, 5])
        #expect(readings("\rProcessing 4 of 10\r\rProcessing 5 of 10\r").map(\.completed) == [5])
        #expect(readings("Epoch 1/3\n").isEmpty)
    }
}
