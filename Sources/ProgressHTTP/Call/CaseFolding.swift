/// Texts with their case taken away, so that equal bytes mean equal texts in whatever case.
///
/// It remembers what letters beyond ASCII become: the tables of Unicode are slow.
struct CaseFolding: Sendable {
    private var known: [Unicode.Scalar: [UInt8]] = [:]

    /// More than the letters of any script; a text that has more costs time instead of memory.
    private static let most = 4_096

    mutating func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: bytes.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
            case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            default: bytes += folded(scalar)
            }
        }
    }

    private mutating func folded(_ scalar: Unicode.Scalar) -> [UInt8] {
        if let bytes = known[scalar] { return bytes }
        if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
        let bytes = Array(Self.fold(scalar).utf8)
        known[scalar] = bytes
        return bytes
    }

    /// Lower case, and where that is the same as other letters in upper case, the lower case of these: ς is σ, ß is ss.
    private static func fold(_ scalar: Unicode.Scalar) -> String {
        let properties = scalar.properties
        if properties.changesWhenLowercased { return properties.lowercaseMapping }
        if properties.changesWhenCaseFolded { return properties.uppercaseMapping.lowercased() }
        return String(scalar)
    }
}
