/// An input that says how it becomes long: bytes between two bytes 01, which are in no JSON, are repeated until there
/// is no room for more. A byte 02 among them becomes the number of the repetition, so that keys differ.
///
/// A few bytes then reach every limit, so that short inputs find work whose cost outgrows its length.
enum Repeated {
    private static let mark: UInt8 = 1
    private static let number: UInt8 = 2

    /// - Parameter room: the most bytes of the result, unless the input has more.
    static func bytes(_ input: [UInt8], room: Int) -> [UInt8] {
        var parts = input.split(separator: mark, omittingEmptySubsequences: false).map(Array.init)
        // A mark without a partner does not count.
        if parts.count.isMultiple(of: 2), let last = parts.popLast() { parts[parts.count - 1] += last }
        let unitCount = parts.count / 2
        guard unitCount > 0 else { return input.filter { $0 != mark && $0 != number } }
        let each = (room - input.count) / unitCount
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if index.isMultiple(of: 2) {
                bytes += part.filter { $0 != number }
            } else {
                append(part, to: &bytes, room: each)
            }
        }
        return bytes
    }

    private static func append(_ unit: [UInt8], to bytes: inout [UInt8], room: Int) {
        if unit.isEmpty { return }
        let end = bytes.count + max(room, 0)
        let pieces = unit.split(separator: number, omittingEmptySubsequences: false)
        var count = 0
        while true {
            let numbered = Array(pieces.joined(separator: Array("\(count)".utf8)))
            guard bytes.count + numbered.count <= end else { return }
            bytes += numbered
            count += 1
        }
    }
}
