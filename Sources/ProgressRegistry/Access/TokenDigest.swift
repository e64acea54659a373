import CNettle
package import ProgressCore

/// The SHA-256 of a token, kept in its place: memory and disk reveal no token.
package struct TokenDigest: Hashable, Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    package init(_ token: some Sequence<UInt8>) {
        var context = sha256_ctx()
        nettle_sha256_init(&context)
        let bytes = Array(token)
        nettle_sha256_update(&context, bytes.count, bytes)
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { digest in
            nettle_sha256_digest(&context, digest.count, digest.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        self.words = words
    }

    /// A reservation's token is an id, however it is written.
    package init(reservation token: ProgressID) { self.init(token.description.utf8) }

    /// The key under which the trees keep a reservation: half of the digest, which is enough because the service chooses
    /// the tokens.
    package var reservationKey: ProgressID { ProgressID(high: words.0, low: words.1) }

    package static let byteCount = 32

    /// - Parameter bytes: `byteCount` of them, in the order of `bytes`.
    package init(bytes: [UInt8]) {
        words = bytes.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }

    /// The digest in the usual order of SHA-256.
    package var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

    /// The form on disk.
    package var storedWords: (UInt64, UInt64, UInt64, UInt64) { words }

    package init(storedWords words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// Takes the same time wherever the two digests differ.
    package static func == (one: TokenDigest, other: TokenDigest) -> Bool {
        let difference =
            (one.words.0 ^ other.words.0) | (one.words.1 ^ other.words.1) | (one.words.2 ^ other.words.2)
            | (one.words.3 ^ other.words.3)
        return difference == 0
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
