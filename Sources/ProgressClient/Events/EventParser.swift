/// Cuts the bytes of an event stream into events, as the HTML standard defines them.
struct EventParser {
    /// An event as it came in the stream.
    struct Frame: Equatable {
        var event = ""
        var data = ""
        /// The id of the stream after it.
        var lastEventID: String?
    }

    /// The id of the newest complete event, after which a reconnect continues.
    private(set) var lastEventID: String?
    /// Milliseconds to wait before a reconnect, if the stream said so.
    private(set) var retry: Int64?
    private var line: [UInt8] = []
    private var frame = Frame()
    private var id: String?
    private var hasData = false
    private var isAfterReturn = false

    /// - Parameter lastEventID: the last event of an earlier reading, to continue it.
    init(after lastEventID: String? = nil) { self.lastEventID = lastEventID }

    /// Drops an unfinished event, for a new connection.
    mutating func restart() {
        line = []
        frame = Frame()
        id = nil
        hasData = false
        isAfterReturn = false
    }

    /// Takes bytes; returns the events that they complete.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Frame] {
        var frames: [Frame] = []
        for byte in bytes {
            let isSecondOfPair = isAfterReturn && byte == UInt8(ascii: "\n")
            isAfterReturn = byte == UInt8(ascii: "\r")
            if isSecondOfPair { continue }
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                line.append(byte)
                continue
            }
            if let frame = endLine() { frames.append(frame) }
            line.removeAll(keepingCapacity: true)
        }
        return frames
    }

    private mutating func endLine() -> Frame? {
        if line.isEmpty { return endFrame() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": frame.event = text
        case "data":
            frame.data += hasData ? "\n" + text : text
            hasData = true
        case "id": id = text
        case "retry": retry = Int64(text) ?? retry
        default: break
        }
        return nil
    }

    private mutating func endFrame() -> Frame? {
        defer {
            frame = Frame()
            hasData = false
        }
        if let id { lastEventID = id }
        id = nil
        frame.lastEventID = lastEventID
        return hasData ? frame : nil
    }
}
