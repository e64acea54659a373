/// The last path component of a URL (or of a path), for people.
struct FileName {
    private let fileURL: String
    /// The range of the component in the bytes of `fileURL`, still percent-encoded; never empty.
    private let range: Range<Int>

    /// Nil if there is no last component: an empty path, or the root. Query and fragment do not count.
    init?(fileURL: String) {
        var fileURL = fileURL
        guard let range = fileURL.withUTF8(Self.lastComponent) else { return nil }
        self.fileURL = fileURL
        self.range = range
    }

    /// Appends the name, decoded. Malformed UTF-8, control characters and characters that change the direction of text
    /// each become U+FFFD, so that a name can neither break a line nor rearrange its sentence.
    func append(to bytes: inout [UInt8]) {
        var fileURL = fileURL
        fileURL.withUTF8 { text in
            var decoded = PercentDecodedBytes(text[range])
            var codec = UTF8()
            while true {
                switch codec.decode(&decoded) {
                case .scalarValue(let scalar): bytes.append(Self.isShowable(scalar) ? scalar : "\u{FFFD}")
                case .error: bytes.append("\u{FFFD}" as Unicode.Scalar)
                case .emptyInput: return
                }
            }
        }
    }

    private static func lastComponent(of url: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        let slash = UInt8(ascii: "/")
        var path = url.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        if let colon = endOfScheme(in: path) { path = path[(colon + 1)...] }
        if path.first == slash, path.dropFirst().first == slash { path = path.dropFirst(2).drop { $0 != slash } }
        guard let last = path.lastIndex(where: { $0 != slash }) else { return nil }
        path = path[...last]
        let start = path.lastIndex(of: slash).map { $0 + 1 } ?? path.startIndex
        return start..<path.endIndex
    }

    /// The colon that ends a scheme (RFC 3986, section 3.1).
    private static func endOfScheme(in path: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let first = path.first, isLetter(first), let end = path.firstIndex(where: { !isSchemeByte($0) }),
            path[end] == UInt8(ascii: ":")
        else { return nil }
        return end
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: isLetter(byte)
        }
    }

    private static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}
