import MicroHTTPD

/// The `Prefer` header (RFC 7240): of a preference that is given more than once, the first one. Unknown ones are ignored.
struct Preferences {
    private(set) var isMinimal = false
    /// Seconds, at most 60.
    private(set) var wait: Int?
    private var hasReturn = false
    private var hasWait = false

    init(_ headers: CallHeaders) {
        headers.withList("prefer") { value in
            guard let value else { return }
            var start = 0
            var quoting = Quoting()
            for position in value.indices where !quoting.covers(value[position]) && value[position] == UInt8(ascii: ",")
            {
                read(value[start..<position])
                start = position + 1
            }
            read(value[start...])
        }
        if headers.isOfBatch { wait = nil }
    }

    /// Compares in place, without an allocation.
    private mutating func read(_ piece: Slice<UnsafeBufferPointer<UInt8>>) {
        if !hasReturn, var value = Letters(rest: piece).value(of: "return") {
            hasReturn = true
            isMinimal = value.take("minimal") && value.next() == nil
        } else if !hasWait, var value = Letters(rest: piece).value(of: "wait") {
            hasWait = true
            wait = value.seconds()
        }
    }

    /// Follows quoted strings, in which nothing separates.
    private struct Quoting {
        private var isQuoted = false
        private var isEscaped = false

        mutating func covers(_ byte: UInt8) -> Bool {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            }
            return isQuoted
        }
    }

    /// The letters of one preference in lower case, without white space and quotes. Parameters after a semicolon mean
    /// nothing for the two known preferences.
    private struct Letters {
        var rest: Slice<UnsafeBufferPointer<UInt8>>

        mutating func next() -> UInt8? {
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: ";"): rest = rest[rest.endIndex...]
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\""): continue
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
                default: return byte
                }
            }
            return nil
        }

        mutating func take(_ word: StaticString) -> Bool {
            for index in 0..<word.utf8CodeUnitCount where next() != word.utf8Start[index] { return false }
            return true
        }

        /// The letters after the equals sign, none without one; nil if it is another preference.
        func value(of name: StaticString) -> Letters? {
            var letters = self
            guard letters.take(name) else { return nil }
            switch letters.next() {
            case nil, UInt8(ascii: "=")?: return letters
            default: return nil
            }
        }

        mutating func seconds() -> Int? {
            var seconds: Int?
            while let letter = next() {
                guard letter >= UInt8(ascii: "0"), letter <= UInt8(ascii: "9") else { return nil }
                seconds = min((seconds ?? 0) * 10 + Int(letter - UInt8(ascii: "0")), 60)
            }
            return seconds
        }
    }
}
