#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// One HTTP request to a service.
package struct ServiceRequest: Sendable {
    /// The limit for a connection to be made.
    static let longestConnect = Duration.seconds(2)

    package var method: String
    /// The whole address, with the query.
    package var address: String
    package var headers: [(name: String, value: String)]
    package var body: Data?
    /// The limit for the whole request, from the connection to the last byte; nil for a stream.
    package var timeout: Duration?
    /// The longest time without a byte, for a stream.
    package var silence: Duration?
    /// Bytes of the reply's body, at most; nil for a reply of any length.
    package var longestReply: Int?

    package init(
        _ method: String,
        _ address: String,
        headers: [(name: String, value: String)] = [],
        body: Data? = nil,
        timeout: Duration? = .seconds(2),
        silence: Duration? = nil
    ) {
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.silence = silence
    }
}
