import MicroHTTPD

/// The frame that was sent last with its `id:` line, as the one piece of bytes that goes out.
///
/// Readers who keep up with the same node get the same promise and the same frame: one piece is cheaper to send than
/// four, and is made once for all of them.
struct JoinedFrame {
    private var promise: UInt64?
    private var frame: [UInt8] = []
    private(set) var chunk: [UInt8] = []

    /// - Parameter idLine: asked for when the last frame was another.
    mutating func join(_ frame: [UInt8], promise: UInt64, idLine: () -> [UInt8]) {
        if promise == self.promise && Self.isSame(frame, self.frame) { return }
        self.promise = promise
        self.frame = frame
        EventSocket.writeChunk(idLine(), frame, to: &chunk)
    }

    /// Whether both are one piece of memory; as long as this holds on to it, its bytes cannot become others.
    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count
            && one.withUnsafeBytes { one in other.withUnsafeBytes { one.baseAddress == $0.baseAddress } }
    }
}
