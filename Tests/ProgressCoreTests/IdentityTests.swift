import TestSupport
import Testing

@testable import ProgressCore

struct IdentityTests {
    @Test func `an id reads back from what it writes, in either case`() {
        var generator = SeededGenerator(seed: 36)

        for _ in 0..<2_000 {
            let id = ProgressID(high: generator.next(), low: generator.next())
            let text = id.description

            #expect(ProgressID(text.utf8) == id)
            #expect(ProgressID(text.uppercased().utf8) == id)
            #expect(text == reference(id))
        }
    }

    @Test func `every byte that is no hexadecimal digit is refused at every place`() {
        let text = Array("01234567-89ab-cdef-ABCD-EF0123456789".utf8)
        #expect(ProgressID(text) != nil)

        for position in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[position] = byte
                let isDash = [8, 13, 18, 23].contains(position)
                let isFit = isDash ? byte == UInt8(ascii: "-") : Character(UnicodeScalar(byte)).isASCIIHexDigit

                #expect((ProgressID(changed) != nil) == isFit, "byte \(byte) at \(position)")
            }
        }
    }

    @Test func `no other length is an id`() {
        let text = "01234567-89ab-cdef-abcd-ef0123456789"

        #expect(ProgressID(text.dropLast().utf8) == nil)
        #expect(ProgressID((text + "0").utf8) == nil)
        #expect(ProgressID("".utf8) == nil)
    }

    private func reference(_ id: ProgressID) -> String {
        func digits(_ value: UInt64) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        let text = Array(digits(id.high) + digits(id.low))
        return [text[..<8], text[8..<12], text[12..<16], text[16..<20], text[20...]].map { String($0) }
            .joined(separator: "-")
    }
}

extension Character {
    fileprivate var isASCIIHexDigit: Bool { isASCII && isHexDigit }
}
