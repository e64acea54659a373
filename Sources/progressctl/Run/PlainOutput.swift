/// Turns output meant for a terminal into plain text: the lines that a terminal would show in the end, each once,
/// without colors.
///
/// A line is passed on when it ends. A line that is drawn again above the last one, as when there are several bars,
/// comes once more before the next new line, or at the end, if it has changed since.
struct PlainOutput {
    private struct Row {
        /// The bytes before the cursor; `right` has those from it on.
        var left: [UInt8] = []
        var right: ArraySlice<UInt8> = []
        /// The text that was passed on last; nil if none was.
        var told: [UInt8]?

        /// The row without the spaces at its end.
        var text: [UInt8] {
            var text: [UInt8] = left + right
            while text.last == UInt8(ascii: " ") { text.removeLast() }
            return text
        }
    }

    private enum Position { case text, escape, charset, sequence, title, titleEscape }

    /// The number of lines that may be drawn again.
    private static let height = 60
    private var rows = [Row()]
    private var cursor = 0
    private var position = Position.text
    private var sequence: [UInt8] = []
    /// Whether drawing happens elsewhere: between saving and restoring the cursor, or on another screen.
    private var isElsewhere = false
    private var output: [UInt8] = []

    /// Takes bytes of the command; returns those that can be passed on now.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        for byte in bytes { take(byte) }
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    /// Returns the bytes that are left at the end.
    mutating func end() -> [UInt8] {
        for index in rows.indices.dropLast() { tell(index) }
        let last = rows[rows.count - 1]
        if last.text != last.told ?? [] { output += last.text }
        rows = [Row()]
        cursor = 0
        defer { output = [] }
        return output
    }

    private mutating func take(_ byte: UInt8) {
        switch position {
        case .text: takeText(byte)
        case .escape: takeEscape(byte)
        case .charset: position = .text
        case .sequence where (0x40...0x7E).contains(byte):
            position = .text
            perform(byte)
        case .sequence: if sequence.count < 32 { sequence.append(byte) }
        case .title where byte == 0x07: position = .text
        case .title where byte == 0x1B: position = .titleEscape
        case .titleEscape: position = byte == UInt8(ascii: "\\") ? .text : .title
        case .title: break
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        if byte == 0x1B {
            position = .escape
        } else if isElsewhere {
            return
        } else if byte == UInt8(ascii: "\n") {
            goDown()
        } else if byte == UInt8(ascii: "\r") {
            goToColumn(0)
        } else if byte == 0x08 {
            goBack(1)
        } else if byte >= 0x20 || byte == UInt8(ascii: "\t") {
            put(byte)
        }
    }

    private mutating func takeEscape(_ byte: UInt8) {
        position = .text
        switch byte {
        case UInt8(ascii: "["):
            sequence.removeAll(keepingCapacity: true)
            position = .sequence
        case _ where "]PX^_".utf8.contains(byte): position = .title
        case _ where "()*+-./#% ".utf8.contains(byte): position = .charset
        case UInt8(ascii: "7"): isElsewhere = true
        case UInt8(ascii: "8"): isElsewhere = false
        default: break
        }
    }

    private mutating func perform(_ end: UInt8) {
        let isOtherScreen = sequence.starts(with: "?1049".utf8)
        let count = number ?? 1
        switch end {
        case UInt8(ascii: "h") where isOtherScreen, UInt8(ascii: "s"): isElsewhere = true
        case UInt8(ascii: "l") where isOtherScreen, UInt8(ascii: "u"): isElsewhere = false
        case _ where isElsewhere: break
        case UInt8(ascii: "A"): goUp(count)
        case UInt8(ascii: "F"):
            goUp(count)
            goToColumn(0)
        case UInt8(ascii: "B"), UInt8(ascii: "E"): for _ in 0..<min(count, Self.height) { goDown() }
        case UInt8(ascii: "C"): goForward(count)
        case UInt8(ascii: "D"): goBack(count)
        case UInt8(ascii: "G"): goToColumn(count - 1)
        case UInt8(ascii: "H"), UInt8(ascii: "f"): if !rows[cursor].text.isEmpty { goDown() }
        case UInt8(ascii: "J"): eraseBelow()
        case UInt8(ascii: "K"): eraseLine()
        default: break
        }
    }

    /// The first parameter of the escape sequence.
    private var number: Int? {
        let digits = sequence.prefix(while: \.isASCIIDigit)
        return digits.isEmpty ? nil : Int(String(decoding: digits, as: UTF8.self))
    }

    // Lines

    private mutating func goUp(_ count: Int) {
        let column = rows[cursor].left.characterCount
        cursor = max(0, cursor - count)
        goToColumn(column)
    }

    private mutating func goDown() {
        if cursor < rows.count - 1 {
            cursor += 1
            return goToColumn(0)
        }
        for index in rows.indices { tell(index) }
        rows.append(Row())
        cursor += 1
        guard rows.count > Self.height else { return }
        rows.removeFirst()
        cursor -= 1
    }

    /// Passes a line on unless it was already. An empty one is passed on the first time, since it separates others.
    private mutating func tell(_ index: Int) {
        let text = rows[index].text
        guard text != rows[index].told, rows[index].told == nil || !text.isEmpty else { return }
        rows[index].told = text
        output += text + [UInt8(ascii: "\n")]
    }

    private mutating func eraseBelow() {
        rows.removeSubrange((cursor + 1)...)
        rows[cursor].right = []
    }

    // In a line

    private mutating func put(_ byte: UInt8) {
        rows[cursor].left.append(byte)
        if !byte.continuesCharacter, !rows[cursor].right.isEmpty { _ = rows[cursor].right.popFirstCharacter() }
    }

    private mutating func goToColumn(_ column: Int) {
        rows[cursor].right = rows[cursor].left + rows[cursor].right
        rows[cursor].left.removeAll(keepingCapacity: true)
        goForward(column)
    }

    private mutating func goForward(_ count: Int) {
        for _ in 0..<max(0, min(count, 1_000)) {
            let next = rows[cursor].right.popFirstCharacter()
            rows[cursor].left += next.isEmpty ? [UInt8(ascii: " ")] : next
        }
    }

    private mutating func goBack(_ count: Int) {
        goToColumn(max(0, rows[cursor].left.characterCount - count))
    }

    private mutating func eraseLine() {
        let kind = number ?? 0
        if kind != 1 { rows[cursor].right = [] }
        if kind != 0 {
            let count = rows[cursor].left.characterCount
            rows[cursor].left = Array(repeating: UInt8(ascii: " "), count: count)
        }
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it continues a character in UTF-8.
    fileprivate var continuesCharacter: Bool { self & 0xC0 == 0x80 }
}

extension Array<UInt8> {
    fileprivate var characterCount: Int { count(where: { !$0.continuesCharacter }) }
}

extension ArraySlice<UInt8> {
    /// Removes and returns the first character; empty if there is none.
    fileprivate mutating func popFirstCharacter() -> ArraySlice<UInt8> {
        guard !isEmpty else { return [] }
        let end = dropFirst().firstIndex { !$0.continuesCharacter } ?? endIndex
        defer { self = self[end...] }
        return self[..<end]
    }
}
