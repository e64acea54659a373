internal import CMicroHTTPD
internal import Glibc

/// The address of an upstream: a numeric IPv4 or IPv6 address and a port.
package struct UpstreamAddress: Equatable, Sendable {
    private let host: String
    private let port: UInt16
    let isIPv6: Bool

    /// Reads `192.0.2.1:8080` and `[2001:db8::1]:8080`; nil for all else, names included, because to look up a name
    /// may block.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
            return nil
        }
        var host = text[..<colon]
        isIPv6 = host.hasPrefix("[") && host.hasSuffix("]")
        if isIPv6 { host = host.dropFirst().dropLast() }
        var address = in6_addr()
        guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, String(host), &address) == 1 else { return nil }
        self.host = String(host)
        self.port = port
    }

    /// - Returns: 0, or -1 with `errno`, as `connect` does.
    func connect(_ descriptor: Int32) -> Int32 {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, host, &address.sin6_addr)
            return connect(descriptor, &address, MemoryLayout<sockaddr_in6>.size)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return connect(descriptor, &address, MemoryLayout<sockaddr_in>.size)
    }

    private func connect(_ descriptor: Int32, _ address: UnsafeRawPointer, _ size: Int) -> Int32 {
        Glibc.connect(descriptor, address.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
    }
}
