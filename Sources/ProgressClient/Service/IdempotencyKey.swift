/// By which the service knows a create again.
enum IdempotencyKey {
    /// - Parameter given: the caller's; nil: a new one of 128 random bits. Not Foundation's `UUID`, which repeats itself
    ///   where no file descriptor is left.
    static func header(_ given: String?) -> (name: String, value: String) {
        let words = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))
        return ("Idempotency-Key", given ?? String(words.0, radix: 16) + "-" + String(words.1, radix: 16))
    }
}
