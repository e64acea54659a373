/// The words of a line that has nothing but them and counts: `Epoch 1/3`, `--- Fold [2/5] ---`.
struct LineLabel {
    /// In lowercase, without signs.
    let words: String
    /// The words and the counts.
    let text: String

    /// - Parameters:
    ///   - start: the index of the counts' first digit.
    ///   - end: the index after their last one.
    init?(_ line: ArraySlice<UInt8>, from start: Int, to end: Int) {
        let before = line[..<start]
        let isPlain = before.allSatisfy { $0.isASCIILetter || " \t:#[(=-*".utf8.contains($0) }
        guard isPlain, line[end...].allSatisfy({ " \t:])=.-*".utf8.contains($0) }), before.count <= 100 else {
            return nil
        }
        let found = before.split { !$0.isASCIILetter }
        guard !found.isEmpty else { return nil }
        let name = found.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        words = name.lowercased()
        text = "\(name) \(String(decoding: line[start..<end], as: UTF8.self))"
    }
}
