package import Glibc

/// The address of a peer without its port. Limits per client count its `network`.
///
/// An IPv4 address that arrives on an IPv6 socket (`::ffff:a.b.c.d`) is the IPv4 address.
package struct PeerAddress: Hashable, Sendable {
    /// Sixteen bytes in network order; IPv4 in its mapped form.
    private let high: UInt64
    private let low: UInt64

    private static let mappedPrefix: UInt64 = 0xffff << 32

    package init(ipv4 address: UInt32) {
        high = 0
        low = Self.mappedPrefix | UInt64(address)
    }

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the usual text form.
    package init?(text: some StringProtocol) {
        var bytes: (UInt64, UInt64) = (0, 0)
        if inet_pton(AF_INET6, String(text), &bytes) == 1 {
            self.init(high: UInt64(bigEndian: bytes.0), low: UInt64(bigEndian: bytes.1))
            return
        }
        var address: UInt32 = 0
        guard inet_pton(AF_INET, String(text), &address) == 1 else { return nil }
        self.init(ipv4: UInt32(bigEndian: address))
    }

    package init(_ storage: sockaddr_storage) {
        self = withUnsafeBytes(of: storage) { bytes in
            if storage.ss_family == sa_family_t(AF_INET) {
                let address = bytes.loadUnaligned(as: sockaddr_in.self)
                return PeerAddress(ipv4: UInt32(bigEndian: address.sin_addr.s_addr))
            }
            let high = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            let low = bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
            return PeerAddress(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
        }
    }

    /// The range that counts as one client: the address itself, or the /64 of an IPv6 address, since whoever has one of
    /// its addresses has them all.
    package var network: PeerAddress { isIPv4 || isLoopback ? self : PeerAddress(high: high, low: 0) }

    package var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }

    package var isLoopback: Bool {
        isIPv4 ? (low >> 24) & 0xff == 127 : high == 0 && low == 1
    }

    /// Appends the usual text form: `192.0.2.1`, `2001:db8::1`.
    package func append(to bytes: inout [UInt8]) {
        if isIPv4 {
            for shift in [24, 16, 8, 0] as [UInt64] {
                if shift < 24 { bytes.append(UInt8(ascii: ".")) }
                bytes.append(contentsOf: String((low >> shift) & 0xff).utf8)
            }
            return
        }
        var address = (high.bigEndian, low.bigEndian)
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            guard inet_ntop(AF_INET6, &address, text.baseAddress, socklen_t(text.count)) != nil else { return }
            for character in text.prefix(while: { $0 != 0 }) { bytes.append(UInt8(bitPattern: character)) }
        }
    }
}
