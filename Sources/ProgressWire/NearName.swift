/// The known name that a misspelled one probably means.
package enum NearName {
    /// Longer names are not compared: the cost grows with the length, and a client chooses it.
    private static let longest = 64

    /// The nearest of `names`; nil if none is near. Letter case, `_` and `-` make no difference; a beginning counts as
    /// near.
    package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
        let wanted = folded(name)
        guard wanted.count >= 2, name.utf8.count <= longest else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in names {
            let other = folded(candidate)
            let isBeginning = wanted.count >= 3 && other.starts(with: wanted)
            let distance = isBeginning ? 1 : distance(wanted, other)
            guard distance <= max(1, min(wanted.count, other.count) / 2) else { continue }
            // Of equally near names, the one that sorts first: sets have no order.
            if best.map({ (distance, candidate) < ($0.distance, $0.name) }) ?? true { best = (candidate, distance) }
        }
        return best?.name
    }

    /// As a sentence to append, with a space before it; empty if none is near.
    package static func question(_ name: String, among names: some Sequence<String>) -> String {
        nearest(to: name, among: names).map { " Did you mean \($0)?" } ?? ""
    }

    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: byte
            }
        }
    }

    /// The Levenshtein distance.
    private static func distance(_ lhs: [UInt8], _ rhs: [UInt8]) -> Int {
        var row = Array(0...rhs.count)
        for (line, left) in lhs.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, right) in rhs.enumerated() {
                let replaced = diagonal + (left == right ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
            }
        }
        return row[rhs.count]
    }
}
