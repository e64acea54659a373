/// What a control call leaves on every node that it changes.
struct ControlMark {
    let trace: ControlTrace?
    /// For nodes for which there is no room for the texts.
    private let bareTrace: ControlTrace?
    private let isTold: Bool
    /// Whether there is room for its texts wherever it is left.
    var fits = false

    /// - Parameters:
    ///   - reason: of the change of state, for readers of streams.
    ///   - isTold: whether there is such a change; the reason of an earlier one is kept otherwise.
    init(_ control: LastControl, reason: String? = nil, isTold: Bool = true) {
        var bare = control
        (bare.reason, bare.by.user) = (nil, nil)
        trace = ControlTrace(control, reason: reason)
        bareTrace = ControlTrace(bare, reason: nil)
        self.isTold = isTold
    }

    var textByteCount: Int { trace.textByteCount }

    /// - Parameter hasTexts: without, the texts of the call are left out.
    func trace(after before: ControlTrace?, hasTexts: Bool) -> ControlTrace? {
        let trace = hasTexts ? trace : bareTrace
        guard !isTold, let kept = before?.reason else { return trace }
        return ControlTrace(trace?.control, reason: kept)
    }
}
