import Glibc
import ProgressRegistry

/// Where the other replicas reach this one: numeric, because they must not look up a name while they forward.
enum AdvertisedAddress {
    /// - Throws: if the name in the settings cannot be looked up.
    static func find(_ configuration: Configuration, port: UInt16) throws(ServerError) -> String {
        let text = configuration.cluster.advertised(host: configuration.host, port: port, interface: firstInterface())
        guard let colon = text.lastIndex(of: ":") else { preconditionFailure("an advertised address has a port") }
        let (host, port) = (text[..<colon], text[colon...])
        if host.hasPrefix("[") { return text }
        guard let address = resolved(String(host)) else {
            throw .cluster("the advertised address \(host) cannot be looked up")
        }
        return address.contains(":") ? "[\(address)]\(port)" : "\(address)\(port)"
    }

    /// The first address of this machine that is up and not loopback, IPv4 before IPv6.
    private static func firstInterface() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var found: [Int32: String] = [:]
        var next = list
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = Int32(bitPattern: interface.ifa_flags)
            let isUsable = flags & Int32(IFF_UP) != 0 && flags & Int32(IFF_LOOPBACK) == 0
            guard isUsable, let address = interface.ifa_addr else { continue }
            let family = Int32(address.pointee.sa_family)
            guard found[family] == nil, let text = text(of: address, family), !text.hasPrefix("fe80:") else { continue }
            found[family] = text
        }
        return found[AF_INET] ?? found[AF_INET6]
    }

    private static func resolved(_ host: String) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        guard let first = list?.pointee, let address = first.ai_addr else { return nil }
        return text(of: address, first.ai_family)
    }

    /// nil for other families than IPv4 and IPv6.
    private static func text(of address: UnsafePointer<sockaddr>, _ family: Int32) -> String? {
        let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        guard family == AF_INET || family == AF_INET6 else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(address, socklen_t(size), &bytes, socklen_t(bytes.count), nil, 0, NI_NUMERICHOST)
        guard code == 0 else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
