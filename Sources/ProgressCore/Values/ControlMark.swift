/// The mark that a control call leaves on every node that it changes.
struct ControlMark {
    private(set) var trace: ControlTrace?
    private(set) var textByteCount: Int
    /// For nodes for which there is no room for the texts.
    private let bareTrace: ControlTrace?
    /// Whether its reason replaces an earlier one.
    let isTold: Bool
    /// Whether there is room for its texts on every node that it is left on.
    var fits = false

    /// - Parameters:
    ///   - reason: of the change of state, for readers of streams.
    ///   - isTold: whether there is such a change; the reason of an earlier one is kept otherwise.
    init(_ control: LastControl, reason: String? = nil, isTold: Bool = true) {
        var bare = control
        (bare.reason, bare.by.user) = (nil, nil)
        trace = ControlTrace(control, reason: reason)
        textByteCount = trace.textByteCount
        bareTrace = ControlTrace(bare, reason: nil)
        self.isTold = isTold
    }

    /// There was no room for its texts on a node: they are left out from now on.
    mutating func leaveOutTexts() {
        trace = bareTrace
        textByteCount = trace.textByteCount
    }

    func trace(after before: ControlTrace?) -> ControlTrace? {
        guard !isTold, let kept = before?.reason else { return trace }
        return ControlTrace(trace?.control, reason: kept)
    }
}
