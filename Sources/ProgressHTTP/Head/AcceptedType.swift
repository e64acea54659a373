/// The choice between text and JSON by `Accept` (RFC 9110, 12.5.1).
enum AcceptedType {
    /// Whether `text/plain` is preferred to `application/json`. A type without an entry takes the quality of the most
    /// specific range that matches it; text must be named, as `text/plain` or `text/*`.
    static func prefersText(_ accept: UnsafeBufferPointer<UInt8>) -> Bool {
        var text: (rank: Int, quality: Int) = (0, 0)
        var json: (rank: Int, quality: Int) = (0, 0)
        for piece in accept.split(separator: UInt8(ascii: ",")) {
            let parts = piece.split(separator: UInt8(ascii: ";")).map { word($0) }
            guard let type = parts.first else { continue }
            let quality = quality(parts.dropFirst())
            switch type {
            case "text/plain": text = (3, quality)
            case "application/json": json = (3, quality)
            case "text/*" where text.rank < 2: text = (2, quality)
            case "application/*" where json.rank < 2: json = (2, quality)
            case "*/*":
                if text.rank < 1 { text = (1, quality) }
                if json.rank < 1 { json = (1, quality) }
            default: break
            }
        }
        guard text.rank >= 2, text.quality > 0 else { return false }
        return text.quality > json.quality || (text.quality == json.quality && text.rank > json.rank)
    }

    /// Whether the type itself is named, with a quality above 0; ranges do not count.
    static func accepts(_ type: String, _ accept: UnsafeBufferPointer<UInt8>) -> Bool {
        accept.split(separator: UInt8(ascii: ",")).contains { piece in
            let parts = piece.split(separator: UInt8(ascii: ";")).map { word($0) }
            return parts.first == type && quality(parts.dropFirst()) > 0
        }
    }

    /// The quality in thousandths; 1000 if it is missing or unreadable.
    private static func quality(_ parameters: ArraySlice<String>) -> Int {
        for parameter in parameters where parameter.hasPrefix("q=") {
            return Double(parameter.dropFirst(2)).map { Int(min(max($0, 0), 1) * 1000) } ?? 1000
        }
        return 1000
    }

    private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: bytes.filter { $0 != 32 && $0 != 9 }, as: UTF8.self).lowercased()
    }
}
