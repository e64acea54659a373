/// The header by which the service recognizes a repeated create.
enum IdempotencyKey {
    /// - Parameter given: the caller's key; nil for a new one of 128 random bits. Not Foundation's `UUID`, which
    ///   repeats itself if no file descriptor is left.
    static func header(_ given: String?) -> (name: String, value: String) {
        let words = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))
        return ("Idempotency-Key", given ?? String(words.0, radix: 16) + "-" + String(words.1, radix: 16))
    }
}
