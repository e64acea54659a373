import Glibc

@testable import MicroHTTPD

/// A socket that says exactly what it is told.
final class RawClient {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    struct Reply {
        var status = 0
        var head = ""
        var body = ""
    }

    /// Made, but not connected.
    init(receiveBufferByteCount: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBufferByteCount {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var timeout = timeval(tv_sec: 3, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    convenience init(_ server: TestServer, receiveBufferByteCount: Int32? = nil) {
        self.init(receiveBufferByteCount: receiveBufferByteCount)
        connect(to: server.port)
    }

    deinit { Glibc.close(descriptor) }

    @discardableResult
    func connect(to port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    func get(_ target: String) -> Reply {
        send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        return reply()
    }

    /// One response; status 0 if the connection ended before.
    func reply(bodyIsExpected: Bool = true) -> Reply {
        guard let end = readHead() else { return Reply() }
        var reply = Reply()
        reply.head = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end)
        reply.status = Int(reply.head.split(separator: " ")[1]) ?? 0
        var length = 0
        for line in reply.head.lowercased().split(separator: "\r\n") where line.hasPrefix("content-length: ") {
            length = Int(line.dropFirst(16)) ?? 0
        }
        guard bodyIsExpected else { return reply }
        while buffer.count < length, readMore() {}
        reply.body = String(decoding: buffer.prefix(length), as: UTF8.self)
        buffer.removeFirst(min(length, buffer.count))
        return reply
    }

    private func readHead() -> Int? {
        while true {
            let bytes = buffer
            for index in bytes.indices.dropLast(3)
            where bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10 {
                return index + 4
            }
            guard readMore() else { return nil }
        }
    }

    /// Exactly so many bytes, fewer at the end.
    func read(_ count: Int) -> String {
        while buffer.count < count, readMore() {}
        defer { buffer.removeFirst(min(count, buffer.count)) }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    func readToEnd() -> String {
        while readMore() {}
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// The peer closed or reset; false if it did neither within three seconds.
    func isEnded() -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, 0)
            if count == 0 { return true }
            if count < 0 { return errno != EAGAIN }
        }
    }

    private func readMore() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { space in
            let count = recv(descriptor, space.baseAddress, space.count, 0)
            guard count > 0 else { return false }
            buffer.append(contentsOf: space[..<count])
            return true
        }
    }
}
