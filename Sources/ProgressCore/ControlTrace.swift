/// What a control call leaves on every node that it changes: one copy, which all plain nodes share.
struct ControlTrace {
    let box: DetailsBox
    /// The same without texts.
    let bareBox: DetailsBox
    let textByteCount: Int
    /// Whether it also is the reason of the change of state that readers are told.
    let isTold: Bool

    /// - Parameter reason: of the change of state, for readers of streams.
    init(_ control: LastControl, reason: String? = nil, isTold: Bool = true) {
        var details = ProgressDetails()
        details.control = control
        details.reason = reason
        box = DetailsBox(details)
        textByteCount = details.textByteCount
        details.control?.reason = nil
        details.control?.by.user = nil
        details.reason = nil
        bareBox = DetailsBox(details)
        self.isTold = isTold
    }
}
