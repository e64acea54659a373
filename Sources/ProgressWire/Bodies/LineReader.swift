/// Reads the tokens of a batch's line, and no more of it than `LineLimits` and the limit of its body allow: a line may be
/// as long as a batch, and is read in one step.
///
/// The scanner sees only so many bytes as may still come; where it fails at the end of these, the line is too long.
struct LineReader {
    private let line: UnsafeBufferPointer<UInt8>
    private var scanner: JSONScanner

    /// The longest piece that the scanner takes whole, so that it fails so far before the end: two `\u` escapes.
    private static let longestPiece = 12
    /// A create's tree may be deep.
    static let depthLimit = 4_096

    init(_ line: UnsafeBufferPointer<UInt8>) {
        self.line = line
        let bytes = UnsafeBufferPointer(rebasing: line.prefix(LineLimits.bytes))
        scanner = JSONScanner(bytes, depthLimit: Self.depthLimit)
    }

    mutating func next() throws(BatchLineError) -> JSONToken {
        do throws(JSONError) {
            return try scanner.nextToken()
        } catch {
            throw isAtCut ? .headTooLarge(.line(limit: LineLimits.bytes)) : .body(.json(error))
        }
    }

    /// Passes over a value; returns its place.
    mutating func body(limit: Int) throws(BatchLineError) -> Range<Int> {
        scanner.skipWhiteSpace()
        let spare = max(LineLimits.bytes - scanner.offset, 0)
        scanner.resume(in: window(to: scanner.offset, and: limit + 1))
        let value: Range<Int>
        do throws(JSONError) {
            value = try scanner.skipValue()
        } catch {
            throw isAtCut ? .bodyTooLarge(limit: limit) : .body(.json(error))
        }
        if value.count > limit { throw .bodyTooLarge(limit: limit) }
        scanner.resume(in: window(to: value.upperBound, and: spare))
        return value
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
