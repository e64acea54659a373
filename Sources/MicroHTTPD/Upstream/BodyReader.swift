/// The rest of a reply's body that is relayed.
enum BodyReader {
    case declared(left: Int)
    case chunked(ChunkReader)
    case untilEnd

    /// nil: there is no body.
    init?(_ framing: ReplyFraming) {
        switch framing {
        case .none: return nil
        case .declared(let count): self = .declared(left: count)
        case .chunked: self = .chunked(ChunkReader())
        case .untilEnd: self = .untilEnd
        }
    }

    /// The end of the connection is the end of the body.
    var endsWithConnection: Bool { if case .untilEnd = self { true } else { false } }

    /// Moves the payload to the front of `bytes`.
    mutating func read(_ bytes: UnsafeMutableRawBufferPointer) -> (payload: Int, ChunkReader.Result) {
        switch self {
        case .declared(let left):
            let count = min(left, bytes.count)
            self = .declared(left: left - count)
            return (count, count == left ? .ended(restByteCount: bytes.count - count) : .more)
        case .chunked(var reader):
            defer { self = .chunked(reader) }
            return reader.read(bytes)
        case .untilEnd: return (bytes.count, .more)
        }
    }
}
