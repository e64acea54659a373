/// Reads the tokens of a batch's line, and no more of it than `LineLimits` and the limit of its body allow: a line may be
/// as long as a batch.
///
/// The scanner sees only as many bytes as may still come; if it fails at their end, the line is too long.
struct LineReader {
    private let line: UnsafeBufferPointer<UInt8>
    private let bodyLimit: Int
    private var scanner: JSONScanner
    private var skipped: Skipped?

    /// A body that is being passed over.
    private struct Skipped {
        let start: Int
        /// The number of containers around it.
        let depth: Int
        /// So many bytes may come after it.
        let spare: Int
    }

    /// The longest piece that the scanner takes whole, so that it fails so far before the end: two `\u` escapes.
    private static let longestPiece = 12
    /// A create's tree may be deep.
    static let depthLimit = 4_096
    /// Takes some 100 microseconds.
    private static let tokensAtOnce = 2_048

    init(_ line: UnsafeBufferPointer<UInt8>, bodyLimit: Int) {
        self.line = line
        self.bodyLimit = bodyLimit
        let bytes = UnsafeBufferPointer(rebasing: line.prefix(LineLimits.bytes))
        scanner = JSONScanner(bytes, depthLimit: Self.depthLimit)
    }

    var isInBody: Bool { skipped != nil }

    mutating func next() throws(BatchLineError) -> JSONToken {
        do throws(JSONError) {
            return try scanner.nextToken()
        } catch {
            throw isAtCut ? .headTooLarge(.line(limit: LineLimits.bytes)) : .body(.json(error))
        }
    }

    /// Call it before the value; `skipBody` passes over it.
    mutating func enterBody() {
        scanner.skipWhiteSpace()
        let spare = max(LineLimits.bytes - scanner.offset, 0)
        skipped = Skipped(start: scanner.offset, depth: scanner.depth, spare: spare)
        scanner.resume(in: window(to: scanner.offset, and: bodyLimit + 1))
    }

    /// Passes over some tokens of the body.
    /// - Returns: its place, once it is over.
    mutating func skipBody() throws(BatchLineError) -> Range<Int>? {
        guard let skipped else { preconditionFailure("Only a body is skipped.") }
        do throws(JSONError) {
            for _ in 0..<Self.tokensAtOnce {
                _ = try scanner.nextToken()
                if scanner.depth == skipped.depth { break }
            }
        } catch {
            throw isAtCut ? .bodyTooLarge(limit: bodyLimit) : .body(.json(error))
        }
        if scanner.depth > skipped.depth { return nil }
        let body = skipped.start..<scanner.offset
        if body.count > bodyLimit { throw .bodyTooLarge(limit: bodyLimit) }
        scanner.resume(in: window(to: body.upperBound, and: skipped.spare))
        self.skipped = nil
        return body
    }

    func string(_ text: JSONText) -> String { scanner.string(text) }

    func matches(_ text: JSONText, _ name: StaticString) -> Bool { scanner.matches(text, name) }

    private func window(to end: Int, and more: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: line[..<(more < line.count - end ? end + more : line.count)])
    }

    /// After an error: whether more bytes might have spared it.
    private var isAtCut: Bool {
        scanner.bytes.count < line.count && scanner.offset + Self.longestPiece > scanner.bytes.count
    }
}
