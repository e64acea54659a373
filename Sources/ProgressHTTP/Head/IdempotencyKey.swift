/// The header by which a create that comes twice is recognized, as the IETF draft of the HTTPAPI group has it.
enum IdempotencyKey {
    private static let longest = 128

    /// - Returns: the key without quotes; nil if there is none.
    static func read(_ headers: CallHeaders) throws(RequestError) -> [UInt8]? {
        try headers.withValue("idempotency-key") { value throws(RequestError) in
            guard let value else { return nil }
            let quote = UInt8(ascii: "\"")
            let isQuoted = value.count >= 2 && value.first == quote && value.last == quote
            let key = isQuoted ? Array(value.dropFirst().dropLast()) : Array(value)
            guard 1...longest ~= key.count, key.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw .malformedRequest(
                    "Idempotency-Key has \(key.count) bytes; it takes 1 to \(longest) visible ASCII characters"
                )
            }
            return key
        }
    }
}
