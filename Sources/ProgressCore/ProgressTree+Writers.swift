/// A writer of a node and the last sequence number that was accepted from it.
package struct Writer: Equatable, Sendable {
    package var name: String
    package var sequence: Int64

    package init(name: String, sequence: Int64) {
        self.name = name
        self.sequence = sequence
    }
}

extension ProgressTree {
    /// A numbered write: `complete(_:by:at:)` for a number above the last one accepted from `writer`. For any other it
    /// is a repetition, which adds nothing and is a sign of life.
    /// - Throws: `.countOverflow`, or `.tooMuchText` for the name of a new writer; the number is then still free.
    package mutating func complete(
        _ index: NodeIndex,
        by count: Int64,
        writer: String,
        sequence: Int64,
        at now: Int64
    ) throws(ProgressError) -> Written {
        guard isNew(index, writer: writer, sequence: sequence) else {
            noteUse(index, writer: writer)
            heartbeat(index, at: now)
            return .living(index)
        }
        if !knows(index, writer: writer) { try checkText(replacing: nil, by: writer.utf8.count) }
        let id = id(of: index)
        let written = try complete(index, by: count, at: now)
        if isLiving(id, at: index) { accept(index, writer: writer, sequence: sequence) }
        return written
    }

    /// A repetition is use too: the writer is not the one to be forgotten next.
    private mutating func noteUse(_ index: NodeIndex, writer: String) {
        guard let position = writers[index]?.firstIndex(where: { $0.name.utf8.elementsEqual(writer.utf8) }),
            let known = writers[index]?.remove(at: position)
        else { return }
        writers[index]?.append(known)
        unsaved.note(index)
    }

    private func knows(_ index: NodeIndex, writer: String) -> Bool {
        writers[index]?.contains { $0.name.utf8.elementsEqual(writer.utf8) } ?? false
    }

    /// Whether a numbered write is new.
    private func isNew(_ index: NodeIndex, writer: String, sequence: Int64) -> Bool {
        guard let known = writers[index]?.first(where: { $0.name.utf8.elementsEqual(writer.utf8) }) else { return true }
        return sequence > known.sequence
    }

    /// Remembers the number of an accepted write; the writer unused longest is forgotten when there are too many.
    private mutating func accept(_ index: NodeIndex, writer: String, sequence: Int64) {
        var known = writers[index] ?? []
        let size = known.textByteCount
        known.removeAll { $0.name.utf8.elementsEqual(writer.utf8) }
        known.append(Writer(name: writer, sequence: sequence))
        if known.count > limits.maximumWriterCount { known.removeFirst() }
        textByteCount += known.textByteCount - size
        writers[index] = known
        unsaved.note(index)
    }

    /// The node is gone, and with it the names of its writers.
    mutating func forgetWriters(of index: NodeIndex) {
        if let known = writers.removeValue(forKey: index) { textByteCount -= known.textByteCount }
    }
}

extension [Writer] {
    var textByteCount: Int { reduce(0) { $0 + $1.name.utf8.count } }
}
