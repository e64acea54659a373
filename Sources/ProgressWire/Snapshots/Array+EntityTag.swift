package import ProgressCore

extension [UInt8] {
    /// Appends `"<id>.<representation>.<language>.<version>"`, with `.<stamp>` before the last quote if there is one.
    /// - Parameter hidesUsers: whether the body is the one for readers by grant, which differs.
    package mutating func appendEntityTag(
        _ id: ProgressID,
        _ representation: StaticString,
        _ language: StaticString,
        version: Int64,
        stamp: Int64?,
        hidesUsers: Bool
    ) {
        append(atMost: 102 + representation.utf8CodeUnitCount + language.utf8CodeUnitCount) { writer in
            writer.append(UInt8(ascii: "\""))
            writer.append(id)
            writer.append(UInt8(ascii: "."))
            writer.append(representation)
            if hidesUsers { writer.append("-grant") }
            writer.append(UInt8(ascii: "."))
            writer.append(language)
            writer.append(UInt8(ascii: "."))
            writer.appendJSON(version)
            if let stamp {
                writer.append(UInt8(ascii: "."))
                writer.appendJSON(stamp)
            }
            writer.append(UInt8(ascii: "\""))
        }
    }
}
