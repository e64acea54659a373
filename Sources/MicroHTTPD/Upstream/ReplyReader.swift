/// Puts the replies of one connection together as they arrive.
final class ReplyReader {
    enum Event {
        /// The reply is not whole yet.
        case more
        /// These bytes are no reply.
        case flawed
        /// A whole reply, with so many bytes after it.
        case whole(body: UnsafeRawBufferPointer, restByteCount: Int)
        /// The body is too long to be collected, or of unknown length; these bytes of it came.
        case long(BodyReader, UnsafeMutableRawBufferPointer)
    }

    /// The head of the last reply, interim ones left out. It points into the bytes that `read` got or kept.
    private(set) var head = ReplyHead()
    private let collectedByteCount: Int
    /// The beginning of a reply that is not whole yet.
    private var received: [UInt8] = []
    /// The length of the reply, head included, once its head is known.
    private var awaitedCount: Int?

    init(collectedByteCount: Int) { self.collectedByteCount = collectedByteCount }

    /// Takes the next bytes of the connection.
    ///
    /// - Parameters:
    ///   - isToHead: a reply to HEAD has no body.
    ///   - handle: called once, with what the bytes led to; `head` and the event are valid until it returns.
    func read(_ bytes: UnsafeMutableRawBufferPointer, isToHead: Bool, _ handle: (Event) -> Void) {
        if received.isEmpty {
            let event = event(bytes, isToHead: isToHead)
            if case .more = event { received.append(contentsOf: bytes) }
            return handle(event)
        }
        received.append(contentsOf: bytes)
        if let awaitedCount, received.count < awaitedCount { return handle(.more) }
        var all: [UInt8] = []
        swap(&all, &received)
        let isMore = all.withUnsafeMutableBytes { bytes in
            let event = event(bytes, isToHead: isToHead)
            if case .more = event { return true }
            awaitedCount = nil
            handle(event)
            return false
        }
        guard isMore else { return }
        swap(&all, &received)
        handle(.more)
    }

    /// Reads a reply from its first byte.
    private func event(_ bytes: UnsafeMutableRawBufferPointer, isToHead: Bool) -> Event {
        var start = 0
        while true {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
            guard let count = HeadEnd.find(in: UnsafeRawBufferPointer(rest)) else {
                return bytes.count < ReplyHead.longest ? .more : .flawed
            }
            start += count
            let bytesOfHead = UnsafeRawBufferPointer(rebasing: rest[..<count])
            guard start <= ReplyHead.longest, head.read(bytesOfHead) == nil else { return .flawed }
            if head.isInterim { continue }
            let body = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
            return event(ofBody: body, headCount: start, isToHead: isToHead)
        }
    }

    private func event(ofBody bytes: UnsafeMutableRawBufferPointer, headCount: Int, isToHead: Bool) -> Event {
        let framing = head.framing(ofReplyToHead: isToHead)
        if case .declared(let count) = framing, count <= collectedByteCount, bytes.count < count {
            awaitedCount = headCount + count
            received.reserveCapacity(headCount + count)
            return .more
        }
        if case .declared(let count) = framing, count <= collectedByteCount {
            let body = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            return .whole(body: body, restByteCount: bytes.count - count)
        }
        if let body = BodyReader(framing) { return .long(body, bytes) }
        return .whole(body: UnsafeRawBufferPointer(rebasing: bytes[..<0]), restByteCount: bytes.count)
    }
}
