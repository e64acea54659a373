import Glibc

/// One side alone is for a profiler.
func run(_ arguments: [String]) -> Bool {
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    switch arguments.first {
    case "updates" where numbers.count == 2:
        let sides: [any Subject.Type] = [TreeSubject.self, FoundationSubject.self]
        let wanted = sides.filter { arguments.count == 3 || $0.name == arguments.last }
        Updates(roundCount: numbers[0], roundNanoseconds: UInt64(numbers[1]) * 1_000_000).run(wanted)
    case "memory" where numbers.count == 2 && arguments.count == 4:
        Memory.run(Memory.Grove(roots: numbers[0], children: numbers[1]), side: arguments[3])
    case "count" where numbers.count == 2 && arguments.count == 3:
        // For a counter of instructions: the difference between two runs is the cost of their additional updates.
        let subject = TreeSubject(.depth(numbers[0]))
        precondition(subject.updateReadingRoot(numbers[1]) >= 0 && subject.leafCompletedUnitCount == numbers[1])
    case "follow" where numbers.count == 2:
        Following.run(roots: numbers[0], children: numbers[1], hasLeases: arguments.last == "leases")
    default: return false
    }
    return true
}

if !run(Array(CommandLine.arguments.dropFirst())) {
    print(
        """
        usage: core-benchmark updates ROUNDS MILLISECONDS [ours|foundation]
               core-benchmark memory ROOTS CHILDREN ours|foundation
               core-benchmark count DEPTH UPDATES
               core-benchmark follow ROOTS CHILDREN [leases]
        """
    )
    exit(64)
}
