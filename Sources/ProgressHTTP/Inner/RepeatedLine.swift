import Glibc
import ProgressWire

/// The part that a line of a batch shares with the line before: all but the node in the path, and the body.
///
/// As with the repeated heads of a connection, such a line's head is not read again; rights, registry and body are checked
/// with every line. It points into the batch's body.
struct RepeatedLine {
    private let shape: LineShape
    private let headers: LineHeaders
    private var head: CallHead
    private var path: UnsafeBufferPointer<UInt8>

    /// A line that later ones may repeat.
    /// - Returns: nil if its head depends on its path in more than the node.
    init?(_ line: BatchLine, in bytes: UnsafeBufferPointer<UInt8>, head: CallHead) {
        guard let shape = LineShape(line, in: bytes), head.refusal == nil, !Self.hasQuery(shape.pathBytes) else {
            return nil
        }
        self.shape = shape
        self.head = head
        headers = line.headers
        path = shape.pathBytes
    }

    /// The head, the path, the headers and the body of a line.
    /// - Returns: nil if it differs in more than node and body, or has a fault.
    mutating func match(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (head: CallHead, path: UnsafeBufferPointer<UInt8>, headers: LineHeaders, body: UnsafeRawBufferPointer)? {
        guard let place = shape.match(bytes) else { return nil }
        let path = UnsafeBufferPointer(rebasing: bytes[place.path])
        if !Self.areEqual(path, self.path) {
            guard !Self.hasQuery(path), let target = head.target.moved(to: path) else { return nil }
            head = CallHead(head, at: target)
            self.path = path
        }
        let body = place.body.map { UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[$0]) }
        return (head, path, headers, body ?? UnsafeRawBufferPointer(start: nil, count: 0))
    }

    private static func areEqual(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard one.count == other.count, let start = one.baseAddress, let otherStart = other.baseAddress else {
            return false
        }
        return memcmp(start, otherStart, one.count) == 0
    }

    private static func hasQuery(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        path.baseAddress.map { memchr($0, 0x3F, path.count) != nil } ?? false
    }
}
