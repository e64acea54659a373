@testable import ProgressHTTP

/// Queries beside their pieces, each decoded by itself, and written again.
enum QuerySubject {
    private static let added = "added here"

    static func fault(_ input: [UInt8]) -> String? {
        guard let ours = reread(input) else { return pairs(input) == nil ? nil : "is refused" }
        guard let wanted = pairs(input) else { return "is read as \(ours)" }
        // Each pair is a name and a value, in their order.
        guard let read = pairs(Array(ours.utf8)), read == wanted.filter({ $0[0] != added }) + [[added, "%&=+"]] else {
            return "is read as \(ours)"
        }
        return reread(Array(ours.utf8)) == ours ? nil : "\(ours) is read as another"
    }

    /// The query as it is written after it was read, with one parameter more.
    private static func reread(_ query: [UInt8]) -> String? {
        query.withUnsafeBufferPointer { try? QueryParameters($0).text(replacing: added, by: "%&=+") }
    }

    private static func pairs(_ query: [UInt8]) -> [[String]]? {
        var pairs: [[String]] = []
        for piece in query.split(separator: UInt8(ascii: "&")) {
            let sides = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = text(sides[0]), let value = sides.count == 2 ? text(sides[1]) : "" else { return nil }
            pairs.append([name, value])
        }
        return pairs
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        PercentModel.text(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }
}
