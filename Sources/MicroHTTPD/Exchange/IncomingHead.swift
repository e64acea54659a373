internal import CReading
internal import Glibc

/// The next head of a connection, until it is whole and libmicrohttpd gets it.
struct IncomingHead {
    /// The next step for bytes that were read.
    enum Step: Equatable {
        /// The number of bytes for libmicrohttpd, or the kernel's result, with its errno.
        case given(Int)
        /// They are kept until more has come.
        case kept
        /// Kept too; they go to the daemon with the larger memory.
        case moves
        case refused(RequestRefusal)
    }

    /// Whether the next bytes are the beginning of a head: libmicrohttpd holds none of this connection.
    private(set) var isExpected = true
    /// All bytes that libmicrohttpd got, or another daemon before it.
    private(set) var givenByteCount: UInt64
    /// The beginning of a head.
    private(set) var kept: [UInt8]
    /// The number of bytes of libmicrohttpd's memory that a head may take.
    private let most: Int
    /// The bytes of the read that brought a head, which begins them; nil after it.
    private var headReadCount: Int?
    /// The scan of a chunked body.
    private var chunks: ChunkScan?
    /// Whether what is kept came from another daemon, and was not looked at by this one.
    private var hasMoved: Bool

    init(most: Int, kept: [UInt8] = [], givenByteCount: UInt64 = 0) {
        self.most = most
        self.kept = kept
        self.givenByteCount = givenByteCount
        hasMoved = !kept.isEmpty
    }

    /// Whether a request has begun, though libmicrohttpd does not know it.
    var hasRequestLine: Bool { kept.contains(UInt8(ascii: "\n")) }

    /// A request is over.
    /// - Parameter consumed: the bytes of all requests so far; nil if unknown.
    mutating func expect(afterByteCount consumed: UInt64?) { isExpected = consumed == givenByteCount }

    /// A read that belongs to a body, or to what libmicrohttpd holds already.
    mutating func passed(_ bytes: UnsafeRawBufferPointer) {
        givenByteCount &+= UInt64(bytes.count)
        chunks?.take(bytes)
    }

    /// The head was parsed.
    /// - Returns: how many bytes were read together with it; nil if it did not come by itself.
    mutating func bytesBehind(headOf byteCount: Int) -> Int? {
        defer { headReadCount = nil }
        return headReadCount.flatMap { $0 >= byteCount ? $0 - byteCount : nil }
    }

    /// A chunked body begins.
    /// - Parameter bytes: those that were read together with its head; nil if unknown.
    mutating func beginChunks(_ bytes: UnsafeRawBufferPointer?) { chunks = ChunkScan(bytes) }

    /// - Returns: how many bytes the chunked body had; nil if unknown. A request without one: no result.
    mutating func endChunks() -> UInt64?? {
        defer { chunks = nil }
        return chunks.map(\.wholeByteCount)
    }

    /// Reads into libmicrohttpd's memory while a head is expected.
    mutating func read(_ descriptor: Int32, into space: UnsafeMutableRawBufferPointer) -> Step {
        guard let start = space.baseAddress, kept.count < space.count else { return .given(-1) }
        let keptCount = kept.count
        if keptCount > 0 { space.copyBytes(from: kept) }
        if !hasMoved {
            let count = creading_receive(descriptor, start + keptCount, space.count - keptCount)
            guard count > 0 else { return .given(count) }
            return take(UnsafeRawBufferPointer(start: start, count: keptCount + count))
        }
        hasMoved = false
        return take(UnsafeRawBufferPointer(start: start, count: keptCount))
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) -> Step {
        switch HeadMeasure(bytes.assumingMemoryBound(to: UInt8.self), most: most) {
        case .fits:
            isExpected = false
            if !kept.isEmpty { kept = [] }
            givenByteCount &+= UInt64(bytes.count)
            let isFirst = bytes[0] != UInt8(ascii: "\r") && bytes[0] != UInt8(ascii: "\n")
            headReadCount = isFirst ? bytes.count : nil
            return .given(bytes.count)
        case .unfinished:
            kept = Array(bytes)
            return .kept
        case .large:
            kept = Array(bytes)
            return .moves
        case .excess(let limit): return .refused(.headTooLarge(limit))
        case .malformed(let sentence): return .refused(.malformed(sentence))
        }
    }
}
