/// Decodes percent-encoded bytes, piece by piece. Foundation's decoding is no oracle: it repairs some invalid UTF-8.
enum PercentModel {
    /// Nil if two digits are missing after a `%`, or if the result is not UTF-8.
    static func text(_ bytes: some Collection<UInt8>) -> String? {
        let pieces = bytes.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        var decoded = Array(pieces[0])
        for piece in pieces.dropFirst() {
            let digits = String(decoding: piece.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, digits.first != "+", digits.first != "-", let byte = UInt8(digits, radix: 16)
            else { return nil }
            decoded.append(byte)
            decoded += piece.dropFirst(2)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
