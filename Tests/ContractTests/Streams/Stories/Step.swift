/// One step of a story: everything that happens at once.
enum Step: Sendable {
    case call(Call)
    /// One request with a line for each call.
    case batch([Call])
    /// Requests that are sent before the first reply is read.
    case burst([Call])
    /// Time passes in the trees, until the node is in that state; nil: until it is gone.
    case time(seconds: Double, until: (node: String, state: String?))

    /// The calls; nil where time passes.
    var calls: [Call]? {
        switch self {
        case .call(let call): [call]
        case .batch(let calls), .burst(let calls): calls
        case .time: nil
        }
    }
}

extension [Step] {
    /// This story with all calls between two passages of time in one batch.
    var inOneBatch: [Step] {
        reduce(into: []) { steps, step in
            guard let calls = step.calls, case .batch(let earlier)? = steps.last else {
                steps.append(step.calls.map { .batch($0) } ?? step)
                return
            }
            steps[steps.count - 1] = .batch(earlier + calls)
        }
    }
}
