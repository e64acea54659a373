/// What each reply to a write says of its progress, and all that `Prefer: return=minimal` wants to know.
package struct WriteReceipt: Sendable {
    package let id: ProgressID
    package let version: Int64
    package let directive: Directive
}

extension ProgressSnapshot {
    package var receipt: WriteReceipt { WriteReceipt(id: id, version: version, directive: directive) }
}
