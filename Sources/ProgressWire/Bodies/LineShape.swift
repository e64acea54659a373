import Glibc

/// The parts of a line of a batch around its path and its body.
///
/// Clients write the lines of a batch alike. A line that has the same bytes around another path and another body has the
/// same method and headers, so that only those two have to be read. It points into the batch's body.
package struct LineShape {
    private let line: UnsafeBufferPointer<UInt8>
    private let path: Range<Int>
    private let body: Range<Int>?
    /// Number of bytes that the headers leave for a path.
    private let pathRoom: Int

    /// - Returns: nil if the path is escaped: then its bytes do not tell its end.
    package init?(_ line: BatchLine, in bytes: UnsafeBufferPointer<UInt8>) {
        if line.unescapedPath != nil { return nil }
        self.line = bytes
        path = line.path
        body = line.body
        pathRoom = LineLimits.headBytes - line.headers.byteCount
    }

    /// The path of the line that has this shape.
    package var pathBytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: line[path]) }

    /// The places of path and body in a line that has this shape.
    /// - Returns: nil if the line has another shape, is longer than a head may be, or is no line: then only `BatchLine` can
    ///   tell.
    package func match(_ other: UnsafeBufferPointer<UInt8>) -> (path: Range<Int>, body: Range<Int>?)? {
        if other.count > LineLimits.bytes { return nil }
        var reading = Reading(line: line, other: other, textRoom: pathRoom)
        if let body, body.lowerBound < path.lowerBound {
            guard reading.passes(to: body.lowerBound), let otherBody = reading.value(endingAt: body.upperBound),
                reading.passes(to: path.lowerBound), let otherPath = reading.text(endingAt: path.upperBound),
                reading.passesToEnd()
            else { return nil }
            return (otherPath, otherBody)
        }
        guard reading.passes(to: path.lowerBound), let otherPath = reading.text(endingAt: path.upperBound) else {
            return nil
        }
        guard let body else { return reading.passesToEnd() ? (otherPath, nil) : nil }
        guard reading.passes(to: body.lowerBound), let otherBody = reading.value(endingAt: body.upperBound),
            reading.passesToEnd()
        else { return nil }
        return (otherPath, otherBody)
    }

    /// Two lines, side by side.
    private struct Reading {
        let line: UnsafeBufferPointer<UInt8>
        let other: UnsafeBufferPointer<UInt8>
        private var position = 0
        /// The most bytes of a text.
        let textRoom: Int
        private var otherPosition = 0

        init(line: UnsafeBufferPointer<UInt8>, other: UnsafeBufferPointer<UInt8>, textRoom: Int) {
            self.line = line
            self.other = other
            self.textRoom = textRoom
        }

        /// Whether the lines are the same from here to `end` of the line.
        @inline(__always)
        mutating func passes(to end: Int) -> Bool {
            let count = end - position
            guard count <= other.count - otherPosition, let base = line.baseAddress, let otherBase = other.baseAddress,
                memcmp(base + position, otherBase + otherPosition, count) == 0
            else { return false }
            position = end
            otherPosition += count
            return true
        }

        mutating func passesToEnd() -> Bool {
            line.count - position == other.count - otherPosition && passes(to: line.count)
        }

        /// The other line's text from here to its quote; nil if it is not plain ASCII, or too long.
        mutating func text(endingAt end: Int) -> Range<Int>? {
            let start = otherPosition
            otherPosition = JSONScanner.plainEnd(of: other, from: start)
            position = end
            return otherPosition < other.count && other[otherPosition] == UInt8(ascii: "\"")
                && otherPosition - start <= textRoom ? start..<otherPosition : nil
        }

        /// The bytes of the other line's value; nil if it has no such value.
        mutating func value(endingAt end: Int) -> Range<Int>? {
            let start = otherPosition
            // Only an object's last byte says that it is over.
            if line[position] == UInt8(ascii: "{"), passes(to: end) { return start..<otherPosition }
            let rest = UnsafeBufferPointer(rebasing: other[otherPosition...])
            var scanner = JSONScanner(rest, depthLimit: LineReader.depthLimit - 1)
            guard let value = try? scanner.skipValue() else { return nil }
            let found = otherPosition + value.lowerBound..<otherPosition + value.upperBound
            otherPosition = found.upperBound
            position = end
            return found
        }
    }
}
