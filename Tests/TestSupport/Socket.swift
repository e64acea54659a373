import Glibc

/// A blocking TCP socket to this machine; no read waits longer than its deadline.
package final class Socket {
    package let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    /// The peer has closed, or the connection broke.
    package private(set) var isAtEnd = false
    /// It broke because the peer reset it.
    package private(set) var wasReset = false

    /// Not connected yet.
    /// - Parameters:
    ///   - source: the last byte of the address that it calls from, 127.0.0.x.
    ///   - receiveBuffer: bytes that the kernel keeps for a reader that does not read.
    package init(source: UInt8 = 1, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        precondition(descriptor >= 0, "a test needs a socket")
        let size = socklen_t(MemoryLayout<Int32>.size)
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, size) }
        if source != 1 {
            let result = Self.withAddress(port: 0, source) { bind(descriptor, $0, $1) }
            precondition(result == 0, "every 127.0.0.x is this machine")
        }
    }

    package convenience init(port: UInt16, source: UInt8 = 1, receiveBuffer: Int32? = nil) {
        self.init(source: source, receiveBuffer: receiveBuffer)
        connect(to: port)
    }

    /// A socket that a listener of a test has accepted; closed with this object.
    package init(accepted descriptor: Int32) { self.descriptor = descriptor }

    @discardableResult
    package func connect(to port: UInt16) -> Bool {
        isAtEnd = Self.withAddress(port: port, 1, { Glibc.connect(descriptor, $0, $1) }) != 0
        return !isAtEnd
    }

    deinit { close(descriptor) }

    private static func withAddress(
        port: UInt16,
        _ last: UInt8,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = (0x7f00_0000 | UInt32(last)).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// Closes at once with a reset; data under way are lost.
    package func breakOff() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        // Closing sends the reset, shutting down would end in good order; the number stays taken until this object goes.
        let nothing = open("/dev/null", O_RDWR)
        dup2(nothing, descriptor)
        close(nothing)
        isAtEnd = true
    }

    /// Says that nothing more will come.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    package func send(_ text: String) { send(Array(text.utf8)) }

    /// Stops early where the peer does not take more.
    package func send(_ bytes: [UInt8]) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.send(
                    descriptor,
                    bytes.baseAddress.map { $0 + position },
                    bytes.count - position,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count <= 0 { return }
            position += count
        }
    }

    /// Waits for more bytes.
    /// - Returns: whether some came before the deadline, in monotonic seconds.
    private func fill(until deadline: Double) -> Bool {
        if isAtEnd { return false }
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let wait = max(0, min(deadline - Moment.now(), 60))
        guard poll(&state, 1, Int32(wait * 1_000 + 0.999)) > 0 else { return false }
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { space in
            let count = recv(descriptor, space.baseAddress, space.count, 0)
            if count > 0 { buffer.append(contentsOf: space[..<count]) }
            return count
        }
        if count <= 0 {
            isAtEnd = true
            wasReset = count < 0 && errno == ECONNRESET
        }
        return count > 0
    }

    /// Whether something has come, or comes in time; it stays to be read.
    package func hasBytes(within seconds: Double) -> Bool {
        start < buffer.count || fill(until: Moment.now() + seconds)
    }

    /// A line without its end; nil if none came in time.
    package func line(until deadline: Double) -> String? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 10) {
                var line = buffer[start..<end]
                start = end + 1
                if line.last == 13 { line.removeLast() }
                return String(decoding: line, as: UTF8.self)
            }
            let known = buffer.count - start
            guard fill(until: deadline) else { return nil }
            searched = start + known
        }
    }

    /// Exactly that many bytes; nil when they did not come in time.
    package func bytes(_ count: Int, until deadline: Double) -> [UInt8]? {
        while buffer.count - start < count {
            guard fill(until: deadline) else { return nil }
        }
        defer { start += count }
        return Array(buffer[start..<(start + count)])
    }

    /// Everything up to the end of the connection, or to the deadline.
    package func rest(until deadline: Double) -> [UInt8] {
        while fill(until: deadline) {}
        defer { start = buffer.count }
        return Array(buffer[start...])
    }
}
