/// The writers of the nodes that get numbered writes, the one unused longest first.
struct WriterTable {
    private var byNode: [NodeIndex: [Writer]] = [:]

    subscript(index: NodeIndex) -> [Writer] {
        get { byNode.isEmpty ? [] : byNode[index] ?? [] }
        set { byNode[index] = newValue.isEmpty ? nil : newValue }
    }

    func find(_ name: String, of index: NodeIndex) -> Writer? { self[index].first { $0.isNamed(name) } }

    /// A repetition is use too: the writer is not the one to be forgotten next.
    mutating func noteUse(of name: String, at index: NodeIndex) {
        guard let position = self[index].firstIndex(where: { $0.isNamed(name) }),
            let used = byNode[index]?.remove(at: position)
        else { return }
        byNode[index]?.append(used)
    }

    /// Remembers the number of an accepted write; the writer unused longest is forgotten when there are too many.
    /// - Returns: by how many bytes the names grow.
    mutating func accept(_ writer: Writer, at index: NodeIndex, limit: Int) -> Int {
        var known = self[index]
        let size = known.textByteCount
        known.removeAll { $0.isNamed(writer.name) }
        known.append(writer)
        if known.count > limit { known.removeFirst() }
        self[index] = known
        return known.textByteCount - size
    }
}

extension Writer {
    /// Byte by byte: canonically equivalent names are two writers.
    fileprivate func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
}
