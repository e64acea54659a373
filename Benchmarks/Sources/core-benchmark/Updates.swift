/// Measures updates of a leaf, the sides in turns, and prints a line a round: `updates SHAPE SIDE NANOSECONDS`.
struct Updates {
    let roundCount: Int
    /// The time for which one side runs in a round.
    let roundNanoseconds: UInt64

    func run(_ sides: [any Subject.Type]) {
        for shape in Shape.measured {
            let subjects = sides.map { $0.init(shape) }
            let counts = subjects.map(calibrated)
            for round in 0..<roundCount {
                // Every other round the other side goes first.
                for turn in subjects.indices {
                    let side = (round + turn) % subjects.count
                    let cost = measure(subjects[side], counts[side])
                    print("updates \(shape.name) \(type(of: subjects[side]).name) \(cost)")
                    let reading = measureReading(subjects[side], max(1, counts[side] / 8))
                    print("updates \(shape.name)-read \(type(of: subjects[side]).name) \(reading)")
                }
            }
        }
    }

    private func measure(_ subject: any Subject, _ count: Int) -> Double {
        let start = Stopwatch.nanoseconds()
        subject.update(count)
        return Double(Stopwatch.nanoseconds() - start) / Double(count)
    }

    private func measureReading(_ subject: any Subject, _ count: Int) -> Double {
        let start = Stopwatch.nanoseconds()
        let sum = subject.updateReadingRoot(count)
        let cost = Double(Stopwatch.nanoseconds() - start) / Double(count)
        precondition(sum > 0, "the root shows the updates")
        return cost
    }

    /// The number of updates that fill a round; also warms up, and makes sure that an update reaches the root.
    private func calibrated(_ subject: any Subject) -> Int {
        var count = 100
        while true {
            let completed = subject.leafCompletedUnitCount
            let fraction = subject.rootFraction
            let cost = measure(subject, count)
            precondition(subject.leafCompletedUnitCount == completed + Int64(count), "updates were lost")
            precondition(subject.rootFraction > fraction, "updates did not reach the root")
            if cost * Double(count) > Double(roundNanoseconds) / 8 {
                return max(1, Int(Double(roundNanoseconds) / cost))
            }
            count *= 2
        }
    }
}
