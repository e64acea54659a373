import Glibc

/// A listener whose answers a test writes.
package final class RawUpstream {
    package let port: UInt16
    private let descriptor: Int32

    package init() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        precondition(isListening, "a test needs a listener")
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// The next connection; the test fails if none comes within twenty seconds.
    package func accept() -> Socket {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        precondition(poll(&state, 1, 20_000) == 1, "no connection came")
        let accepted = Glibc.accept(descriptor, nil, nil)
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        return Socket(accepted: accepted)
    }

    /// Whether a connection waits to be accepted.
    package var hasConnection: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) == 1
    }
}

extension Socket {
    /// The lines of the head of a request or a reply, and its body, which has a length or is empty.
    package func message() -> (head: [String], body: String)? {
        var head: [String] = []
        var length = 0
        while let line = line(until: Moment.now() + 20) {
            if line.isEmpty {
                guard let body = bytes(length, until: Moment.now() + 20) else { return nil }
                return (head, String(decoding: body, as: UTF8.self))
            }
            head.append(line)
            if line.lowercased().hasPrefix("content-length: ") { length = Int(line.dropFirst(16)) ?? 0 }
        }
        return nil
    }
}
