/// `git clone --progress` and its like: a part for each phase.
///
/// `Receiving objects:  72% (218/302), 1.2 MiB | 3 MiB/s`. The weights are the usual shares of the phases of a clone; a
/// phase that does not come is made up for at the end.
struct GitParser: OutputParser {
    private static let weights: [String: Int64] = [
        "Counting objects": 5, "Compressing objects": 5, "Receiving objects": 60, "Writing objects": 60,
        "Unpacking objects": 60, "Resolving deltas": 20, "Updating files": 10, "Checking out files": 10,
    ]

    /// Light phases that other commands than a clone have alone.
    private static let lonely: Set<String> = ["Resolving deltas", "Updating files", "Checking out files"]

    private var parts: [Part] = []

    mutating func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        guard let part = part(line) else { return nil }
        if let index = parts.firstIndex(where: { $0.name == part.name }) {
            parts[index] = part
        } else {
            parts.append(part)
        }
        let isRemote = line.starts(with: "remote: ".utf8)
        let own = isRemote ? nil : ownPercent(of: part)
        let completed = own ?? min(parts.reduce(0) { $0 + share(of: $1) }, 100)
        var reading = Reading(completed: completed, total: 100)
        reading.parts = parts
        return reading
    }

    /// The percentage of a phase that is all there is, as of a checkout, or whose share of the whole is unknown, as in
    /// languages other than English.
    private func ownPercent(of part: Part) -> Int64? {
        let isAlone = parts.count == 1 && Self.lonely.contains(part.name)
        guard let total = part.total, isAlone || Self.weights[part.name] == nil else { return nil }
        return Int64(Double(part.completed) / Double(total) * 100)
    }

    private func share(of part: Part) -> Int64 {
        guard let total = part.total, let weight = Self.weights[part.name] else { return 0 }
        return Int64(Double(weight) * Double(part.completed) / Double(total))
    }

    private func part(_ line: ArraySlice<UInt8>) -> Part? {
        var scanner = Scanner(line)
        scanner.skip("remote: ")
        guard let title = scanner.text(before: UInt8(ascii: ":")), let first = title.first, first.isWordByte else {
            return nil
        }
        scanner.skipSpaces()
        guard scanner.integer() != nil, scanner.skip("% ("), let completed = scanner.integer(), scanner.skip("/"),
            let total = scanner.integer(), scanner.skip(")"), total > 0, completed <= total
        else { return nil }
        return Part(String(decoding: title, as: UTF8.self), completed: completed, total: total)
    }
}
