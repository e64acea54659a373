/// Texts with their case taken away, so that equal bytes mean equal texts in whatever case.
///
/// It remembers what letters beyond ASCII become: the tables of Unicode are slow, and so is a dictionary for each letter of
/// a text of a quarter of a megabyte.
struct CaseFolding: Sendable {
    /// Of the Basic Multilingual Plane, by the upper and the lower byte of a letter: the bytes that it becomes, the first
    /// one lowest, and how many they are in the highest byte; 0 where it was not asked for yet. No page before it is needed.
    private var pages: [[UInt64]] = []
    /// For all other letters, and for those that become more bytes than that.
    private var others: [Unicode.Scalar: [UInt8]] = [:]

    /// More than the letters of any script beyond that plane; a text that has more costs time instead of memory.
    private static let mostOthers = 4_096
    private static let mostBytes = 7

    mutating func append(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: bytes.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
            case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case ..<0x1_0000: appendNear(scalar, to: &bytes)
            default: bytes += other(scalar)
            }
        }
    }

    private mutating func appendNear(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let (page, place) = (Int(scalar.value >> 8), Int(scalar.value & 0xFF))
        if pages.isEmpty { pages = Array(repeating: [], count: 256) }
        if pages[page].isEmpty { pages[page] = Array(repeating: 0, count: 256) }
        var packed = pages[page][place]
        if packed == 0 {
            guard let made = Self.packed(scalar) else { return bytes += other(scalar) }
            pages[page][place] = made
            packed = made
        }
        for _ in 0..<(packed >> 56) {
            bytes.append(UInt8(truncatingIfNeeded: packed))
            packed >>= 8
        }
    }

    /// nil where there are too many bytes.
    private static func packed(_ scalar: Unicode.Scalar) -> UInt64? {
        let bytes = fold(scalar).utf8
        guard bytes.count <= mostBytes else { return nil }
        return bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            | UInt64(bytes.count) << 56
    }

    private mutating func other(_ scalar: Unicode.Scalar) -> [UInt8] {
        if let bytes = others[scalar] { return bytes }
        if others.count >= Self.mostOthers { others.removeAll(keepingCapacity: true) }
        let bytes = Array(Self.fold(scalar).utf8)
        others[scalar] = bytes
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
