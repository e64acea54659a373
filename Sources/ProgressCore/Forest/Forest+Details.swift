/// Texts of nodes, and the bytes that they take.
extension Forest {
    /// Changes details whose text does not count, or was checked before.
    mutating func editDetails(of index: NodeIndex, _ body: (inout ProgressDetails) -> Void) {
        let before = nodes[index].details?.details
        var details = before ?? ProgressDetails()
        body(&details)
        textByteCount += details.textByteCount - (before?.textByteCount ?? 0)
        nodes[index].details = DetailsBox(details)
    }

    /// Drops the reported speed, which ends with the work, and with a pause.
    @inline(__always)
    mutating func forgetReportedSpeed(of index: NodeIndex) {
        guard let box = nodes[index].details, box.details.reportsSpeed else { return }
        editDetails(of: index) { ($0.throughput, $0.estimatedTimeRemaining) = (nil, nil) }
        nodes.tellNone(by: index)
    }

    /// The state changes without a control call: the reason of an earlier one does not apply.
    mutating func forgetReason(of index: NodeIndex) {
        guard let trace = nodes[index].trace, trace.reason != nil else { return }
        setTrace(of: index, ControlTrace(trace.control, reason: nil))
    }

    mutating func setTrace(of index: NodeIndex, _ trace: ControlTrace?) {
        textByteCount += trace.textByteCount - nodes[index].trace.textByteCount
        nodes[index].trace = trace
    }
}
