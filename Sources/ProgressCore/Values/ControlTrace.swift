/// The last control of a node, and the reason for its state: one object for all nodes that a call changed.
package final class ControlTrace: Sendable {
    package let control: LastControl?
    /// Why `state` changed last, as the caller of the control said; for `state` events.
    package let reason: String?
    /// The cost of holding the texts, in bytes, for each node that has them.
    let textByteCount: Int

    /// - Returns: nil where there is nothing to keep.
    package init?(_ control: LastControl?, reason: String?) {
        if control == nil && reason == nil { return nil }
        self.control = control
        self.reason = reason
        textByteCount = (control?.textByteCount ?? 0) + (reason?.utf8.count ?? 0)
    }
}

extension ControlTrace? {
    var textByteCount: Int { self?.textByteCount ?? 0 }
}
