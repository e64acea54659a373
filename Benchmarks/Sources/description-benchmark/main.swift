// `description-benchmark ROUNDS MILLISECONDS`: both descriptions of a file in every language there is, by this project
// and by Foundation's format styles, in turns; prints `description LANGUAGE SIDE NANOSECONDS`, a line a round and side.

import Foundation
import ProgressLocalization

let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: description-benchmark ROUNDS MILLISECONDS\n".utf8))
    exit(64)
}
let rounds = Int(arguments[0])
let goal = arguments[1] * 1_000_000
let all = (0..<1_000).map(Described.init(step:))

/// CPU time of this thread, so that other work on a shared core does not count.
func measure(_ write: (Int) -> Int, times: Int) -> UInt64 {
    var start = timespec()
    var end = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    precondition(write(times) > 0, "something is written")
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return UInt64(end.tv_sec - start.tv_sec) * 1_000_000_000 &+ UInt64(bitPattern: Int64(end.tv_nsec - start.tv_nsec))
}

/// The number of times that takes as long as asked for.
func calibrated(_ write: (Int) -> Int) -> Int {
    var times = 64
    while measure(write, times: times) < goal / 4 { times *= 2 }
    return max(64, Int(Double(times) * Double(goal) / Double(max(1, measure(write, times: times)))))
}

for language in Language.all {
    let ours = OurWriter(describer: Describer(language: language))
    let foundation = FoundationWriter(locale: Locale(identifier: "\(language.tag)"))
    let sides: [(name: String, write: (Int) -> Int)] = [
        ("ours", { ours.byteCount(describing: all, times: $0) }),
        ("foundation", { foundation.byteCount(describing: all, times: $0) }),
    ]
    let times = sides.map { calibrated($0.write) }
    for round in 0..<rounds {
        for turn in sides.indices {
            let side = (round + turn) % sides.count
            let cost = Double(measure(sides[side].write, times: times[side])) / Double(times[side])
            print("description \(language.tag) \(sides[side].name) \(cost)")
        }
    }
}
