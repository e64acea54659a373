import Glibc

/// A port at which nothing listens: connections to it are refused.
///
/// It is taken for good, because a reporter without an answer keeps trying: the next owner of the port would get that.
enum AbsentServer {
    static func port() -> UInt16 { LoopbackSocket().port }
}

/// A socket that is bound to a free port of 127.0.0.1. Nothing closes it by itself.
struct LoopbackSocket {
    let descriptor: Int32
    let port: UInt16

    init() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        precondition(isBound, "a test needs a port")
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    /// The port to which a socket is connected; nil for any other descriptor.
    static func peerPort(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
        }
        return code == 0 && address.sin_family == AF_INET ? UInt16(bigEndian: address.sin_port) : nil
    }
}
