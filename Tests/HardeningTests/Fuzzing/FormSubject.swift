@testable import ProgressWire

/// Forms beside their pieces, each decoded by itself.
enum FormSubject {
    private struct Pair {
        let name: String
        let value: String

        /// Where the value goes: one step, or two below `labels` and `userInfo`.
        var path: [String] {
            // Bytes, since a dot with a combining mark after it is another character.
            let parts = name.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            return parts.count == 2 && (parts[0] == "labels" || parts[0] == "userInfo") ? parts : [name]
        }
    }

    static func fault(_ input: [UInt8]) -> String? {
        let ours = input.withUnsafeBytes { try? FormBody.parse($0) }
        guard let pairs = pairs(input), !isRefused(pairs) else { return ours.map { "is read as \($0.text)" } }
        guard case .object(let members)? = ours else { return "is refused" }
        for pair in pairs where value(at: pair.path, in: members) != wanted(pair) {
            return "is read as \(JSONValue.object(members).text)"
        }
        let leaves = members.reduce(0) { sum, member in
            if case .object(let inner) = member.value { sum + inner.count } else { sum + 1 }
        }
        return leaves == pairs.count ? nil : "is read as \(JSONValue.object(members).text)"
    }

    private static func pairs(_ form: [UInt8]) -> [Pair]? {
        var pairs: [Pair] = []
        for piece in form.split(separator: UInt8(ascii: "&")) {
            let sides = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = text(sides[0]), let value = sides.count == 2 ? text(sides[1]) : "" else { return nil }
            pairs.append(Pair(name: name, value: value))
        }
        if pairs.count > FormBody.maximumMemberCount { return nil }
        return pairs
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        PercentModel.text(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }

    /// Whether a name appears twice, as itself or as the object of another's key; or is `children`.
    private static func isRefused(_ pairs: [Pair]) -> Bool {
        let paths = pairs.map { $0.path.map { Array($0.utf8) } }
        let wholes = paths.filter { $0.count == 1 }.map { $0[0] }
        let outers = Set(paths.filter { $0.count == 2 }.map { $0[0] })
        return Set(paths).count < paths.count || wholes.contains { outers.contains($0) }
            || pairs.contains { $0.name == "children" }
    }

    private static func value(at path: [String], in members: JSONObject) -> JSONValue? {
        guard path.count == 2 else { return members[path[0]] }
        guard case .object(let inner)? = members[path[0]] else { return nil }
        return inner[path[1]]
    }

    private static func wanted(_ pair: Pair) -> JSONValue {
        if pair.value.isEmpty { return .null }
        if pair.path.count == 2 { return .string(pair.value) }
        switch pair.name {
        case "totalUnitCount", "completedUnitCount", "fileTotalCount", "fileCompletedCount", "pendingUnitCount",
            "estimatedTimeRemaining", "throughput", "leaseSeconds", "count", "sequence", "expiresIn":
            guard !pair.value.utf8.contains(where: { $0 <= 32 }),
                case .number(let number)? = try? JSONReader.parse(Array(pair.value.utf8))
            else { return .string(pair.value) }
            return .number(number)
        case "isCancellable", "isPausable", "removeWhenFinished":
            return pair.value == "true" ? .bool(true) : pair.value == "false" ? .bool(false) : .string(pair.value)
        default: return .string(pair.value)
        }
    }
}
