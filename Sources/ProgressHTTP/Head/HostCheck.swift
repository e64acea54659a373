import Glibc
import MicroHTTPD
import ProgressRegistry

/// Defends against DNS rebinding: a service that listens on loopback answers only requests that name a loopback address
/// or an allowed host.
struct HostCheck {
    private let isNeeded: Bool
    private let allowed: [String]
    /// The header accepted last: nearly every request sends the same one.
    private var accepted: [UInt8] = []

    init(_ configuration: Configuration) {
        isNeeded = LoopbackName.isLoopback(configuration.host)
        allowed = configuration.allowedHosts.map { $0.lowercased() }
    }

    mutating func refusal(of exchange: Exchange) -> RequestError? {
        let authority = Router.authority(exchange.path)
        // RFC 9110, 4.2.1.
        if authority?.isEmpty == true { return .malformedRequest("no host in the request target") }
        guard isNeeded else { return nil }
        // RFC 9112, 3.2.2: a host in the target overrides the header. Here both must be allowed.
        if let authority, let wrong = refusal(of: authority) { return wrong }
        guard let header = exchange.header("host") else { return nil }
        return refusal(of: header)
    }

    private mutating func refusal(of header: UnsafeBufferPointer<UInt8>) -> RequestError? {
        if !accepted.isEmpty, header.count == accepted.count, let start = header.baseAddress,
            memcmp(start, accepted, header.count) == 0
        {
            return nil
        }
        let host = Self.withoutPort(String(decoding: header, as: UTF8.self).lowercased())
        guard LoopbackName.isLoopback(host) || allowed.contains(host) else { return .wrongHost(host) }
        accepted = Array(header)
        return nil
    }

    /// The host without its port; empty if the header is not a host.
    private static func withoutPort(_ header: String) -> String {
        var host = header[...]
        if let bracket = host.lastIndex(of: "]") {
            guard host.first == "[" else { return "" }
            let port = host[host.index(after: bracket)...]
            return isPort(port) ? String(host[...bracket]) : ""
        }
        if let colon = host.firstIndex(of: ":") {
            guard isPort(host[colon...]) else { return "" }
            host = host[..<colon]
        }
        return String(host.hasSuffix(".") ? host.dropLast() : host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.first == ":" && text.dropFirst().utf8.allSatisfy { $0 >= 48 && $0 <= 57 })
    }
}

/// `localhost` and the addresses that mean this machine.
package enum LoopbackName {
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" || host.hasSuffix(".localhost") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
