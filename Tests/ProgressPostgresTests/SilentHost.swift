import Glibc
import TestSupport

/// Accepts connections in place of PostgreSQL, and never sends a byte.
final class SilentHost {
    let folder = DataFolder()
    /// Readable as soon as a client connects.
    let listener: Int32

    init?() {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\(folder.path)/.s.PGSQL.5432".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let code = withUnsafeBytes(of: address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) {
                bind(listener, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0, listen(listener, 10) == 0 else { return nil }
    }

    deinit { close(listener) }
}
