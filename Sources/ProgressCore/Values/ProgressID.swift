/// The identity of one progress: 128 bits, written as a lower-case UUID.
///
/// The core never makes ids; they arrive as arguments (the server draws them from libuuid).
package struct ProgressID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Bytes of the canonical form.
    package static let byteCount = 36

    /// Parses the canonical form, 8-4-4-4-12 hexadecimal digits in either case; anything else is nil. No allocation.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count == Self.byteCount, let start = text.baseAddress else { return nil }
        let dash = UInt8(ascii: "-")
        guard start[8] == dash, start[13] == dash, start[18] == dash, start[23] == dash else { return nil }
        let bytes = UnsafeRawPointer(start)
        guard
            let first = HexadecimalWord.value(of: HexadecimalWord.load(bytes, bytes + 4)),
            let second = HexadecimalWord.value(of: HexadecimalWord.load(bytes + 9, bytes + 14)),
            let third = HexadecimalWord.value(of: HexadecimalWord.load(bytes + 19, bytes + 24)),
            let fourth = HexadecimalWord.value(of: HexadecimalWord.load(bytes + 28, bytes + 32))
        else { return nil }
        self.init(high: UInt64(first) << 32 | UInt64(second), low: UInt64(third) << 32 | UInt64(fourth))
    }

    /// Like the initializer above, but for bytes of any sequence.
    package init?(_ text: some Sequence<UInt8>) {
        guard let id = Array(text).withUnsafeBufferPointer({ ProgressID($0) }) else { return nil }
        self = id
    }

    /// Appends the 36 bytes of the canonical lower-case form.
    package func append(to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.byteCount) { text in
            guard let start = text.baseAddress else { preconditionFailure("36 bytes have an address.") }
            write(to: start)
            bytes.append(contentsOf: UnsafeBufferPointer(text))
        }
    }

    /// Writes the 36 bytes of the canonical lower-case form.
    package func write(to text: UnsafeMutablePointer<UInt8>) {
        let bytes = UnsafeMutableRawPointer(text)
        HexadecimalWord.store(HexadecimalWord.digits(of: UInt32(high >> 32)), bytes, bytes + 4)
        HexadecimalWord.store(HexadecimalWord.digits(of: UInt32(truncatingIfNeeded: high)), bytes + 9, bytes + 14)
        HexadecimalWord.store(HexadecimalWord.digits(of: UInt32(low >> 32)), bytes + 19, bytes + 24)
        HexadecimalWord.store(HexadecimalWord.digits(of: UInt32(truncatingIfNeeded: low)), bytes + 28, bytes + 32)
        let dash = UInt8(ascii: "-")
        (text[8], text[13], text[18], text[23]) = (dash, dash, dash, dash)
    }
}

extension ProgressID {
    /// Unknown to clients, which name ids of their choice in streams.
    private static let secret = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    /// Called by sets and dictionaries instead of `hash(into:)`: one multiplication, where the general way was half the
    /// cost of a stream that begins on 100,000 nodes. Each table has its own seed, so that elements read from one in
    /// its order are spread over another.
    package func _rawHashValue(seed: Int) -> Int {
        let seed = UInt64(truncatingIfNeeded: seed)
        let product = (low ^ Self.secret.0 ^ seed).multipliedFullWidth(by: high ^ Self.secret.1)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }
}

extension ProgressID: CustomStringConvertible {
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
