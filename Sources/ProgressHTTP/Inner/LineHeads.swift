import ProgressCore
import ProgressWire

/// Writes the beginnings of the replies to a batch's lines, up to the body. Replies of one shape differ in their entity
/// tags alone, so the last one's bytes around its tag are used again.
struct LineHeads {
    private var shape: Int?
    private var beforeTag: [UInt8] = []
    private var afterTag: [UInt8] = []

    mutating func append(_ answer: Answer, to bytes: inout [UInt8]) {
        guard let shape = answer.shape, answer.etag.count > 2 else {
            Self.write(answer, to: &bytes)
            return
        }
        if shape != self.shape { remember(answer, shape) }
        bytes.append(beforeTag, count: beforeTag.count)
        // Between its quotes, a tag has no byte that JSON escapes.
        answer.etag.withUnsafeBufferPointer { tag in
            if let start = tag.baseAddress { bytes.append(start + 1, count: tag.count - 2) }
        }
        bytes.append(afterTag, count: afterTag.count)
    }

    private mutating func remember(_ answer: Answer, _ shape: Int) {
        var written: [UInt8] = []
        let tag = Self.write(answer, to: &written)
        self.shape = shape
        // The tag's quotes are the same in all replies.
        beforeTag = Array(written[..<(tag.lowerBound + 3)])
        afterTag = Array(written[(tag.upperBound - 3)...])
    }

    /// - Returns: where the entity tag is.
    @discardableResult
    private static func write(_ answer: Answer, to bytes: inout [UInt8]) -> Range<Int> {
        bytes.append("{\"status\":")
        bytes.appendJSON(answer.status)
        bytes.append(",\"headers\":{")
        var tag = 0..<0
        var isFirst = true
        answer.forEachHeader(
            fixed: { name, value in
                bytes.open(name, &isFirst)
                bytes.append("\"")
                bytes.append(value)
                bytes.append("\"")
            },
            made: { name, value in
                bytes.open(name, &isFirst)
                let start = bytes.count
                value.withUnsafeBufferPointer { bytes.appendJSON(utf8: $0) }
                if value == answer.etag { tag = start..<bytes.count }
            }
        )
        bytes.append("}")
        if !answer.body.isEmpty { bytes.append(",\"body\":") }
        return tag
    }
}

extension [UInt8] {
    /// Appends a member's name, and a comma before it if it is not the first.
    fileprivate mutating func open(_ name: StaticString, _ isFirst: inout Bool) {
        if !isFirst { append(",") }
        isFirst = false
        append("\"")
        append(name)
        append("\":")
    }
}
