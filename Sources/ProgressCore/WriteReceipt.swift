/// What each reply to a write says of its progress, and all that `Prefer: return=minimal` wants to know.
package struct WriteReceipt: Sendable {
    package let id: ProgressID
    package let version: Int64
    package let directive: Directive
}

extension Forest {
    package func receipt(of index: NodeIndex) -> WriteReceipt {
        WriteReceipt(id: id(of: index), version: version(of: index), directive: directive(of: index))
    }
}

extension ProgressSnapshot {
    package var receipt: WriteReceipt { WriteReceipt(id: id, version: version, directive: directive) }
}
