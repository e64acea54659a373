/// Cuts the output of a program into lines, as a reader at a terminal sees them.
///
/// A line ends with a line feed, a carriage return, a backspace, or a sequence that clears, moves the cursor, or
/// restores it: the next text is drawn over it, or elsewhere. Other escape sequences are left out. Lines above 256 KiB
/// are skipped: no program prints progress like that.
package struct LineSplitter: Sendable {
    private enum Position { case text, escape, charset, sequence, title }

    /// The last bytes of sequences that clear, move or restore, but for those that move to the right.
    private static let moves = Array("ABDEFGHJKdfsu".utf8)
    private static let limit = 256 << 10
    /// No program prints progress in such amounts: the end of that output is enough, and cheap for any program.
    private static let bulk = 32 << 10
    private static let bulkEnd = 4 << 10

    private var line: [UInt8] = []
    private var position = Position.text
    private var isTooLong = false

    package init() {}

    /// Calls `body` for each line that ends in `bytes`, and for the unfinished one.
    ///
    /// Programs write their progress and move the cursor after that, or only before the next time, so the unfinished
    /// line counts, too.
    package mutating func feed(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (_ line: ArraySlice<UInt8>, _ isFinished: Bool) -> Void
    ) {
        var bytes = bytes
        if bytes.count > Self.bulk {
            bytes = UnsafeRawBufferPointer(rebasing: bytes.suffix(Self.bulkEnd))
            position = .text
            line.removeAll(keepingCapacity: true)
            // Skip the line that was cut in two.
            isTooLong = true
        }
        for byte in bytes { take(byte, body) }
        if !line.isEmpty && !isTooLong { body(line[...], false) }
    }

    private mutating func take(_ byte: UInt8, _ body: (ArraySlice<UInt8>, Bool) -> Void) {
        switch position {
        case .text where byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == 0x08: end(body)
        case .text where byte == 0x1B: position = .escape
        case .text: append(byte)
        case .escape:
            position = Self.position(after: byte)
            if "78M".utf8.contains(byte) { end(body) }
        case .charset: position = .text
        case .sequence where (0x40...0x7E).contains(byte):
            position = .text
            if Self.moves.contains(byte) { end(body) }
            if byte == UInt8(ascii: "C") { append(UInt8(ascii: " ")) }
        case .title where byte == 0x07: position = .text
        case .title where byte == 0x1B: position = .escape
        case .sequence, .title: break
        }
    }

    /// Where a byte after ESC leads: `tput sgr0` also chooses a character set, `ESC ( B`.
    private static func position(after byte: UInt8) -> Position {
        if byte == UInt8(ascii: "[") { return .sequence }
        if "]PX^_".utf8.contains(byte) { return .title }
        return "()*+-./#% ".utf8.contains(byte) ? .charset : .text
    }

    private mutating func append(_ byte: UInt8) {
        if line.count < Self.limit { line.append(byte) } else { isTooLong = true }
    }

    private mutating func end(_ body: (ArraySlice<UInt8>, Bool) -> Void) {
        if !line.isEmpty && !isTooLong { body(line[...], true) }
        line.removeAll(keepingCapacity: true)
        isTooLong = false
    }
}
