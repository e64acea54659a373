import ProgressWire

/// A segment of a path, in messages.
enum PathSegment {
    /// Names are shorter; of a longer segment the beginning is shown.
    private static let longest = 512

    /// Decoded where that leaves one line of plain text, else as it was sent: a name that cannot be one is shown as the
    /// caller knows it, and markup, quotes and control characters stay escaped.
    static func shown(_ bytes: some Collection<UInt8>) -> String {
        if bytes.count <= longest, let decoded = PercentEncoding.decode(bytes),
            let text = String(validating: decoded, as: UTF8.self),
            text.unicodeScalars.allSatisfy(isPlain)
        {
            return text
        }
        return String(decoding: bytes.prefix(longest), as: UTF8.self)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: !"\"<>&".unicodeScalars.contains(scalar)
        }
    }
}
