import CNettle
import FoundationEssentials
import ProgressClient

/// A receiver as specified by https://www.standardwebhooks.com.
struct Webhook: Receiver {
    let url: String
    /// Nil if messages are not signed.
    let secret: [UInt8]?

    var summary: String { "webhook at \(Receipt.shown(url))\(secret == nil ? ", not signed" : "")" }

    func take(_ notice: Notice, page: String, at now: Date) async -> Receipt {
        guard let body = try? Self.body(of: notice, page: page) else { return .refused("cannot be written as JSON") }
        return await .sending(to: url, headers(of: notice, body, at: now), body)
    }

    func headers(of notice: Notice, _ body: Data, at now: Date) -> [(name: String, value: String)] {
        let time = "\(Int64(now.timeIntervalSince1970))"
        var headers = [(name: "webhook-id", value: notice.id), (name: "webhook-timestamp", value: time)]
        if let secret {
            let signature = Self.signature(of: Array("\(notice.id).\(time).".utf8) + body, key: secret)
            headers.append(("webhook-signature", "v1,\(Data(signature).base64EncodedString())"))
        }
        return headers
    }

    /// The message; every attempt sends the same bytes.
    static func body(of notice: Notice, page: String) throws -> Data {
        let message = Message(
            type: notice.kind.type,
            timestamp: notice.time,
            data: Message.Content(page: page, progress: notice.progress)
        )
        return try ServiceCoding.encode(message)
    }

    private struct Message: Encodable {
        struct Content: Encodable {
            var page: String
            var progress: ProgressSnapshot
        }

        var type: String
        var timestamp: Date
        var data: Content
    }

    /// Computes the HMAC of `message` with SHA-256.
    static func signature(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var context = hmac_sha256_ctx()
        nettle_hmac_sha256_set_key(&context, key.count, key)
        nettle_hmac_sha256_update(&context, message.count, message)
        var digest = [UInt8](repeating: 0, count: 32)
        nettle_hmac_sha256_digest(&context, digest.count, &digest)
        return digest
    }
}
