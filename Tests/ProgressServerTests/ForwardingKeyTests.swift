import Testing

@testable import ProgressServer

struct ForwardingKeyTests {
    private static let key: [UInt8] = (0..<32).map { $0 &* 37 &+ 9 }
    private static let hexadecimal = key.map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()

    private static func matches(_ text: String, _ key: [UInt8] = key) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { ForwardingKey.matches($0, key) }
    }

    @Test func `the key in hexadecimal is the proof`() {
        #expect(Self.matches(Self.hexadecimal))
    }

    @Test(arguments: 0..<64)
    func `each digit counts`(place: Int) {
        var digits = Array(Self.hexadecimal)
        digits[place] = digits[place] == "0" ? "1" : "0"

        #expect(!Self.matches(String(digits)))
    }

    @Test func `a shorter or longer text, another case, or no key at all prove nothing`() {
        #expect(!Self.matches(""))
        #expect(!Self.matches(String(Self.hexadecimal.dropLast(2))))
        #expect(!Self.matches(Self.hexadecimal + "00"))
        #expect(!Self.matches(Self.hexadecimal.uppercased()))
        #expect(!Self.matches("", []))
    }
}
