/// The part about its progress in each reply to a write; with `Prefer: return=minimal` the whole of it.
package struct WriteReceipt: Sendable {
    package let id: ProgressID
    package let version: Int64
    package let directive: Directive
}

extension ProgressSnapshot {
    package var receipt: WriteReceipt { WriteReceipt(id: id, version: version, directive: directive) }
}
