internal import CMicroHTTPD
internal import Glibc

/// Up to four pieces of bytes that go out in one system call.
struct Frame {
    private let pieces: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer)
    let count: Int

    static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    init(
        prefix: UnsafeRawBufferPointer = Self.nothing,
        _ head: UnsafeRawBufferPointer,
        _ shared: UnsafeRawBufferPointer = Self.nothing,
        suffix: UnsafeRawBufferPointer = Self.nothing
    ) {
        pieces = (prefix, head, shared, suffix)
        count = prefix.count + head.count + shared.count + suffix.count
    }

    /// - Returns: how many bytes went out, 0 if none could now, -1 if none ever will.
    func send(_ descriptor: Int32, _ flags: Int32) -> Int {
        guard count > 0 else { return 0 }
        if count == pieces.1.count {
            let written = Glibc.send(descriptor, pieces.1.baseAddress, count, flags)
            return written >= 0 ? written : errno == EAGAIN || errno == EINTR ? 0 : -1
        }
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: 4) { vectors in
            vectors[0] = Self.vector(pieces.0)
            vectors[1] = Self.vector(pieces.1)
            vectors[2] = Self.vector(pieces.2)
            vectors[3] = Self.vector(pieces.3)
            var message = msghdr()
            message.msg_iov = vectors.baseAddress
            message.msg_iovlen = 4
            let written = sendmsg(descriptor, &message, flags)
            if written >= 0 { return written }
            return errno == EAGAIN || errno == EINTR ? 0 : -1
        }
    }

    func appendRest(from position: Int, to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + count - position)
        var skipped = position
        for piece in [pieces.0, pieces.1, pieces.2, pieces.3] {
            if skipped < piece.count { bytes.append(contentsOf: piece[skipped...]) }
            skipped = max(0, skipped - piece.count)
        }
    }

    private static func vector(_ piece: UnsafeRawBufferPointer) -> iovec {
        iovec(iov_base: UnsafeMutableRawPointer(mutating: piece.baseAddress), iov_len: piece.count)
    }
}
